"""Tyche: buckets by how the strength of a hand may come out."""
