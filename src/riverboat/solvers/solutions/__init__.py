"""Solutions: what a solver found, asked, kept in files and solved further."""
