"""Longest-trail instances: what one is, and the files and graphs they come from."""

from __future__ import annotations

import copy
import dataclasses
import json
import pickle
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ttr_fast.map import Map
from ttr_fast.trails.files import (
    InstanceError,
    format_csv,
    format_jsonl,
    from_networkx,
    parse_csv,
    parse_jsonl,
    read_instances,
    to_networkx,
    write_instances,
)
from ttr_fast.trails.instances import Board, TrailInstance

CASES = Path(__file__).parent / "data/trail_cases.jsonl"

SQUARE = [(0, 1), (1, 2), (2, 3), (3, 0)]


def instance(edges: Any = SQUARE, lengths: Any = (1, 2, 3, 4), **fields: Any) -> TrailInstance:
    return TrailInstance(
        **({"id": "square", "kind": "test"} | fields), edges=edges, lengths=lengths
    )


def refused(text: str | bytes) -> str:
    """The message about a JSON lines file that is wrong."""
    with pytest.raises(InstanceError) as caught:
        parse_jsonl(text, source="bad.jsonl")
    return str(caught.value)


def refused_csv(text: str | bytes) -> str:
    with pytest.raises(InstanceError) as caught:
        parse_csv(text, source="bad.csv")
    return str(caught.value)


# --- An instance ---------------------------------------------------------------------------------


def test_fields_graph_and_total() -> None:
    square = instance(longest=10, trail=[1, 2, 3, 0])
    assert square.edges.tolist() == [list(edge) for edge in SQUARE]
    assert square.edges.dtype == square.lengths.dtype == np.int64
    assert square.total == 10
    assert square.num_edges == 4
    assert square.trail == (1, 2, 3, 0)
    assert square.graph.num_vertices == 4
    assert repr(square) == "TrailInstance('square', kind 'test', 4 edges, total 10, longest 10)"


def test_vertices_keep_their_numbers_and_are_dense_in_the_graph() -> None:
    far = instance([(-5, 10**15), (10**15, 7)], [1, 1])
    assert far.edges.tolist() == [[-5, 10**15], [10**15, 7]]
    assert far.graph.ends.tolist() == [[0, 2], [2, 1]]


def test_no_edges() -> None:
    empty = instance([], [], longest=0, trail=())
    assert empty.edges.shape == (0, 2)
    assert empty.total == 0
    assert empty.key() == instance(np.empty((0, 2), int), [], id="other").key()


def test_it_cannot_be_changed() -> None:
    square = instance()
    with pytest.raises(dataclasses.FrozenInstanceError):
        square.id = "other"  # type: ignore[misc]
    with pytest.raises(ValueError, match="read-only"):
        square.edges[0, 0] = 7
    with pytest.raises(ValueError, match="read-only"):
        square.lengths[0] = 7


@pytest.mark.parametrize("edges", [SQUARE, []])
def test_no_copy_of_it_can_be_changed(edges: list[tuple[int, int]]) -> None:
    one = instance(edges, [1] * len(edges), names=["a", "b", "c", "d"])
    copies = (pickle.loads(pickle.dumps(one)), copy.copy(one), copy.deepcopy(one))
    for same in (one, *copies, dataclasses.replace(one)):
        assert same == one
        for array in (same.edges, same.lengths, same.graph.ends, same.graph.lengths):
            assert not array.flags.writeable
            with pytest.raises(ValueError, match="WRITEABLE"):
                array.flags.writeable = True


def test_it_does_not_follow_the_arrays_it_was_made_of() -> None:
    edges, lengths = np.array(SQUARE), np.array([1, 2, 3, 4])
    square = instance(edges, lengths)
    edges[0] = lengths[0] = 3
    assert square == instance()


def test_equality_hash_pickle_and_replace() -> None:
    square = instance(longest=10)
    assert pickle.loads(pickle.dumps(square)) == square
    assert hash(square) == hash(instance(longest=10))
    other = dataclasses.replace(square, id="other")
    assert other != square
    assert other.key() == square.key()
    assert square != instance(longest=None)
    assert square != "square"


def test_key_ignores_order_and_direction_and_nothing_else() -> None:
    key = instance().key()
    assert instance([(2, 1), (0, 1), (0, 3), (3, 2)], [2, 1, 4, 3]).key() == key
    assert instance(lengths=[1, 2, 4, 3]).key() != key
    assert instance([(0, 1), (1, 2), (2, 3), (3, 1)]).key() != key
    assert instance([*SQUARE, (0, 1)], [1, 2, 3, 4, 1]).key() != key


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"edges": [(1, 1)], "lengths": [1]}, r"edges\[0\]"),
        ({"lengths": [1, 2, 3, 0]}, r"lengths\[3\]"),
        ({"lengths": [1]}, "lengths must have shape"),
        ({"id": ""}, "id must be text in one line"),
        ({"id": " x"}, "id must be text in one line"),
        ({"kind": "a\nb"}, "kind must be text in one line"),
        ({"longest": 11}, "longest = 11 is more than all the edges together, 10"),
        ({"longest": -1}, "longest must be an integer, 0 or more"),
        ({"trail": [0]}, "a trail is given, but not the optimum"),
        ({"longest": 10, "trail": [0, 1]}, "the trail has length 3, but longest = 10"),
        ({"longest": 4, "trail": [0, 2]}, "trail: the edges, in this order, do not form a walk"),
        ({"longest": 2, "trail": [0, 0]}, "trail: edge 0 is used twice"),
        ({"longest": 2, "trail": [4]}, "trail: there is no edge 4"),
        ({"longest": 2, "trail": [-1]}, "each of trail must be an integer, 0 or more"),
        ({"routes": [0, 1, 2, 3]}, "no map is named"),
        ({"map": "usa", "routes": [0, 1]}, "routes must be 4, one an edge, not 2"),
        ({"map": "usa", "routes": [0, 1, 2, 1]}, "route 1 comes twice"),
        ({"names": ["a", "b", "c"]}, r"vertex 3 has no name; names are there for 0\.\.2"),
        ({"names": ["a", "b", "a", "c"]}, "names: 'a' comes twice"),
        ({"names": ["a", "", "b", "c"]}, "names must be text in one line"),
    ],
)
def test_bad_fields_are_refused(fields: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        instance(**fields)


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"id": 7}, "id must be text"),
        ({"longest": 9.5}, "longest must be an integer"),
        ({"longest": True}, "longest must be an integer"),
        ({"trail": ["a"], "longest": 3}, "each of trail must be an integer"),
        ({"lengths": [1.0, 2.0, 3.0, 4.0]}, "lengths must be integers"),
        ({"names": 5}, "names must be texts in a sequence, one a vertex, not 5"),
        ({"names": "abcd"}, "names must be texts in a sequence, one a vertex, not 'abcd'"),
        ({"names": [1, 2, 3, 4]}, "names must be text, not 1"),
        ({"trail": 5, "longest": 3}, "trail must be integers, 0 or more, in a sequence, not 5"),
        ({"map": "usa", "routes": 5}, "routes must be integers, 0 or more, in a sequence, not 5"),
    ],
)
def test_fields_of_another_type_are_refused(fields: dict[str, Any], message: str) -> None:
    with pytest.raises(TypeError, match=message):
        instance(**fields)


def test_board_cuts_networks_out_of_a_map() -> None:
    usa = Map.builtin("usa")
    network = Board(usa).instance([27, 25], id="n", kind="test", longest=3, trail=[1, 0])
    assert (network.map, network.routes) == ("usa", (27, 25))
    for (a, b), length, route in zip(network.edges, network.lengths, (27, 25), strict=True):
        ends = {network.name_of(a), network.name_of(b)}
        assert ends == {usa.routes[route].a, usa.routes[route].b}
        assert length == usa.routes[route].length
    assert Board(usa).instance([], id="none", kind="test").num_edges == 0


@pytest.mark.parametrize("routes", [[100], [-1], [3, 3]])
def test_board_refuses_routes_that_are_not_there(routes: list[int]) -> None:
    with pytest.raises(ValueError, match="route"):
        Board(Map.builtin("usa")).instance(routes, id="n", kind="test")


# --- JSON lines ----------------------------------------------------------------------------------


def test_the_stored_cases_are_all_read() -> None:
    """Every one has an optimal trail, so that each has been walked here."""
    cases = read_instances(CASES)
    assert len(cases) == 420
    assert len({case.id for case in cases}) == 420
    assert all(case.trail is not None for case in cases)
    whole = {case.id: case for case in cases}["whole-usa-all"]
    assert (whole.total, whole.longest, whole.num_edges) == (309, 285, 100)


def test_tracks_and_edges_are_the_same_networks() -> None:
    """Each stored case of the map usa has both; either alone gives the same instance."""
    lines = [json.loads(line) for line in CASES.read_text("utf-8").splitlines()]
    lines = [line for line in lines if line.get("map") == "usa"]
    assert len(lines) > 100
    for line in lines:
        (both,) = parse_jsonl(json.dumps(line))
        (tracks,) = parse_jsonl(json.dumps(line | {"edges": None}))
        (edges,) = parse_jsonl(json.dumps(line | {"tracks": None}))
        assert both == tracks
        assert edges.key() == both.key()
        assert (edges.routes, edges.names) == (None, None)


def test_maps_can_be_passed_in() -> None:
    tiny = Map(
        name="tiny",
        cities=({"name": "A"}, {"name": "B"}, {"name": "C"}),  # type: ignore[arg-type]
        routes=(
            {"a": "A", "b": "C", "length": 4, "color": "red"},  # type: ignore[arg-type]
            {"a": "B", "b": "C", "length": 2, "color": "gray"},  # type: ignore[arg-type]
        ),
        tickets=(),
    )
    line = '{"map": "tiny", "tracks": [1, 0]}'
    (network,) = parse_jsonl(line, maps=[tiny])
    assert network.edges.tolist() == [[1, 2], [0, 2]]
    assert network.lengths.tolist() == [2, 4]
    assert network.names == ("A", "B", "C")
    assert refused(line).startswith("bad.jsonl:1: unknown map 'tiny'; known are: europe, iran, usa")
    # Written with its edges and names, it can be read without the map.
    assert parse_jsonl(format_jsonl([network])) == [network]


def test_defaults_blank_lines_and_keys_that_are_ignored() -> None:
    text = '\n{"edges": [[0, 1], [1, 2, 5]], "total": 99}\n\n  \n{"edges": [], "map": null}\n'
    first, second = parse_jsonl(text, source="some/roads.jsonl")
    assert (first.id, first.kind) == ("roads-2", "file")
    assert first.lengths.tolist() == [1, 5]
    assert (second.id, second.num_edges, second.map) == ("roads-5", 0, None)


@pytest.mark.parametrize("text", ["", "\n\n", "\ufeff", b"\xef\xbb\xbf\r\n"])
def test_an_empty_file_has_no_instances(text: str | bytes) -> None:
    assert parse_jsonl(text) == []
    assert parse_csv(text) == []


def test_byte_order_mark_windows_lines_and_odd_line_ends_in_names() -> None:
    text = '{"edges": [[0, 1]]}\r\n{"id": "Zürich", "edges": [[1, 2]]}\r\n'
    assert [i.id for i in parse_jsonl(text.encode("utf-8-sig"), "x")] == ["x-1", "Zürich"]
    # U+2028 is no line end of a file; as a name it is refused, in its own line.
    assert refused('{"edges": [[0, 1]]}\n{"id": "a\u2028b", "edges": []}').startswith(
        "bad.jsonl:2:"
    )


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("{", "not valid JSON"),
        ("[1]", "expected a JSON object, got [1]"),
        ("[" * 100_000, "nested too deep"),
        ("{}", "neither a key 'edges' nor a key 'tracks'"),
        ('{"edges": 3}', "edges must be a list, not 3"),
        ('{"edges": [[0, 1, 2, 3]]}', "edges[0] must be [a, b, length] or [a, b]"),
        ('{"edges": [[0, 1, 1], [0, 1.0, 2]]}', "edges[1] must be"),
        ('{"edges": [[0, 1, true]]}', "edges[0] must be"),
        ('{"edges": [[0, 1, "2"]]}', "edges[0] must be"),
        ('{"edges": [[0, 1, NaN]]}', "NaN is no JSON number"),
        ('{"edges": [[0, 1, 9223372036854775808]]}', "integers of at most 64 bits"),
        ('{"edges": [[0, 1, 9223372036854775807], [1, 2, 1]]}', "9223372036854775807"),
        ('{"edges": [[0, 0, 1]]}', "edges[0] = [0, 0]"),
        ('{"edges": [[0, 1, 0]]}', "lengths[0] = 0"),
        ('{"edges": [[0, 1, -3]]}', "lengths[0] = -3"),
        ('{"edges": [], "edges": []}', "a key is given twice"),
        ('{"edges": [], "id": 5}', "id must be text, not 5"),
        ('{"edges": [], "id": ""}', "id must be text in one line"),
        ('{"edges": [[0, 1, 2]], "longest": 3}', "longest = 3 is more than"),
        ('{"edges": [[0, 1, 2]], "longest": 2.0}', "longest must be an integer"),
        ('{"edges": [[0, 1, 2]], "longest": 2, "trail": [1]}', "there is no edge 1"),
        ('{"edges": [[0, 1, 2]], "longest": 2, "trail": "0"}', "trail must be a list of integers"),
        ('{"edges": [[0, 1]], "names": "AB"}', "names must be a list"),
        ('{"edges": [[0, 1]], "names": ["A"]}', "vertex 1 has no name"),
        ('{"tracks": [1]}', "there is no key 'map'"),
        ('{"map": "usa", "tracks": [100]}', "tracks: map 'usa' has routes 0..99, no 100"),
        ('{"map": "usa", "tracks": [-1]}', "tracks: map 'usa' has routes 0..99, no -1"),
        ('{"map": "usa", "tracks": [4, 4]}', "route 4 comes twice"),
        ('{"map": "usa", "tracks": [0.0]}', "tracks must be a list of integers"),
        ('{"map": "usa", "tracks": [0], "edges": [[0, 3, 3]]}', "but route 0 of the map 'usa' is"),
        ('{"map": "usa", "tracks": [0], "edges": []}', "there are 0 edges, but 1 tracks"),
        ('{"map": 3, "tracks": [0]}', "map must be text, not 3"),
    ],
)
def test_a_bad_line_is_refused_with_its_number(line: str, message: str) -> None:
    text = refused('{"edges": [[0, 1]]}\n\n' + line + "\n")
    assert text.startswith("bad.jsonl:3: ")
    assert message in text
    assert "\n" not in text
    assert len(text) < 300


def test_bytes_that_are_no_utf8_are_refused_with_their_line() -> None:
    message = "x:2: not UTF-8 (byte 0xff); save it as UTF-8"
    for parse in (parse_jsonl, parse_csv):
        with pytest.raises(InstanceError) as caught:
            parse(b"\n\xff", source="x")
        assert str(caught.value) == message


# --- Lists of edges ------------------------------------------------------------------------------


def test_csv_with_numbers_names_and_without_lengths() -> None:
    (numbers,) = parse_csv("a,b,length\n7,3,2\n3,-1,5\n", id="roads")
    assert numbers.id == "roads"
    assert numbers.edges.tolist() == [[7, 3], [3, -1]]
    assert numbers.lengths.tolist() == [2, 5]
    assert numbers.names is None

    (named,) = parse_csv("b,a\nBern,Zürich\n 4 ,Bern\n")
    assert named.names == ("Zürich", "Bern", "4")
    assert named.edges.tolist() == [[0, 1], [1, 2]]
    assert named.lengths.tolist() == [1, 1]


def test_csv_with_several_instances() -> None:
    text = "id,a,b,length\none,0,1,2\ntwo,A,B,3\none,1,2,4\n"
    one, two = parse_csv(text)
    assert (one.id, one.edges.tolist()) == ("one", [[0, 1], [1, 2]])
    assert (two.id, two.names) == ("two", ("A", "B"))


def test_csv_from_spreadsheets() -> None:
    text = '\ufeffa,b,length\r\n"St. Louis, MO",Chicago,2\r\n,,\r\n\r\n'
    (network,) = parse_csv(text.encode())
    assert network.names == ("St. Louis, MO", "Chicago")


def test_csv_with_heads_only_has_no_instances() -> None:
    assert parse_csv("a,b,length\n") == []


@pytest.mark.parametrize(
    ("text", "line", "message"),
    [
        ("x,y\n0,1\n", 1, "the first row must name the columns"),
        ("a,b,lenght\n0,1,2\n", 1, "'a, b, lenght'"),
        ("a,b,b\n0,1,2\n", 1, "the first row must name the columns"),
        ("a;b;length\n0;1;2\n", 1, "the first row must name the columns"),
        ("0,1,2\n", 1, "the first row must name the columns"),
        ("a,b\n0,1\n0,1,2\n", 3, "expected 2 columns, got 3"),
        ("a,b,length\n0,1\n", 2, "expected 3 columns, got 2"),
        ("a,b,length\n0,,2\n", 2, "b is empty"),
        ("a,b,length\n0,1,\n", 2, "length is empty"),
        ("id,a,b\n,0,1\n", 2, "id is empty"),
        ("a,b,length\n0,1,2\n2,2,3\n", 3, "from a vertex to itself is not allowed: '2'"),
        ("a,b,length\n0,1,0\n", 2, "length must be an integer, 1 or more, not '0'"),
        ("a,b,length\n0,1,-1\n", 2, "not '-1'"),
        ("a,b,length\n0,1,1.0\n", 2, "not '1.0'"),
        ("a,b,length\n0,1,nan\n", 2, "not 'nan'"),
        ("a,b,length\n0,1,1e3\n", 2, "not '1e3'"),
        ("a,b,length\n0,1,٣\n", 2, "not '٣'"),
        ("a,b,length\n0,1,99999999999999999999\n", 2, "not '99999999999999999999'"),
        ('a,b\n"0,1\n', 2, "unexpected end of data"),
        ("a,b,length\n0,1,9223372036854775807\n1,2,1\n", 3, "9223372036854775807"),
        ('a,b\n"A\nB","A\nB"\n', 4, r"not allowed: 'A\nB'"),
        ("a,b,length\n0,01,1\n1,01,1\n", 3, "edge from a vertex to itself"),
    ],
)
def test_a_bad_row_is_refused_with_its_line(text: str, line: int, message: str) -> None:
    got = refused_csv(text)
    assert got.startswith(f"bad.csv:{line}: ")
    assert message in got


def test_csv_cannot_hold_an_instance_without_edges() -> None:
    with pytest.raises(ValueError, match="'nothing' has no edges"):
        format_csv([instance(), instance([], [], id="nothing")])


# --- Files ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["a.jsonl", "b.CSV"])
def test_files_are_written_and_read(tmp_path: Path, name: str) -> None:
    path = tmp_path / name
    write_instances([instance(), instance(lengths=[5, 5, 5, 5], id="other")], path)
    square, other = read_instances(path)
    assert square.key() == instance().key()
    assert (square.id, other.id) == ("square", "other")
    assert [file.name for file in tmp_path.iterdir()] == [name]


def test_a_csv_file_names_its_only_instance(tmp_path: Path) -> None:
    (tmp_path / "my roads.csv").write_text("a,b\n0,1\n", "utf-8")
    (roads,) = read_instances(str(tmp_path / "my roads.csv"))
    assert roads.id == "my roads"


def test_a_file_is_kept_if_the_new_one_cannot_be_written(tmp_path: Path) -> None:
    path = tmp_path / "a.csv"
    path.write_text("old", "utf-8")
    with pytest.raises(ValueError, match="has no edges"):
        write_instances([instance([], [])], path)
    assert path.read_text("utf-8") == "old"


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("none.jsonl", "cannot be read: No such file"),
        ("folder.csv", "cannot be read: Is a directory"),
        ("graph.txt", "the name must end in .jsonl or .csv"),
        ("nul\0.csv", "cannot be read"),
    ],
)
def test_files_that_cannot_be_read(tmp_path: Path, name: str, message: str) -> None:
    (tmp_path / "folder.csv").mkdir()
    with pytest.raises(InstanceError, match=message):
        read_instances(tmp_path / name)
    with pytest.raises((ValueError, OSError)):
        write_instances([instance()], tmp_path / "no folder" / name)


def test_mistakes_name_the_file(tmp_path: Path) -> None:
    path = tmp_path / "bad.csv"
    path.write_text("a,b\n0,0\n", "utf-8")
    with pytest.raises(InstanceError) as caught:
        read_instances(path)
    assert str(caught.value).startswith(f"{path}:2: ")


# --- NetworkX ------------------------------------------------------------------------------------


def test_networkx_and_back() -> None:
    nx = pytest.importorskip("networkx")
    graph = nx.MultiGraph()
    graph.add_edge("Bern", "Chur", weight=3)
    graph.add_edge("Bern", "Chur", weight=np.int64(4))
    graph.add_edge("Chur", "Zermatt", weight=2)
    graph.add_node("alone")
    roads = from_networkx(graph, id="roads")
    assert roads.names == ("Bern", "Chur", "Zermatt")
    assert sorted(zip(roads.edges.tolist(), roads.lengths.tolist(), strict=True)) == [
        ([0, 1], 3),
        ([0, 1], 4),
        ([1, 2], 2),
    ]
    back = to_networkx(roads)
    assert sorted(back.edges(data="weight")) == sorted(graph.edges(data="weight"))
    assert back.name == "roads"


def test_networkx_integers_stay_and_other_nodes_are_named() -> None:
    nx = pytest.importorskip("networkx")
    ring = from_networkx(nx.cycle_graph([7, 3, 12]))
    assert ring.names is None
    assert sorted(set(ring.edges.ravel().tolist())) == [3, 7, 12]
    assert ring.lengths.tolist() == [1, 1, 1]
    grid = from_networkx(nx.grid_2d_graph(2, 2))
    assert grid.names == ("(0, 0)", "(0, 1)", "(1, 0)", "(1, 1)")
    assert from_networkx(nx.Graph()).num_edges == 0


def test_networkx_other_attributes() -> None:
    nx = pytest.importorskip("networkx")
    graph = nx.Graph()
    graph.add_edge(0, 1, km=5, weight=2)
    assert from_networkx(graph, weight="km").lengths.tolist() == [5]
    assert from_networkx(graph, weight=None).lengths.tolist() == [1]
    assert to_networkx(from_networkx(graph), weight="km").edges[0, 1, 0] == {"km": 2}


def test_networkx_graphs_that_are_refused() -> None:
    nx = pytest.importorskip("networkx")

    def graph(*edges: tuple[Any, Any, dict[str, Any]]) -> Any:
        made = nx.Graph()
        made.add_edges_from(edges)
        return made

    for bad, message in (
        (nx.DiGraph([(0, 1)]), "the graph is directed"),
        (graph(("A", "A", {})), "from a node to itself is not allowed: 'A'"),
        (
            graph((0, 1, {"weight": 2.0})),
            "weight of edge 0-1 must be an integer, 1 or more, not 2.0",
        ),
        (graph((0, 1, {"weight": float("nan")})), "not nan"),
        (graph((0, 1, {"weight": 0})), "not 0"),
        (graph((0, 1, {"weight": True})), "not True"),
        (graph((0, 1, {"weight": 2}), (1, 2, {})), "but this edge has none"),
        (graph((0, 1, {"weight": 2**63})), "graph"),
        (graph((2**63, 1, {})), "graph"),
        (graph(("1", 1, {})), "have the same text"),
        (graph(("a\nb", "c", {})), "names must be text in one line"),
    ):
        with pytest.raises(InstanceError, match=message):
            from_networkx(bad)
    with pytest.raises(TypeError, match="graph must be a graph of NetworkX, not list"):
        from_networkx([(0, 1)])


def test_without_networkx_the_message_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "networkx", None)
    with pytest.raises(ModuleNotFoundError, match="pip install networkx"):
        to_networkx(instance())


# --- Round trips ---------------------------------------------------------------------------------

ENDS = st.tuples(st.integers(-3, 12), st.integers(-3, 12)).filter(lambda ends: ends[0] != ends[1])
FAR = st.tuples(st.integers(-(2**63), 0), st.integers(1, 2**63 - 1))
LENGTH = st.one_of(st.integers(1, 9), st.integers(1, 2**55))
TEXT = st.text(st.characters(codec="utf-8"), min_size=1, max_size=8).filter(
    lambda text: text == text.strip() and text.isprintable()
)


@st.composite
def instances(draw: st.DrawFn, least: int = 0) -> TrailInstance:
    """Any instance: named or not, of a map or not, with what is known about it or without."""
    if draw(st.booleans()):
        routes = draw(st.lists(st.integers(0, 99), unique=True, min_size=least, max_size=8))
        made = Board(Map.builtin("usa")).instance(routes, id=draw(TEXT), kind=draw(TEXT))
    else:
        edges = draw(st.lists(st.one_of(ENDS, FAR), min_size=least, max_size=8))
        lengths = draw(st.lists(LENGTH, min_size=len(edges), max_size=len(edges)))
        made = instance(edges, lengths, id=draw(TEXT), kind=draw(TEXT))
        vertices = made.graph.vertices
        if draw(st.booleans()) and made.num_edges and vertices[0] >= 0 and vertices[-1] <= 12:
            size = int(vertices[-1]) + 1
            names = draw(st.lists(TEXT, unique=True, min_size=size, max_size=size + 2))
            made = dataclasses.replace(made, names=tuple(names))
        if draw(st.booleans()):
            made = dataclasses.replace(made, map=draw(TEXT))
    if made.num_edges and draw(st.booleans()):
        edge = draw(st.integers(0, made.num_edges - 1))
        return dataclasses.replace(made, longest=int(made.lengths[edge]), trail=(edge,))
    return made


def by_name(one: TrailInstance) -> list[tuple[list[str], int]]:
    """The edges with the names of their ends, in order."""
    rows = zip(one.edges.tolist(), one.lengths.tolist(), strict=True)
    return [([one.name_of(v) for v in ends], length) for ends, length in rows]


@settings(deadline=None, max_examples=100)
@given(st.lists(instances(), max_size=4))
def test_jsonl_round_trip(made: list[TrailInstance]) -> None:
    text = format_jsonl(made)
    assert parse_jsonl(text) == made
    assert parse_jsonl(text.encode("utf-8-sig").replace(b"\n", b"\r\n")) == made


@settings(deadline=None, max_examples=100)
@given(st.lists(instances(least=1), min_size=1, max_size=4, unique_by=lambda one: one.id))
def test_csv_round_trip(made: list[TrailInstance]) -> None:
    read = parse_csv(format_csv(made), id=made[0].id)
    assert [one.id for one in read] == [one.id for one in made]
    for got, one in zip(read, made, strict=True):
        if got.names is not None:
            assert by_name(got) == by_name(one)
        elif one.names is None:  # not names that look like numbers
            assert np.array_equal(got.edges, one.edges)
            assert np.array_equal(got.lengths, one.lengths)


@settings(deadline=None, max_examples=100)
@given(instances())
def test_networkx_round_trip(made: TrailInstance) -> None:
    pytest.importorskip("networkx")
    back = from_networkx(to_networkx(made), id=made.id, kind=made.kind)

    def rows(one: TrailInstance) -> list[tuple[list[str], int]]:
        return sorted((sorted(ends), length) for ends, length in by_name(one))

    assert rows(back) == rows(made)
    if made.names is None:
        assert back.key() == made.key()


@settings(deadline=None, max_examples=200)
@given(st.one_of(st.text(), st.binary()))
def test_any_text_is_read_or_refused_in_one_line(text: str | bytes) -> None:
    for parse in (parse_jsonl, parse_csv):
        message = "x:"
        try:
            parse(text, source="x")
        except InstanceError as error:
            message = str(error)
        assert message.startswith("x:")
        assert "\n" not in message
