"""The names of the policies that play a game's seats."""

from __future__ import annotations

from collections.abc import Sequence

from ttr_fast import _core
from ttr_fast._words import show

__all__ = ["check_policies"]


def check_policies(policy: str | Sequence[str], num_players: int) -> tuple[str, ...]:
    """One known name per seat."""
    if not isinstance(policy, str | Sequence):
        raise TypeError(f"policy must be a name or a sequence of names, not {show(policy)}")
    policies = (policy,) * num_players if isinstance(policy, str) else tuple(policy)
    for name in policies:
        if not isinstance(name, str):
            raise TypeError(f"policy: a name is a string, not {show(name)}")
        if name not in _core.policy_names():
            known = ", ".join(_core.policy_names())
            raise ValueError(f"unknown policy {show(name)}; the policies are: {known}")
    if len(policies) != num_players:
        raise ValueError(
            f"policy: {len(policies)} names for {num_players} seats;"
            " give one name for all seats or one per seat"
        )
    return policies
