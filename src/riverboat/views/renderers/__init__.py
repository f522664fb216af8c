"""Renderers: shapes drawn in a terminal, as HTML and as SVG. They know no poker but the faces of cards."""
