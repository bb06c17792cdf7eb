// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.search.sites;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.graph.AncestralMarks;
import io.hedgerow.core.graph.PairProbabilities;
import io.hedgerow.core.graph.WeightMatrix;
import io.hedgerow.core.internal.search.sums.SummedRows;
import io.hedgerow.core.internal.search.sums.WithinSites;
import io.hedgerow.core.internal.simulation.model.LinearSem;
import io.hedgerow.core.internal.simulation.model.Noise;
import io.hedgerow.core.search.Evidence;
import io.hedgerow.core.search.Finding;
import io.hedgerow.core.search.Findings;
import io.hedgerow.core.search.NoiseAssumption;
import io.hedgerow.core.search.Trust;
import io.hedgerow.core.search.Trust.Misfit;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class UnexplainedPairsTest {

    private static final int ROWS = 600;

    /** 0 → 2 ← 1, 2 → 3. */
    private static WeightMatrix network(double last) {
        return WeightMatrix.of(new double[][] {{0, 0, 0.8, 0}, {0, 0, 0.7, 0}, {0, 0, 0, last}, {0, 0, 0, 0}});
    }

    private static WithinSites rows(WeightMatrix truth) {
        int d = truth.variables();
        double[] ones = new double[d];
        Arrays.fill(ones, 1);
        LinearSem model = LinearSem.of(truth, Noise.GAUSSIAN, ones);
        return SummedRows.of(
                IntStream.range(1, 4).mapToObj(k -> model.sample(ROWS, k)).toList());
    }

    private static Evidence evidence(WithinSites moments, Optional<WeightMatrix> directed) {
        Trust trust =
                new Trust(NoiseAssumption.UNEQUAL, 0, moments.rows(), moments.effectiveRows(), 1, 0, 0, Findings.NONE);
        return new Evidence(
                new PairProbabilities(Optional.empty(), directed, 0.99),
                IntStream.range(0, moments.variables())
                        .mapToObj(j -> new Evidence.Equation(0, 1))
                        .toList(),
                trust,
                OptionalInt.empty());
    }

    private static WeightMatrix found(WithinSites moments, WeightMatrix network) {
        return errors(UnexplainedPairs.in(moments, network, evidence(moments, Optional.empty())));
    }

    /** The figures of the pairs that were found, both ways. */
    private static WeightMatrix errors(Evidence found) {
        Finding finding = found.findings().of(Misfit.UNEXPLAINED_PAIRS).orElseThrow();
        int d = found.equations().size();
        double[] errors = new double[d * d];
        for (Finding.Place pair : finding.places()) {
            errors[pair.one() * d + pair.other()] = pair.figure().orElseThrow();
            errors[pair.other() * d + pair.one()] = pair.figure().orElseThrow();
        }
        assertEquals(finding.places().size() > 0, finding.failed());
        return WeightMatrix.ofRows(d, errors);
    }

    @Test
    void edgeThatTheNetworkLacks_isFound_withItsSign() {
        WithinSites moments = rows(network(-0.4));
        WeightMatrix errors = found(moments, network(0));
        assertEquals(2, errors.edgeCount(), "one pair, both ways");
        assertTrue(errors.get(2, 3) < -8 && errors.get(2, 3) == errors.get(3, 2), () -> "" + errors.get(2, 3));
    }

    /** 0 and 1 are independent, and dependent given their effect: their partial correlation is far from 0. */
    @Test
    void causesOfOneEffect_areExplainedByIt() {
        assertEquals(0, found(rows(network(0.4)), network(0.4)).edgeCount());
    }

    /** Without the effect's edges nothing explains that dependence. */
    @Test
    void causesOfOneEffect_withoutItsEdges_areNot() {
        assertTrue(found(rows(network(0.4)), WeightMatrix.of(new double[4][4])).edgeCount() >= 6);
    }

    @Test
    void edgeThatIsNotShown_explainsNothing() {
        WithinSites moments = rows(network(0.4));
        WeightMatrix unlikely =
                WeightMatrix.of(new double[][] {{0, 0, 1, 0}, {0, 0, 1, 0}, {0, 0, 0, 0.3}, new double[4]});
        WeightMatrix errors =
                errors(UnexplainedPairs.in(moments, network(0.4), evidence(moments, Optional.of(unlikely))));
        assertEquals(2, errors.edgeCount());
        assertTrue(errors.hasEdge(2, 3));
    }

    /** A network without hidden causes needs an edge where one with them has none. */
    @Test
    void edgeThatHiddenCausesExplain_isNoSuchPair() {
        WithinSites moments = rows(network(0.4));
        WeightMatrix unlikely =
                WeightMatrix.of(new double[][] {{0, 0, 1, 0}, {0, 0, 1, 0}, {0, 0, 0, 0.3}, new double[4]});
        AncestralMarks marks = AncestralMarks.of(4, (i, j) -> Optional.empty(), (i, j) -> false, Optional.empty(), 9);
        Evidence evidence = evidence(moments, Optional.of(unlikely));
        PairProbabilities claimed = new PairProbabilities(
                Optional.empty(), Optional.of(unlikely), 0.9, Optional.empty(), Optional.of(marks));
        assertEquals(
                0,
                errors(UnexplainedPairs.in(moments, network(0.4), evidence.with(claimed, evidence.equations())))
                        .edgeCount());
    }

    /** Chance alone must not accuse a search: it does once in a thousand studies. */
    @Test
    void independentColumns_raiseNothing() {
        for (int seed = 1; seed <= 20; seed++) {
            LinearSem model = LinearSem.of(
                    WeightMatrix.of(new double[8][8]), Noise.GAUSSIAN, new double[] {1, 1, 1, 1, 1, 1, 1, 1});
            WithinSites moments = SummedRows.of(List.of(model.sample(200, seed), model.sample(200, 100 + seed)));
            assertEquals(0, found(moments, WeightMatrix.of(new double[8][8])).edgeCount());
        }
    }

    @Test
    void columnsThatDependExactly_areNotLookedAt() {
        double[][] sample = LinearSem.of(network(0.4), Noise.GAUSSIAN, new double[] {1, 1, 1, 1})
                .sample(ROWS, 1);
        for (double[] row : sample) {
            row[3] = row[0] + row[1];
        }
        WithinSites moments = SummedRows.of(List.<double[][]>of(sample));
        assertEquals(
                Optional.empty(),
                UnexplainedPairs.in(moments, network(0), evidence(moments, Optional.empty()))
                        .findings()
                        .of(Misfit.UNEXPLAINED_PAIRS));
    }
}
