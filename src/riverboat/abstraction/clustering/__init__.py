"""Clustering: k-means and k-medians, distances between histograms."""
