"""The protocol of MIT's Pokerbots."""
