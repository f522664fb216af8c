"""Card abstraction: which hands count as the same."""
