"""Training: long runs of the sampled engine, their configs, checkpoints and logs."""

from riverboat.training.config import (
    RakeBB,
    TrainingConfig,
    WatchHand,
    read_training_config,
    shipped_training_configs,
)
from riverboat.training.log import TrainingLog, TrainingReport, read_log
from riverboat.training.training import Training

__all__ = [
    "RakeBB",
    "Training",
    "TrainingConfig",
    "TrainingLog",
    "TrainingReport",
    "WatchHand",
    "read_log",
    "read_training_config",
    "shipped_training_configs",
]
