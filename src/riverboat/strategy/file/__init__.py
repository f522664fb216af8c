"""The strategy file: what is kept, how small, and written whole or not at all."""
