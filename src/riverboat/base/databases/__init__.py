"""Files of SQLite that several processes share."""
