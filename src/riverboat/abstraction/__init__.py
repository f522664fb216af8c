"""Card abstraction: which hands count as the same."""

from riverboat.abstraction.kmeans import KMeansResult, assign, kmeans
from riverboat.abstraction.kmeans_1d import kmeans_1d

__all__ = ["KMeansResult", "assign", "kmeans", "kmeans_1d"]
