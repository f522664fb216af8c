"""Programs whose whole game is solved at once by the sampled engine: GS3, GS4, Tartanian, and a blueprint of ours."""
