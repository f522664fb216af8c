"""`riverboat bots`: who can be named, who is better, and with which parameters."""
