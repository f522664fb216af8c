"""Models of opponents from observed hands, and answers to them that risk no more than they are told to."""
