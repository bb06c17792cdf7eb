// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.predict;

import io.hedgerow.core.data.VariableKind;
import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.graph.AncestralMarks;
import io.hedgerow.core.graph.AncestralMarks.End;
import io.hedgerow.core.graph.EquivalenceClass;
import io.hedgerow.core.graph.NamedNetwork;
import io.hedgerow.core.graph.PairProbabilities;
import io.hedgerow.core.graph.WeightMatrix;
import io.hedgerow.core.search.CategoricalModel;
import io.hedgerow.core.search.CategoricalModel.FamilyCounts;
import io.hedgerow.core.search.CategoricalModel.Line;
import io.hedgerow.core.search.CategoricalModel.Term;
import io.hedgerow.core.search.Evidence;
import io.hedgerow.core.search.Evidence.Equation;
import io.hedgerow.core.search.Findings;
import io.hedgerow.core.search.FittedEquations;
import io.hedgerow.core.search.NoiseAssumption;
import io.hedgerow.core.search.Trust;
import io.hedgerow.core.table.DiscreteNetwork;
import io.hedgerow.core.table.ProbabilityTable;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/** Fitted networks whose figures can be computed by hand. */
final class Networks {

    static final VariableSchema NUMBERS = VariableSchema.of("a", "b", "c");

    static final WeightMatrix WEIGHTS = WeightMatrix.of(new double[][] {{0, 3, -1}, {0, 0, 2}, {0, 0, 0}});

    static final FittedEquations EQUATIONS = new FittedEquations(
            List.of(new Equation(1, 4), new Equation(2, 1), new Equation(0, 9)), FittedEquations.DATA, false);

    private Networks() {}

    /** By hand: a = 1 + u (variance 4), b = 2 + 3 a + u (variance 1), c = −a + 2 b + u (variance 9). */
    static FittedNetwork numbers() {
        return FittedNetwork.of("result.json", NamedNetwork.of(NUMBERS, WEIGHTS), Optional.empty(), EQUATIONS);
    }

    /** The same, in a class in which a - b has no direction. */
    static FittedNetwork open() {
        EquivalenceClass pattern =
                EquivalenceClass.ofMarks(WeightMatrix.of(new double[][] {{0, 1, 1}, {1, 0, 1}, {0, 0, 0}}));
        PairProbabilities pairs =
                new PairProbabilities(Optional.of(pattern), Optional.empty(), 1, Optional.empty(), Optional.empty());
        return FittedNetwork.of(
                "result.json", NamedNetwork.of(NUMBERS, WEIGHTS).withPairs(pairs), Optional.empty(), EQUATIONS);
    }

    /** rain → grass → slip: P(rain) = .3, P(wet | no rain) = .1, P(wet | rain) = .8, P(slip | wet) = .25, else 0. */
    static FittedNetwork tables() {
        VariableSchema schema = VariableSchema.of("rain", "grass", "slip")
                .with(Map.of(
                        "rain", VariableKind.categorical("no", "yes"),
                        "grass", VariableKind.categorical("dry", "wet"),
                        "slip", VariableKind.categorical("no", "yes")));
        return FittedNetwork.of(
                "t.bif",
                DiscreteNetwork.of(
                        schema,
                        List.of(
                                ProbabilityTable.of(new int[0], new double[][] {{0.7, 0.3}}),
                                ProbabilityTable.of(new int[] {0}, new double[][] {{0.9, 0.1}, {0.2, 0.8}}),
                                ProbabilityTable.of(new int[] {1}, new double[][] {{1, 0}, {0.75, 0.25}}))));
    }

    static final VariableSchema MIXED = VariableSchema.of("age", "sex", "dose", "group")
            .with(Map.of("sex", VariableKind.categorical("F", "M"), "group", VariableKind.categorical("low", "high")));

    /**
     * sex → dose ← age, dose → group: P(M) = .25, age = 60 + u (variance 100), dose = 1 + 2 · (sex = M) + .5 age + u
     * (variance 4); P(high) = .2, a mean over doses.
     */
    static FittedNetwork mixed() {
        WeightMatrix weights =
                WeightMatrix.of(new double[][] {{0, 0, 0.5, 0}, {0, 0, 2, 0}, {0, 0, 0, 1}, {0, 0, 0, 0}});
        CategoricalModel model = new CategoricalModel(
                List.of(
                        new FamilyCounts(1, List.of(), 2, List.of(75.0, 25.0), 1e-9),
                        new FamilyCounts(3, List.of(), 2, List.of(80.0, 20.0), 1e-9)),
                List.of(
                        new Line(0, 60, 100, List.of()),
                        new Line(2, 1, 4, List.of(new Term(1, 1, 2), new Term(0, -1, 0.5)))));
        return FittedNetwork.of(
                "result.json", NamedNetwork.of(MIXED, weights), Optional.of(evidence(model)), FittedEquations.NONE);
    }

    /** The numbers with marks: a --> b, a o-> c and b <-> c, by which b is no cause of c. */
    static FittedNetwork marked() {
        Map<List<Integer>, End> ends = Map.of(
                List.of(0, 1), End.ARROW, // at b, of a and b
                List.of(1, 0), End.TAIL,
                List.of(1, 2), End.ARROW,
                List.of(2, 1), End.ARROW,
                List.of(0, 2), End.ARROW,
                List.of(2, 0), End.CIRCLE);
        AncestralMarks marks = AncestralMarks.of(
                3, (i, j) -> Optional.ofNullable(ends.get(List.of(i, j))), (i, j) -> false, Optional.empty(), 0);
        PairProbabilities pairs =
                new PairProbabilities(Optional.empty(), Optional.empty(), 1, Optional.empty(), Optional.of(marks));
        return FittedNetwork.of(
                "result.json",
                NamedNetwork.of(NUMBERS, WEIGHTS).withPairs(pairs.byMarks()),
                Optional.empty(),
                EQUATIONS);
    }

    private static Evidence evidence(CategoricalModel model) {
        PairProbabilities pairs =
                new PairProbabilities(Optional.empty(), Optional.empty(), 1, Optional.empty(), Optional.empty());
        Trust trust = new Trust(NoiseAssumption.UNEQUAL, 0, 1000, 1000, 1, 0, 0, Findings.NONE);
        return new Evidence(pairs, List.of(), trust, OptionalInt.empty()).with(model);
    }
}
