"""`riverboat abstract`: card abstractions."""
