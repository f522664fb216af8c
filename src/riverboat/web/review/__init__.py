"""Files of hands that are dropped on the page, and their leak reports."""
