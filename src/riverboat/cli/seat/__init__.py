"""`riverboat seat`: a bot of ours at somebody's table."""
