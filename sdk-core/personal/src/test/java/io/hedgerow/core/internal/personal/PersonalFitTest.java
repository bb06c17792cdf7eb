// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.personal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.internal.search.graph.EdgeKnowledge;
import io.hedgerow.core.internal.search.graph.GivenEdges;
import io.hedgerow.core.internal.search.graph.ParentSets;
import io.hedgerow.core.internal.search.score.HyperParameters;
import io.hedgerow.core.internal.search.score.HyperParameters.FitSums;
import io.hedgerow.core.internal.search.score.LocalScores;
import io.hedgerow.core.search.NoiseAssumption;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.apache.commons.math3.linear.Array2DRowRealMatrix;
import org.apache.commons.math3.linear.ArrayRealVector;
import org.apache.commons.math3.linear.LUDecomposition;
import org.apache.commons.math3.linear.RealMatrix;
import org.apache.commons.math3.linear.RealVector;
import org.junit.jupiter.api.Test;

/** Scores, sums and likelihoods of small data sets by matrices of rows, which the class never sees. */
class PersonalFitTest {

    private static final int D = 3;
    private static final int Q = 5;
    private static final HyperParameters SETTINGS = new HyperParameters(0.7, 0.3, 0.4, 0.2);
    private static final EdgeKnowledge SERIES = EdgeKnowledge.none(Q).parentsOnlyFrom(D);

    private static double[][] rows(int count, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        double[][] rows = new double[count][Q];
        for (double[] row : rows) {
            Arrays.setAll(row, j -> random.nextGaussian());
            row[0] += 0.5 * row[3];
            row[1] += 0.8 * row[0] - 0.4 * row[4];
            row[2] += 0.6 * row[1];
        }
        return rows;
    }

    private static PersonalMoments moments(double[][] rows) {
        double[] products = new double[Q * Q];
        for (double[] row : rows) {
            Arrays.setAll(products, k -> products[k] + row[k / Q] * row[k % Q]);
        }
        return PersonalMoments.of(Q, rows.length, products);
    }

    private static PersonalFit fit(double[][] rows, NoiseAssumption assumption) {
        return new PersonalModel(SERIES, assumption, SETTINGS).fit(moments(rows));
    }

    private static RealMatrix columns(double[][] rows, int... chosen) {
        RealMatrix x = new Array2DRowRealMatrix(rows.length, chosen.length);
        for (int r = 0; r < rows.length; r++) {
            for (int c = 0; c < chosen.length; c++) {
                x.setEntry(r, c, rows[r][chosen[c]]);
            }
        }
        return x;
    }

    private static RealVector column(double[][] rows, int j) {
        return new ArrayRealVector(
                Arrays.stream(rows).mapToDouble(row -> row[j]).toArray());
    }

    /** ln N(y; 0, s² (I + v² X Xᵀ)): weights are integrated out. */
    private static double density(double[][] rows, int target, int... parents) {
        int n = rows.length;
        RealMatrix spread = new Array2DRowRealMatrix(n, n);
        for (int r = 0; r < n; r++) {
            spread.setEntry(r, r, 1);
        }
        if (parents.length > 0) {
            RealMatrix x = columns(rows, parents);
            spread = spread.add(x.multiply(x.transpose()).scalarMultiply(SETTINGS.slab()));
        }
        LUDecomposition lu = new LUDecomposition(spread.scalarMultiply(SETTINGS.noise()));
        RealVector y = column(rows, target);
        return -0.5
                * (Math.log(lu.getDeterminant()) + y.dotProduct(lu.getSolver().solve(y)));
    }

    /** The score of parents over none is their evidence, and ln (f / (2 (1 − f))) or of lags ln (f / (1 − f)) each. */
    @Test
    void scores_areLogMarginalDensities_andOddsOfEdges() {
        double[][] rows = rows(14, 1);
        LocalScores scores = fit(rows, NoiseAssumption.EQUAL).scores();
        double within = Math.log(0.4 / 0.6 / 2);
        double lagged = Math.log(0.2 / 0.8);
        int[][] sets = {{0}, {3}, {0, 2}, {0, 4}, {0, 2, 3, 4}};
        for (int[] set : sets) {
            double odds =
                    IntStream.of(set).mapToDouble(i -> i < D ? within : lagged).sum();
            double expected = density(rows, 1, set) - density(rows, 1) + odds;
            double gain = scores.of(1, set, set.length) - scores.of(1, new int[0], 0);
            assertEquals(expected, gain, 1e-9, Arrays.toString(set));
        }
    }

    private static ParentSets graph() {
        ParentSets graph = ParentSets.empty(Q);
        graph.add(0, 3);
        graph.add(1, 4);
        graph.add(1, 0);
        graph.add(2, 1);
        return graph;
    }

    /** Σ over targets of n r, n, edges and E[b²] by the posterior N((XᵀX + I/v²)⁻¹ Xᵀy, s² (XᵀX + I/v²)⁻¹). */
    @Test
    void sums_areThoseOfThePosteriorOfWeights() {
        double[][] rows = rows(20, 2);
        FitSums sums = fit(rows, NoiseAssumption.EQUAL).sums(graph());
        double residuals = 0;
        double squares = 0;
        int[][] parents = {{3}, {4, 0}, {1}};
        for (int j = 0; j < D; j++) {
            RealMatrix x = columns(rows, parents[j]);
            RealMatrix precision = x.transpose().multiply(x);
            for (int a = 0; a < parents[j].length; a++) {
                precision.addToEntry(a, a, 1 / SETTINGS.slab());
            }
            RealMatrix inverse = new LUDecomposition(precision).getSolver().getInverse();
            RealVector b = inverse.operate(x.transpose().operate(column(rows, j)));
            RealVector e = column(rows, j).subtract(x.operate(b));
            residuals += e.dotProduct(e) + b.dotProduct(b) / SETTINGS.slab();
            squares += b.dotProduct(b) + SETTINGS.noise() * inverse.getTrace();
        }
        assertEquals(residuals, sums.residuals(), 1e-8);
        assertEquals(squares, sums.squares(), 1e-8);
        assertEquals(60, sums.terms());
        assertEquals(2, sums.within(), "0 → 1 → 2");
        assertEquals(2, sums.lagged());
    }

    /** Other rows, row by row, by the weights of the first ones. */
    @Test
    void logLikelihood_isTheSumOfDensitiesOfRows() {
        double[][] rows = rows(25, 3);
        double[][] others = rows(7, 4);
        int[][] parents = {{3}, {4, 0}, {1}};
        for (NoiseAssumption assumption : NoiseAssumption.values()) {
            boolean equal = assumption == NoiseAssumption.EQUAL;
            double expected = 0;
            for (int j = 0; j < D; j++) {
                RealMatrix x = columns(rows, parents[j]);
                RealMatrix a = x.transpose().multiply(x);
                double ownSquares = column(rows, j).dotProduct(column(rows, j));
                for (int p = 0; p < parents[j].length; p++) {
                    RealVector of = column(rows, parents[j][p]);
                    a.addToEntry(p, p, equal ? 1 / SETTINGS.slab() : of.dotProduct(of) / 25);
                }
                RealVector right = x.transpose().operate(column(rows, j));
                RealVector b = new LUDecomposition(a).getSolver().solve(right);
                double r = (ownSquares - b.dotProduct(right)) / 25;
                double v = equal ? SETTINGS.noise() : r * 25 / (25 - parents[j].length);
                RealVector e =
                        column(others, j).subtract(columns(others, parents[j]).operate(b));
                expected -= 7 / 2.0 * Math.log(2 * Math.PI * v) + e.dotProduct(e) / (2 * v);
            }
            assertEquals(
                    expected,
                    fit(rows, assumption).logLikelihood(graph(), moments(others)),
                    1e-8,
                    assumption.toString());
        }
    }

    /** One prior of K clients' one structure: the sum of their scores has the odds of an edge once. */
    @Test
    void scoresOfOneStructure_haveThePriorOnceAmongAllClients() {
        PersonalModel model = new PersonalModel(SERIES, NoiseAssumption.EQUAL, SETTINGS);
        PersonalMoments moments = moments(rows(14, 5));
        int[] parents = {0, 3};
        double evidence = density(rows(14, 5), 1, parents) - density(rows(14, 5), 1);
        LocalScores part = model.fitOfOneStructure(moments, 4).scores();
        double gain = part.of(1, parents, 2) - part.of(1, new int[0], 0);
        assertEquals(evidence + (Math.log(0.4 / 0.6 / 2) + Math.log(0.2 / 0.8)) / 4, gain, 1e-9);
    }

    /** The formula of the prior by others' probabilities: K − 1 of them say .6 and .3 of the two directions. */
    @Test
    void oddsByOthers_areSharesOfTheirProbabilities() {
        PersonalModel model = new PersonalModel(SERIES, NoiseAssumption.EQUAL, SETTINGS);
        double[] sum = new double[Q * Q];
        double[] own = new double[Q * Q];
        sum[1] = 0.6 + 0.9;
        own[1] = 0.9;
        sum[Q] = 0.3 + 0.1;
        own[Q] = 0.1;
        sum[3 * Q] = 1.4;
        own[3 * Q] = 0.2;
        double[] odds = model.logOdds(sum, own, 3);
        assertEquals(Math.log((0.6 + 0.2) / (2 - 0.9 + 0.6)), odds[1], 1e-12);
        assertEquals(Math.log((0.3 + 0.2) / (2 - 0.9 + 0.6)), odds[Q], 1e-12);
        assertEquals(Math.log((1.2 + 0.2) / (2 - 1.2 + 0.8)), odds[3 * Q], 1e-12, "a lag has no reverse");
        assertEquals(Math.log(0.2 / 2.6), odds[2], 1e-12, "where others have nothing");
        assertEquals(Double.NEGATIVE_INFINITY, odds[3], "into a lag");
        // behind masks the sum is rounded
        own[1] = 1.5 + 1e-9;
        own[Q] = 0.4 + 1e-9;
        double rounded = model.logOdds(sum, own, 3)[1];
        assertEquals(Math.log(0.2 / 2.6), rounded, 1e-6);
    }

    @Test
    void lags_areAllAllowedOnes_besideWhatIsRequired() {
        EdgeKnowledge some =
                GivenEdges.among(Q).required(0, 1).forbidden(4, 2).known().parentsOnlyFrom(D);
        ParentSets lags = new PersonalModel(some, NoiseAssumption.EQUAL, SETTINGS).lags();
        for (int j = 0; j < Q; j++) {
            for (int i = 0; i < Q; i++) {
                boolean lag = i >= D && j < D && !(i == 4 && j == 2);
                assertEquals(lag || (i == 0 && j == 1), lags.positionOf(j, i) >= 0, i + " → " + j);
            }
        }
        assertTrue(lags.edgeCount() == 6);
    }
}
