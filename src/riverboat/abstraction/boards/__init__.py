"""Kinds of boards, so that a bucket knows the board that its hands are on."""
