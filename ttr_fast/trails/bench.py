"""A fair comparison of longest-trail algorithms.

Every algorithm gets the same instances, no two of which are equal. They come in an order shuffled
by the seed, and on each of them the algorithms run one after the other, in an order shuffled anew,
so that a machine that grows slower is slower for all. What is compared is the CPU time of the
search (`Trail.seconds`), with Python's garbage collector paused, after one untimed warm-up of every
algorithm. All answers about an instance are checked against each other, see `WrongAnswerError`.
"""

from __future__ import annotations

import gc
import itertools
import random
import time
from collections import Counter
from collections.abc import Callable, Container, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from typing import NamedTuple, TypeAlias

from ttr_fast._checks import whole
from ttr_fast._progress import progress_bar
from ttr_fast.trails._text import check_instance
from ttr_fast.trails.algorithm import TrailAlgorithm, TrailAlgorithmError
from ttr_fast.trails.bench_result import BenchResult, Run, Status
from ttr_fast.trails.budget import TrailBudget
from ttr_fast.trails.graph import TrailGraph
from ttr_fast.trails.instances import TrailInstance
from ttr_fast.trails.machine import machine
from ttr_fast.trails.registry import find_algorithm, trail_algorithms
from ttr_fast.trails.solve import Trail, longest_trail

__all__ = ["BenchInterrupted", "WrongAnswerError", "run_benchmark"]

Progress: TypeAlias = bool | Callable[[int, int], object] | None

# Searches look at the clock now and then; one that stops at its time limit may stop a little early.
_NEARLY = 0.98
# Garbage of algorithms in Python is collected between two instances once this many objects wait.
_MUCH_GARBAGE = 100_000
_OPTIMUM = "the known optimum"
# A square with a diagonal and a tail: something to do for every part of an algorithm.
_WARM_UP = ([[0, 1], [1, 2], [2, 3], [3, 0], [0, 2], [3, 4]], [1, 2, 3, 4, 5, 6])


class WrongAnswerError(Exception):
    """An algorithm claims what cannot be true: a bound below a trail that is known.

    Also if one that calls itself exact answers with what is no trail, or if the optimum that an
    instance is said to have is refuted.
    """

    def __init__(self, algorithm: str, instance: str, reason: str) -> None:
        super().__init__(algorithm, instance, reason)  # all of them, so that it can be pickled
        self.algorithm = algorithm
        """Who is wrong; "the known optimum" if it is that of the instance."""
        self.instance = instance
        self.reason = reason

    def __str__(self) -> str:
        return f"{self.algorithm} is wrong about instance {self.instance!r}: {self.reason}"


class BenchInterrupted(KeyboardInterrupt):
    """Ctrl-C during a benchmark; `result` holds the instances that every algorithm had."""

    def __init__(self, result: BenchResult) -> None:
        super().__init__(result)  # so that it can be pickled
        self.result = result

    def __str__(self) -> str:
        return f"interrupted after {len(self.result.runs):,} runs"


def run_benchmark(
    instances: Iterable[TrailInstance],
    algorithms: Sequence[str] | None = None,
    node_limit: int | None = None,
    time_limit: float | None = 1.0,
    seed: int = 0,
    progress: Progress = None,
) -> BenchResult:
    """Runs every algorithm on every instance; see the top of this file for what makes it fair.

    Args:
        instances: those equal to an earlier one (by `key()`) or without a route are left out with
            a note.
        algorithms: names; None stands for all registered ones. Those that are not available here
            are left out with a note.
        node_limit, time_limit: of one run, as in `ttr.longest_trail`; the time in seconds.
        seed: shuffles the order of runs.
        progress: as in `ttr.playouts`: True shows a bar; a function is called as
            `progress(done, runs)`.

    An algorithm that raises an exception goes on with the next instance; the run says "error".

    Raises:
        ValueError, TypeError: a bad argument, or nothing is left to run.
        WrongAnswerError: an algorithm claims a proof or a bound that another's trail refutes.
        BenchInterrupted: Ctrl-C; carries what was measured so far.
    """
    TrailBudget(node_limit, time_limit)  # checks them
    limits = _Limits(node_limit, time_limit)
    shuffle = random.Random(whole("seed", seed, 0)).shuffle
    chosen, notes = _available(algorithms)
    distinct = _distinct(instances, notes)
    if not distinct:
        raise ValueError("there is no instance to run")

    runs: list[Run] = []

    def result() -> BenchResult:
        return BenchResult(
            algorithms=tuple(algorithm.name for algorithm in chosen),
            runs=tuple(runs),
            notes=tuple(notes),
            node_limit=node_limit,
            time_limit=time_limit,
            seed=seed,
            environment=machine(),
        )

    shuffle(distinct)
    try:
        with _reporter(progress, len(distinct) * len(chosen)) as report, _no_garbage_collection():
            answers = {algorithm.name: _warm_up(algorithm, limits) for algorithm in chosen}
            terse = {name for name, answer in answers.items() if _is_edges_alone(answer)}
            for instance in distinct:
                order = chosen.copy()
                shuffle(order)
                runs += _compare(order, instance, limits, terse, report)
                if gc.get_count()[0] > _MUCH_GARBAGE:
                    gc.collect()
    except KeyboardInterrupt:
        raise BenchInterrupted(result()) from None
    return result()


# --- What is compared ----------------------------------------------------------------------------


def _available(names: Sequence[str] | None) -> tuple[list[TrailAlgorithm], list[str]]:
    """The algorithms that can run here, and a note on each of the others."""
    if isinstance(names, str):
        raise TypeError(f"algorithms must be a sequence of names, not the string {names!r}")
    chosen = [find_algorithm(name) for name in (trail_algorithms() if names is None else names)]
    for name, count in Counter(algorithm.name for algorithm in chosen).items():
        if count > 1:
            raise ValueError(f"algorithm {name!r} is named {count} times")
    notes = [
        f"{algorithm.name} left out: it needs {' and '.join(algorithm.missing())}"
        for algorithm in chosen
        if not algorithm.available
    ]
    available = [algorithm for algorithm in chosen if algorithm.available]
    if not available:
        raise ValueError("; ".join(["there is no algorithm to run", *notes]))
    return available, notes


def _distinct(instances: Iterable[TrailInstance], notes: list[str]) -> list[TrailInstance]:
    """The first instance of each key. Their ids are made unique; notes say what is left out."""
    first: dict[bytes, TrailInstance] = {}
    ids: Counter[str] = Counter()
    empty = equal = 0
    for instance in instances:
        key = check_instance(instance).key()
        if instance.num_edges == 0:
            empty += 1
        elif key in first:
            equal += 1
        else:
            ids[instance.id] += 1
            number = ids[instance.id]
            again = replace(instance, id=f"{instance.id}#{number}") if number > 1 else instance
            first[key] = again
    if empty:
        notes.append(f"instances left out because they have no route: {empty:,}")
    if equal:
        notes.append(f"instances left out because they equal another one: {equal:,}")
    return list(first.values())


# --- Running -------------------------------------------------------------------------------------


class _Limits(NamedTuple):
    node_limit: int | None
    time_limit: float | None

    def struck(self, trail: Trail, elapsed: float) -> bool:
        if self.node_limit is not None and trail.nodes >= self.node_limit:
            return True
        seconds = max(trail.seconds, elapsed)  # some solvers have a limit of wall time only
        return self.time_limit is not None and seconds >= _NEARLY * self.time_limit


@dataclass(frozen=True)
class _Outcome:
    algorithm: TrailAlgorithm
    trail: Trail | None
    status: Status
    message: str = ""


def _compare(
    algorithms: Sequence[TrailAlgorithm],
    instance: TrailInstance,
    limits: _Limits,
    terse: Container[str],
    report: Callable[[], object],
) -> list[Run]:
    """The runs of all algorithms on one instance."""
    known = _Known(instance)
    outcomes = []
    for algorithm in algorithms:
        outcome = _solve(algorithm, instance, limits, algorithm.name in terse)
        if outcome.trail is not None:
            known.learn(algorithm.name, outcome.trail)
        outcomes.append(outcome)
        report()
    return [_row(instance, outcome, known) for outcome in outcomes]


def _solve(
    algorithm: TrailAlgorithm, instance: TrailInstance, limits: _Limits, terse: bool
) -> _Outcome:
    start = time.perf_counter()
    try:
        trail = longest_trail(instance.edges, instance.lengths, algorithm.name, *limits)
    except Exception as error:
        if isinstance(error, TrailAlgorithmError) and algorithm.exact:
            raise WrongAnswerError(algorithm.name, instance.id, str(error)) from error
        message = " ".join(f"{type(error).__name__}: {error}".split())
        return _Outcome(algorithm, None, "error", message)
    elapsed = time.perf_counter() - start
    status: Status = "gave_up" if algorithm.exact else "finished"
    if trail.proven:
        status = "proven"
    elif limits.struck(trail, elapsed):
        status = "limit"
    elif terse and _may_claim(trail, algorithm, instance, limits):
        trail, status = replace(trail, proven=True, upper_bound=trail.length), "proven"
    return _Outcome(algorithm, trail, status)


def _may_claim(
    trail: Trail, algorithm: TrailAlgorithm, instance: TrailInstance, limits: _Limits
) -> bool:
    """Edges alone say nothing of limits. From an exact algorithm they are its claim if none struck.

    `ttr.longest_trail` cannot know that of a limit of time, the clock of the benchmark does. Of
    steps nobody can, as edges alone do not count them.
    """
    says_nothing = trail.nodes == 0 and trail.upper_bound == instance.graph.largest_piece
    return algorithm.exact and limits.node_limit is None and says_nothing


def _row(instance: TrailInstance, outcome: _Outcome, known: _Known) -> Run:
    graph, trail = instance.graph, outcome.trail
    return Run(
        algorithm=outcome.algorithm.name,
        exact=outcome.algorithm.exact,
        instance=instance.id,
        kind=instance.kind,
        routes=graph.num_edges,
        cities=graph.num_vertices,
        odd_cities=len(graph.odd_vertices),
        total=graph.total,
        status=outcome.status,
        length=None if trail is None else trail.length,
        upper_bound=None if trail is None else trail.upper_bound,
        nodes=None if trail is None else trail.nodes,
        seconds=None if trail is None else trail.seconds,
        best_length=known.length,
        best_bound=known.bound,
        gap=None if trail is None else known.gap(trail),
        message=outcome.message,
    )


class _Known:
    """What is known about the optimum of an instance, and from whom."""

    def __init__(self, instance: TrailInstance) -> None:
        self._instance = instance.id
        self._finder = self._prover = _OPTIMUM
        optimum = instance.longest
        self._is_known = optimum is not None
        self.length = 0 if optimum is None else optimum
        self.bound = instance.total if optimum is None else optimum

    def learn(self, name: str, trail: Trail) -> None:
        if trail.length > self.length:
            self.length, self._finder = trail.length, name
        if trail.upper_bound < self.bound:
            self.bound, self._prover = trail.upper_bound, name
        if self.length > self.bound:
            if self._prover == _OPTIMUM and not self._is_known:
                reason = f"its trail has length {self.length}, all routes together {self.bound}"
                raise WrongAnswerError(self._finder, self._instance, reason)
            reason = (
                f"no trail is longer than {self.bound}, it says, but {self._finder} has the length"
                f" {self.length}"
            )
            raise WrongAnswerError(self._prover, self._instance, reason)

    def gap(self, trail: Trail) -> float:
        """By what share of the longest trail this one is shorter."""
        return (self.length - trail.length) / self.length if self.length else 0.0


def _warm_up(algorithm: TrailAlgorithm, limits: _Limits) -> object:
    """Imports, allocations and caches of the first call are nobody's search. Its bare answer."""
    with suppress(Exception):  # it will be seen in the runs
        return algorithm.solve(TrailGraph.from_edges(*_WARM_UP), TrailBudget(*limits))
    return None


def _is_edges_alone(answer: object) -> bool:
    return answer is not None and not hasattr(answer, "edges")


@contextmanager
def _no_garbage_collection() -> Iterator[None]:
    enabled = gc.isenabled()
    gc.collect()
    gc.disable()
    try:
        yield
    finally:
        if enabled:
            gc.enable()


@contextmanager
def _reporter(progress: Progress, total: int) -> Iterator[Callable[[], object]]:
    """A function to be called after every run."""
    done = itertools.count(1)
    if progress is None or progress is False:
        yield lambda: None
    elif progress is True:
        with progress_bar("comparing", "runs", total) as move:
            yield lambda: move(next(done))
    elif callable(progress):
        yield lambda: progress(next(done), total)
    else:
        raise TypeError(f"progress must be None, True, False or a function, not {progress!r}")
