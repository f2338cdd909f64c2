"""Games as text that people read and edit; the format is explained in docs/game-record.md."""

from __future__ import annotations

from ttr_fast.records.errors import RecordError
from ttr_fast.records.record import GameRecord

__all__ = ["GameRecord", "RecordError"]
