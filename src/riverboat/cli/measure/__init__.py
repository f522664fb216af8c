"""`riverboat measure`: how good is a strategy? One file for each way to find out."""
