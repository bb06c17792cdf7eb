# SPDX-License-Identifier: Apache-2.0
"""Runs a script for pgmpy with stand-ins for the classes that it uses, and prints what was made, a line for each number.

The stand-ins have the signatures and the rules of pgmpy's documentation:
TabularCPD(variable, variable_card, values, evidence=None, evidence_card=None, state_names={}),
https://pgmpy.org/api/generated/factors/pgmpy.factors.discrete.TabularCPD.html: values are a 2D list with a line for each
state and a column for each configuration, the last variable of evidence fastest;
LinearGaussianCPD(variable, beta, std, evidence=[]),
https://pgmpy.org/api/generated/factors/pgmpy.factors.continuous.LinearGaussianCPD.html: beta has the intercept first.
DiscreteBayesianNetwork was called BayesianNetwork before pgmpy 1.0, which refuses the old name.

Usage: check_pgmpy.py SCRIPT 1|0
"""

import itertools
import math
import sys
import types
from urllib.parse import quote


class TabularCPD:
    def __init__(self, variable, variable_card, values, evidence=None, evidence_card=None, state_names={}):
        assert isinstance(variable_card, int), "variable_card must be an integer"
        self.variable, self.card, self.values = variable, variable_card, values
        self.evidence, self.evidence_card = list(evidence or []), list(evidence_card or [])
        assert not isinstance(evidence, str) and len(self.evidence) == len(self.evidence_card)
        columns = math.prod(self.evidence_card)
        assert len(values) == variable_card and all(len(line) == columns for line in values), "shape of values"
        assert set(state_names) == {variable, *self.evidence}, "state_names must have the variable and its evidence"
        for name, card in zip([variable, *self.evidence], [variable_card, *self.evidence_card]):
            assert len(state_names[name]) == card == len(set(state_names[name])), "a name for each state"
        self.state_names = state_names

    def lines(self):
        configurations = itertools.product(*(self.state_names[name] for name in self.evidence))
        for column, levels in enumerate(configurations):
            for line, state in zip(self.values, self.state_names[self.variable]):
                yield [self.variable, state, *sorted(f"{p}={s}" for p, s in zip(self.evidence, levels))], line[column]

    def check(self, model):
        for column in range(math.prod(self.evidence_card)):
            assert abs(sum(line[column] for line in self.values) - 1) < 0.01, "probabilities must sum to 1"
        for name in self.evidence:
            assert model.cpds[name].state_names[name] == self.state_names[name], "states of evidence"


class LinearGaussianCPD:
    def __init__(self, variable, beta, std, evidence=[]):
        assert len(beta) == len(evidence) + 1 and std >= 0
        self.variable, self.beta, self.std, self.evidence = variable, beta, std, list(evidence)

    def lines(self):
        for name, weight in zip(["(Intercept)", *self.evidence], self.beta):
            yield [self.variable, name], weight
        yield [self.variable, "(sd)"], self.std

    def check(self, model):
        pass


class Network:
    def __init__(self, ebunch=None):
        assert ebunch is None
        self.nodes, self.edges, self.cpds = [], [], {}

    def add_nodes_from(self, nodes):
        self.nodes += nodes

    def add_edges_from(self, edges):
        for edge in edges:
            one, other = edge
            assert one in self.nodes and other in self.nodes and not self.leads(other, one), "a cycle"
            self.edges.append(edge)

    def leads(self, one, other):
        return one == other or any(self.leads(to, other) for start, to in self.edges if start == one)

    def add_cpds(self, *cpds):
        for cpd in cpds:
            assert isinstance(cpd, self.kind) and {cpd.variable, *cpd.evidence} <= set(self.nodes)
            self.cpds[cpd.variable] = cpd

    def check_model(self):
        assert set(self.cpds) == set(self.nodes) and len(self.nodes) == len(set(self.nodes))
        for name, cpd in self.cpds.items():
            assert set(cpd.evidence) == {start for start, to in self.edges if to == name}, "evidence must be the parents"
            cpd.check(self)
        return True


class Discrete(Network):
    kind = TabularCPD


class Linear(Network):
    kind = LinearGaussianCPD


def modules(version):
    discrete = {"DiscreteBayesianNetwork" if version == "1" else "BayesianNetwork": Discrete}
    for name, members in {
        "pgmpy": {},
        "pgmpy.models": {"LinearGaussianBayesianNetwork": Linear, **discrete},
        "pgmpy.factors": {},
        "pgmpy.factors.discrete": {"TabularCPD": TabularCPD},
        "pgmpy.factors.continuous": {"LinearGaussianCPD": LinearGaussianCPD},
    }.items():
        module = types.ModuleType(name)
        vars(module).update(members)
        sys.modules[name] = module


modules(sys.argv[2])
script = {}
with open(sys.argv[1], encoding="utf-8") as text:
    exec(compile(text.read(), sys.argv[1], "exec"), script)
for cpd in script["model"].cpds.values():
    for key, number in cpd.lines():
        print("\t".join(quote(word, safe="") for word in [*key, repr(float(number))]))
