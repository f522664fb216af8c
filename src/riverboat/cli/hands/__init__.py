"""`riverboat hands`: hands, ranges and hands that were played."""
