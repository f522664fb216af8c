"""`riverboat train`: runs, what they cost, how they went, and the strategies they made."""
