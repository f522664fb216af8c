"""The protocol of the GTO Wizard benchmark."""
