"""The policies that play a game's seats: the names of built-in ones, and those of the user."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias, TypeGuard

from ttr_fast import _core
from ttr_fast._words import show
from ttr_fast.batched import BatchPolicy
from ttr_fast.native import NAME, NativePolicy, is_compiled

__all__ = ["Policy", "check_names", "check_policies", "is_function", "name_of"]

Policy: TypeAlias = str | NativePolicy | BatchPolicy


def is_function(policy: object) -> TypeGuard[BatchPolicy]:
    """Is it a Python function, or an object that is called like one?"""
    return callable(policy) and not isinstance(policy, NativePolicy)


def check_policies(policy: Policy | Sequence[Policy], num_players: int) -> tuple[Policy, ...]:
    """One policy per seat, each known."""
    if isinstance(policy, str | NativePolicy) or is_function(policy):
        policies: tuple[Policy, ...] = (policy,) * num_players
    elif isinstance(policy, Sequence):
        policies = tuple(policy)
    else:
        raise TypeError(
            "policy must be a name, a NativePolicy, a function or a sequence of these,"
            f" not {show(policy)}"
        )
    for entry in policies:
        if is_compiled(entry):
            raise TypeError(
                f"policy: {show(entry)} is compiled; NativePolicy(function) makes a policy of it"
            )
        if isinstance(entry, NativePolicy) or is_function(entry):
            continue
        if not isinstance(entry, str):
            raise TypeError(f"policy: a name is a string, not {show(entry)}")
        if entry not in _core.policy_names():
            known = ", ".join(_core.policy_names())
            raise ValueError(f"unknown policy {show(entry)}; the policies are: {known}")
    _check_number(policies, num_players)
    return policies


def check_names(names: str | Sequence[str], num_players: int) -> tuple[str, ...]:
    """One name per seat, of results: policies of the user have some of their own."""
    if not isinstance(names, str | Sequence):
        raise TypeError(f"policy must be a name or a sequence of names, not {show(names)}")
    checked = (names,) * num_players if isinstance(names, str) else tuple(names)
    for name in checked:
        if not isinstance(name, str):
            raise TypeError(f"policy: a name is a string, not {show(name)}")
        if not NAME.fullmatch(name):
            raise ValueError(
                f"policy: a name consists of letters, digits and _ . + -, not {show(name)}"
            )
    _check_number(checked, num_players)
    return checked


def name_of(policy: Policy) -> str:
    """What results call it: a function by its own name, or that of its class."""
    if isinstance(policy, str):
        return policy
    if isinstance(policy, NativePolicy):
        return policy.name
    name = getattr(policy, "__name__", type(policy).__name__)
    return name if NAME.fullmatch(name) else "function"


def _check_number(policies: Sequence[object], num_players: int) -> None:
    if len(policies) != num_players:
        raise ValueError(
            f"policy: {len(policies)} names for {num_players} seats;"
            " give one name for all seats or one per seat"
        )
