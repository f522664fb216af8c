"""Engines on a GPU: the same tables, rules and files, walked by CUDA kernels that the user's card compiles."""
