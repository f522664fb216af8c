"""Card abstraction: which hands count as the same."""

from riverboat.abstraction.histograms import Histograms
from riverboat.abstraction.transport import emd, emd_1d, emd_many, emd_samples, l2

__all__ = ["Histograms", "emd", "emd_1d", "emd_many", "emd_samples", "l2"]
