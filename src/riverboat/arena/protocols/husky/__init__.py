"""The protocol of Husky Hold'em."""
