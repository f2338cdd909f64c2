"""The compiled core. Public names are those of the package `ttr_fast`."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from types import EllipsisType
from typing import (
    Any,
    ClassVar,
    Final,
    Literal,
    Never,
    Self,
    SupportsIndex,
    TypeAlias,
    TypedDict,
    TypeVar,
    Unpack,
    final,
    overload,
    type_check_only,
)

import numpy as np
import numpy.typing as npt

from ttr_fast.game import Game as _PublicGame

# --- Constants -----------------------------------------------------------------------------------

TERMINAL: Final[int]
COLORS: Final[tuple[str, ...]]
PHASES: Final[tuple[str, ...]]
ACTION_KINDS: Final[tuple[str, ...]]
MIN_PLAYERS: Final[int]
MAX_PLAYERS: Final[int]
MIN_LENGTH: Final[int]
MAX_LENGTH: Final[int]
NO_COLOR: Final[int]
FREE_SLOT: Final[int]
NO_FINAL_ROUND: Final[int]
MAX_TOTAL: Final[int]
MAX_POINTS: Final[int]
MAX_ROUTES: Final[int]
MAX_CITIES: Final[int]
MAX_TICKETS: Final[int]
MAX_TUNNEL_CARDS: Final[int]
MAX_OFFERED: Final[int]
OBSERVATION_VERSION: Final[int]
STATE_BYTES: Final[int]

# The metaclass that pybind11 gives to its classes.
@type_check_only
class _pybind11_type(type): ...

# --- Rules ---------------------------------------------------------------------------------------

_TicketsReturn: TypeAlias = Literal["bottom", "out"]
_TicketValue: TypeAlias = Literal["printed", "shortest"]
_Payments: TypeAlias = Literal["all", "fewest_locomotives"]
_LongTickets: TypeAlias = Literal["apart", "mixed"]
_FirstSeat: TypeAlias = Literal["given", "seed"]
_TieBreak: TypeAlias = Literal[
    "completed_tickets", "longest_trail_bonus", "longest_trail", "fewest_stations"
]

# What the options accept; a list or a tuple, no other sequence.
_Numbers: TypeAlias = list[int] | tuple[SupportsIndex, ...]
_TieBreaks: TypeAlias = list[_TieBreak] | tuple[_TieBreak, ...]

@type_check_only
class _Options(TypedDict, total=False):
    trains_per_player: SupportsIndex
    initial_cards: SupportsIndex
    face_up_size: SupportsIndex
    reset_locomotives: SupportsIndex
    max_row_resets: SupportsIndex
    longest_trail_bonus: SupportsIndex
    final_round_threshold: SupportsIndex
    initial_tickets_dealt: SupportsIndex
    initial_tickets_keep_min: SupportsIndex
    tickets_drawn: SupportsIndex
    tickets_keep_min: SupportsIndex
    second_track_min_players: SupportsIndex
    initial_long_tickets_dealt: SupportsIndex
    tunnel_cards: SupportsIndex
    stations_per_player: SupportsIndex
    station_value: SupportsIndex
    max_turns: SupportsIndex
    ferries: bool
    tunnels: bool
    initial_tickets_return: _TicketsReturn
    ticket_value: _TicketValue
    payments: _Payments
    long_tickets: _LongTickets
    first_seat: _FirstSeat
    route_points: _Numbers
    station_costs: _Numbers
    tie_break: _TieBreaks

@type_check_only
class _OptionInfo(TypedDict):
    default: Any
    allowed: tuple[Any, ...]
    doc: str

class Rules(metaclass=_pybind11_type):
    def __init__(
        self,
        *,
        trains_per_player: SupportsIndex = ...,
        initial_cards: SupportsIndex = ...,
        face_up_size: SupportsIndex = ...,
        reset_locomotives: SupportsIndex = ...,
        max_row_resets: SupportsIndex = ...,
        longest_trail_bonus: SupportsIndex = ...,
        final_round_threshold: SupportsIndex = ...,
        initial_tickets_dealt: SupportsIndex = ...,
        initial_tickets_keep_min: SupportsIndex = ...,
        tickets_drawn: SupportsIndex = ...,
        tickets_keep_min: SupportsIndex = ...,
        second_track_min_players: SupportsIndex = ...,
        initial_long_tickets_dealt: SupportsIndex = ...,
        tunnel_cards: SupportsIndex = ...,
        stations_per_player: SupportsIndex = ...,
        station_value: SupportsIndex = ...,
        max_turns: SupportsIndex = ...,
        ferries: bool = ...,
        tunnels: bool = ...,
        initial_tickets_return: _TicketsReturn = ...,
        ticket_value: _TicketValue = ...,
        payments: _Payments = ...,
        long_tickets: _LongTickets = ...,
        first_seat: _FirstSeat = ...,
        route_points: _Numbers = ...,
        station_costs: _Numbers = ...,
        tie_break: _TieBreaks = ...,
    ) -> None: ...
    @staticmethod
    def preset(name: str) -> Rules: ...
    @staticmethod
    def presets() -> tuple[str, ...]: ...
    @staticmethod
    def options() -> dict[str, _OptionInfo]: ...
    @staticmethod
    def from_dict(d: dict[str, Any]) -> Rules: ...
    def to_dict(self) -> dict[str, Any]: ...
    def replace(self, **options: Unpack[_Options]) -> Rules: ...
    def ranks(self, rows: Sequence[Mapping[str, SupportsIndex]]) -> tuple[int, ...]: ...
    @property
    def trains_per_player(self) -> int: ...
    @property
    def initial_cards(self) -> int: ...
    @property
    def face_up_size(self) -> int: ...
    @property
    def reset_locomotives(self) -> int: ...
    @property
    def max_row_resets(self) -> int: ...
    @property
    def longest_trail_bonus(self) -> int: ...
    @property
    def final_round_threshold(self) -> int: ...
    @property
    def initial_tickets_dealt(self) -> int: ...
    @property
    def initial_tickets_keep_min(self) -> int: ...
    @property
    def tickets_drawn(self) -> int: ...
    @property
    def tickets_keep_min(self) -> int: ...
    @property
    def second_track_min_players(self) -> int: ...
    @property
    def initial_long_tickets_dealt(self) -> int: ...
    @property
    def tunnel_cards(self) -> int: ...
    @property
    def stations_per_player(self) -> int: ...
    @property
    def station_value(self) -> int: ...
    @property
    def max_turns(self) -> int: ...
    @property
    def ferries(self) -> bool: ...
    @property
    def tunnels(self) -> bool: ...
    @property
    def initial_tickets_return(self) -> _TicketsReturn: ...
    @property
    def ticket_value(self) -> _TicketValue: ...
    @property
    def payments(self) -> _Payments: ...
    @property
    def long_tickets(self) -> _LongTickets: ...
    @property
    def first_seat(self) -> _FirstSeat: ...
    @property
    def route_points(self) -> tuple[int, ...]: ...
    @property
    def station_costs(self) -> tuple[int, ...]: ...
    @property
    def tie_break(self) -> tuple[_TieBreak, ...]: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __reduce__(self) -> tuple[Callable[..., Rules], tuple[dict[str, Any]]]: ...

# --- Game and state ------------------------------------------------------------------------------

_Phase: TypeAlias = Literal[
    "choose_initial_tickets",
    "choose_action",
    "draw_second_card",
    "choose_tickets",
    "pay_tunnel",
    "terminal",
]

class IllegalActionError(ValueError): ...

@final
class SeatScore(metaclass=_pybind11_type):
    def __init__(self, never: Never, /) -> None: ...  # made by State.score_sheet
    @property
    def routes(self) -> int: ...
    @property
    def tickets(self) -> int: ...
    @property
    def completed(self) -> int: ...
    @property
    def failed(self) -> int: ...
    @property
    def longest(self) -> int: ...
    @property
    def bonus(self) -> int: ...
    @property
    def stations(self) -> int: ...
    @property
    def total(self) -> int: ...
    def to_dict(self) -> dict[str, int]: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __reduce__(self) -> tuple[Callable[..., SeatScore], tuple[int, ...]]: ...
    @staticmethod
    def _restore(*fields: int) -> SeatScore: ...

class Game(metaclass=_pybind11_type):
    def __init__(
        self,
        num_cities: SupportsIndex,
        # Ends, length, colour, locomotives of a ferry, tunnel.
        routes: Iterable[tuple[int, int, int, int, int, bool]],
        tickets: Iterable[tuple[int, int, int, bool]],  # ends, points, long
        rules: Rules,
        players: SupportsIndex,
        first_seat: SupportsIndex | EllipsisType | None = ...,
    ) -> None: ...
    @property
    def num_players(self) -> int: ...
    @property
    def rules(self) -> Rules: ...
    @property
    def first_seat(self) -> int | None: ...
    def num_distinct_actions(self) -> int: ...
    def max_game_length(self) -> int: ...
    def new_initial_state(
        self, seed: SupportsIndex, index: SupportsIndex = 0, *, record: bool = False
    ) -> State: ...
    def observation_tensor_shape(self) -> tuple[int]: ...
    def observation_bytes_shape(self) -> tuple[int]: ...
    def information_state_tensor_shape(self) -> tuple[int]: ...
    def information_state_bytes_shape(self) -> tuple[int]: ...
    # Name, meaning, shape, offset, byte offset, bytes of a value, greatest value.
    def _observation_slices(
        self,
    ) -> list[tuple[str, str, tuple[int, ...], int, int, int, int]]: ...
    def _information_state_slices(
        self,
    ) -> list[tuple[str, str, tuple[int, ...], int, int, int, int]]: ...
    def _ticket_points(self) -> tuple[int, ...]: ...
    # Kind, route, colour, locomotives, keep mask, city, cards.
    def _move(self, action: SupportsIndex, /) -> tuple[int, int, int, int, int, int, int]: ...
    def _action_number(
        self,
        kind: SupportsIndex,
        route: SupportsIndex,
        color: SupportsIndex,
        locomotives: SupportsIndex,
        keep: SupportsIndex,
        city: SupportsIndex,
        cards: SupportsIndex,
    ) -> int | None: ...
    def _state_from_parts(self, parts: dict[str, Any], /) -> State: ...
    def _state_from_bytes(self, data: bytes, /) -> State: ...

@final
class Rng:
    def __new__(
        cls, seed: SupportsIndex, stream: SupportsIndex = 0, position: SupportsIndex = 0
    ) -> Self: ...
    @property
    def seed(self) -> int: ...
    @property
    def stream(self) -> int: ...
    @property
    def position(self) -> int: ...
    def next(self) -> int: ...
    def below(self, n: SupportsIndex) -> int: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    __hash__: ClassVar[None]  # type: ignore[assignment]
    def __reduce__(self) -> tuple[type[Rng], tuple[int, int, int]]: ...

_Mask = TypeVar("_Mask", npt.NDArray[np.bool_], npt.NDArray[np.uint8])

@final
class State:
    def __new__(cls, never: Never, /) -> Self: ...  # made by a Game
    @property
    def game(self) -> _PublicGame: ...
    def current_player(self) -> int: ...
    def phase(self) -> _Phase: ...
    def legal_actions(self, seat: SupportsIndex | None = None) -> list[int]: ...
    @overload
    def legal_actions_mask(self, out: None = None) -> npt.NDArray[np.bool_]: ...
    @overload
    def legal_actions_mask(self, out: _Mask) -> _Mask: ...
    def apply_action(self, action: SupportsIndex) -> None: ...
    def sample_legal(self, rng: Rng) -> int: ...
    def copy_from(self, other: State) -> None: ...
    def is_terminal(self) -> bool: ...
    def is_chance_node(self) -> bool: ...
    def is_simultaneous_node(self) -> bool: ...
    def get_game(self) -> _PublicGame: ...
    def num_players(self) -> int: ...
    def num_distinct_actions(self) -> int: ...
    def action_to_string(
        self, player: SupportsIndex, action: SupportsIndex | None = None
    ) -> str: ...
    def returns(self) -> list[float]: ...
    def scores(self) -> tuple[int, ...]: ...
    def score_sheet(self) -> tuple[SeatScore, ...]: ...
    def ranks(self) -> tuple[int, ...]: ...
    def winners(self) -> tuple[int, ...]: ...
    def longest_trail(self, seat: SupportsIndex) -> tuple[int, tuple[int, ...]]: ...
    def completed_tickets(self, seat: SupportsIndex) -> tuple[int, ...]: ...
    def borrowed_routes(self, seat: SupportsIndex) -> tuple[tuple[int, int | None], ...]: ...
    def resign(self, seat: SupportsIndex) -> None: ...
    def observation_tensor(
        self, seat: SupportsIndex | None = None, out: npt.NDArray[np.float32] | None = None
    ) -> npt.NDArray[np.float32]: ...
    def observation_bytes(
        self, seat: SupportsIndex | None = None, out: npt.NDArray[np.uint8] | None = None
    ) -> npt.NDArray[np.uint8]: ...
    def observation_string(self, seat: SupportsIndex | None = None) -> str: ...
    def information_state_tensor(
        self, seat: SupportsIndex | None = None, out: npt.NDArray[np.float32] | None = None
    ) -> npt.NDArray[np.float32]: ...
    def information_state_bytes(
        self, seat: SupportsIndex | None = None, out: npt.NDArray[np.uint8] | None = None
    ) -> npt.NDArray[np.uint8]: ...
    def information_state_string(self, seat: SupportsIndex | None = None) -> str: ...
    def clone(self, seed: SupportsIndex | None = None) -> State: ...
    def resample_from_infostate(
        self, seat: SupportsIndex, seed: SupportsIndex | Callable[[], float]
    ) -> State: ...
    def to_dict(self) -> dict[str, Any]: ...
    def history(self) -> list[int]: ...
    def drawn_cards(self) -> list[str]: ...
    def hash(self) -> int: ...
    def serialize(self) -> bytes: ...
    def __copy__(self) -> State: ...
    def __deepcopy__(self, memo: dict[int, Any]) -> State: ...
    def __eq__(self, other: object, /) -> bool: ...
    __hash__: ClassVar[None]  # type: ignore[assignment]
    def __reduce__(
        self,
    ) -> tuple[
        Callable[..., State], tuple[_PublicGame, bytes, tuple[list[int], list[int]] | None]
    ]: ...
    def _repr_svg_(self) -> str: ...
    def _to_bytes(self) -> bytes: ...
    def _set_record(
        self, actions: Sequence[SupportsIndex], cards: Sequence[SupportsIndex], /
    ) -> None: ...

# --- Functions -----------------------------------------------------------------------------------

@type_check_only
class _BuildInfo(TypedDict):
    compiler: str
    flags: str
    isa: str
    isa_available: list[str]
    debug: bool

def perft(state: State, depth: SupportsIndex) -> int: ...
def policy_names() -> tuple[str, ...]: ...

REWARDS: Final[tuple[str, ...]]
AUTORESET_MODES: Final[tuple[str, ...]]

_Rows: TypeAlias = npt.NDArray[Any]
_Slots: TypeAlias = npt.NDArray[np.int64]

def env_seeds(seed: SupportsIndex, n: SupportsIndex) -> npt.NDArray[np.uint64]: ...

# Arrays that are None are not written.
class VectorEnv(metaclass=_pybind11_type):
    def __init__(
        self,
        game: Game,
        num_envs: SupportsIndex,
        seat: SupportsIndex | str | None,  # None: every seat is the caller's; a str: it rotates
        opponents: Sequence[str],
        reward: str,
        auto_reset: str,
        information_state: bool,
        threads: SupportsIndex,
    ) -> None: ...
    def seed(self, seeds: npt.NDArray[np.uint64], mask: npt.NDArray[np.bool_] | None) -> None: ...
    def reset(
        self,
        mask: npt.NDArray[np.bool_] | None,
        current: _Rows | None,
        masks: _Rows | None,
        observations: _Rows | None,
    ) -> None: ...
    # Returns the envs whose games have ended.
    def step(
        self,
        actions: npt.NDArray[np.int64],
        rewards: _Rows | None,
        terminations: npt.NDArray[np.bool_],
        current: _Rows | None,
        masks: _Rows | None,
        observations: _Rows | None,
    ) -> npt.NDArray[np.int64]: ...
    def sample(self, actions: npt.NDArray[np.int64]) -> None: ...
    # Totals and ranks.
    def outcomes(
        self, envs: npt.NDArray[np.int64]
    ) -> tuple[npt.NDArray[np.int32], npt.NDArray[np.int32]]: ...
    def final_views(self, envs: npt.NDArray[np.int64], observations: _Rows) -> None: ...
    def state(self, env: SupportsIndex) -> State: ...
    # Seeds, game numbers, seats, whether over.
    def facts(
        self,
    ) -> tuple[
        npt.NDArray[np.uint64],
        npt.NDArray[np.uint64],
        npt.NDArray[np.int64],
        npt.NDArray[np.bool_],
    ]: ...
    # Floats and bytes.
    def observation_sizes(self) -> tuple[int, int]: ...

# Python decides for the seats whose policy is None. Slots are places of games, ascending.
class BatchedPlayouts(metaclass=_pybind11_type):
    def __init__(
        self,
        game: Game,
        policies: list[str | None],
        seed: SupportsIndex,
        first_game: SupportsIndex,
        n: SupportsIndex,
        batch: SupportsIndex,
        threads: SupportsIndex,
        columns: dict[str, _Rows] | list[str],
    ) -> None: ...
    def start(self) -> None: ...
    def waiting(self, seat: SupportsIndex) -> _Slots: ...
    # Returns the number of games done.
    def play(self, seat: SupportsIndex, slots: _Slots, actions: npt.NDArray[np.int64]) -> int: ...
    # As run_totals.
    def totals(self) -> dict[str, Any]: ...
    def games(self, slots: _Slots) -> npt.NDArray[np.uint64]: ...
    def masks(self, slots: _Slots, masks: npt.NDArray[np.bool_]) -> None: ...
    def observations(self, slots: _Slots, information_state: bool, observations: _Rows) -> None: ...
    def observation_sizes(self, information_state: bool) -> tuple[int, int]: ...
    def sample(self, slots: _Slots, actions: npt.NDArray[np.int64]) -> None: ...
    def words(self, slots: _Slots) -> npt.NDArray[np.uint64]: ...
    def state(self, slot: SupportsIndex) -> State: ...

def playout_engine(game: Game, engine: str, n: int, plugins: bool) -> str: ...
def run_playouts(
    game: Game,
    policies: Sequence[object],
    seed: SupportsIndex,
    first_game: SupportsIndex,
    n: SupportsIndex,
    threads: SupportsIndex,
    engine: str,
    columns: dict[str, npt.NDArray[Any]],
    progress: Callable[[int], object] | None,
) -> None: ...

# By the names of the columns. A column of numbers is (least value, counts) or, if it has a number
# for each seat, one such pair for each; winners are counts by their bits; a column of sets is
# (counts for each seat, counts of winners). With scores also "products": the sums of products of
# the scores of seats a > b, in the order (1, 0), (2, 0), (2, 1), ...
def run_totals(
    game: Game,
    policies: Sequence[object],
    seed: SupportsIndex,
    first_game: SupportsIndex,
    n: SupportsIndex,
    threads: SupportsIndex,
    engine: str,
    columns: Sequence[str],
    progress: Callable[[int], object] | None,
) -> dict[str, Any]: ...
def build_info() -> _BuildInfo: ...

@final
class Networks(metaclass=_pybind11_type):
    def __init__(
        self,
        num_cities: SupportsIndex,
        routes: Iterable[tuple[int, int, int, int, int, bool]],
        tickets: Iterable[tuple[int, int, int, bool]],
    ) -> None: ...
    def trail_lengths(
        self, words: npt.NDArray[np.uint64], threads: SupportsIndex
    ) -> npt.NDArray[np.int32]: ...
    def time_trails(
        self, words: npt.NDArray[np.uint64], rounds: SupportsIndex
    ) -> tuple[
        npt.NDArray[np.int32],
        npt.NDArray[np.int32],
        npt.NDArray[np.float64],
        npt.NDArray[np.float64],
    ]: ...
    def components(self, words: npt.NDArray[np.uint64]) -> npt.NDArray[np.int16]: ...
    def connected(
        self, words: npt.NDArray[np.uint64], a: SupportsIndex, b: SupportsIndex
    ) -> npt.NDArray[np.bool_]: ...
    def completed_tickets(
        self, words: npt.NDArray[np.uint64], tickets: Sequence[SupportsIndex]
    ) -> npt.NDArray[np.bool_]: ...

def trail_algorithm_names() -> tuple[str, ...]: ...

# Edges in walking order, proven, upper bound, nodes, CPU seconds.
def solve_trail(
    algorithm: str,
    num_vertices: SupportsIndex,
    ends: npt.ArrayLike,
    lengths: npt.ArrayLike,
    node_limit: SupportsIndex | None,
    time_limit: float | None,
) -> tuple[list[int], bool, int, int, float]: ...
def check_trail_plugin(capsule: object) -> None: ...

# The same; no upper bound if the plugin says none.
def run_trail_plugin(
    capsule: object,
    num_vertices: SupportsIndex,
    ends: npt.ArrayLike,
    lengths: npt.ArrayLike,
    node_limit: SupportsIndex | None,
    time_limit: float | None,
) -> tuple[list[int], bool, int | None, int, float]: ...
def policy_dtypes() -> tuple[np.dtype[np.void], np.dtype[np.void]]: ...
def policy_capsule(function: SupportsIndex, user_data: SupportsIndex) -> object: ...
def check_policy_plugin(capsule: object) -> None: ...

_C_API: object  # see ttr/python.hpp

def random_words(
    seed: SupportsIndex,
    game: SupportsIndex,
    stream: SupportsIndex,
    first: SupportsIndex,
    count: SupportsIndex,
) -> npt.NDArray[np.uint64]: ...
def repeat(state: State, operation: str, times: SupportsIndex) -> int: ...
def playout_actions(
    game: Game,
    policies: Sequence[str],
    seed: SupportsIndex,
    game_index: SupportsIndex,
) -> list[int]: ...
