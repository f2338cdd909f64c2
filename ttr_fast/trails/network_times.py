"""How fast the engine measures the networks of games, beside the plainest search."""

from __future__ import annotations

import os
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from ttr_fast._checks import whole
from ttr_fast.map import Map
from ttr_fast.networks import RouteSets, prepare_sets

__all__ = ["NetworkTimes", "time_networks"]


@dataclass(frozen=True, eq=False)
class NetworkTimes:
    """A row for every network: lengths, and the shortest of some measurements in nanoseconds."""

    lengths: npt.NDArray[np.int32]
    engine: npt.NDArray[np.float64]
    """The search behind `ttr.longest_trails` and the scores of games."""
    naive: npt.NDArray[np.float64]
    """`naive_dfs`, on the same networks, round by round in turn with the engine."""


def time_networks(
    map: Map | str | os.PathLike[str], route_sets: RouteSets, rounds: int = 5
) -> NetworkTimes:
    """Measures networks one by one, in several rounds over all of them, with both searches.

    Reading the clock, some twenty nanoseconds, is part of every time. A round comes to a network
    when the processor has forgotten its branches, if there are thousands of networks.

    Args:
        map, route_sets: as for `ttr.longest_trails`.
        rounds: 1 to 1000; the shortest time of a network counts.

    Raises:
        RuntimeError: the two searches disagree; names the network.
        ValueError, TypeError, MapError: as for `ttr.longest_trails`.
    """
    map_, words, _ = prepare_sets(map, route_sets)
    lengths, naive_lengths, engine, naive = map_._networks.time_trails(
        words, whole("rounds", rounds, 1, 1000)
    )
    for i in np.flatnonzero(lengths != naive_lengths)[:1]:
        raise RuntimeError(
            f"network {i}: the engine says {lengths[i]}, naive_dfs says {naive_lengths[i]}"
        )
    return NetworkTimes(lengths, engine, naive)
