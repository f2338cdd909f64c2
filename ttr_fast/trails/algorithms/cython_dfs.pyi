from ttr_fast.trails.algorithm import TrailAlgorithm, TrailSolution
from ttr_fast.trails.budget import TrailBudget
from ttr_fast.trails.graph import TrailGraph

ENTRY: TrailAlgorithm

def solve(graph: TrailGraph, budget: TrailBudget) -> TrailSolution: ...
