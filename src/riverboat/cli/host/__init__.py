"""`riverboat host`: somebody's bots at our table."""
