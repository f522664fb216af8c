"""JSON over HTTP, among people whom one cannot trust: a client, and a server that no one of them can block."""
