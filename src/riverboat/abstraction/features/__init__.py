"""Feature strings: hands described by what a player would say of them."""
