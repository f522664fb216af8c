"""The ground floor: what every room uses and no room owns."""
