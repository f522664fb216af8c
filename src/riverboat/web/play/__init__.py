"""Tables at which people play over HTTP."""
