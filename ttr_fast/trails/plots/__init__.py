"""Pictures of a benchmark: how much is solved by when, and how time grows with the instance.

Needs the optional package matplotlib, which is imported when a picture is drawn. The same result
gives the same SVG, byte for byte, with the same version of matplotlib.
"""

from __future__ import annotations

from ttr_fast.trails.plots.cactus import cactus_plot
from ttr_fast.trails.plots.scaling import scaling_plot
from ttr_fast.trails.plots.style import can_be_drawn, has_matplotlib, save_plot

__all__ = ["cactus_plot", "can_be_drawn", "has_matplotlib", "save_plot", "scaling_plot"]
