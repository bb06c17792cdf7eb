// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.feature.search;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.graph.WeightMatrix;
import io.hedgerow.core.internal.feature.moments.FeatureMap;
import io.hedgerow.core.internal.feature.moments.FeatureMoments;
import io.hedgerow.core.internal.feature.moments.FeatureRows;
import io.hedgerow.core.internal.search.graph.EdgeKnowledge;
import io.hedgerow.core.internal.search.graph.ParentSets;
import io.hedgerow.core.search.Evidence;
import io.hedgerow.core.search.NoiseAssumption;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

/** Weights and curves of x₃ = x₁ x₂ + noise against the fitted function, row by row. */
class FeatureNetworkTest {

    private static final int ROWS = 400;
    private static final double ROUNDING = 1e-9;

    private final double[][] rows = FeatureRows.three(ROWS);
    private final FeatureMap map = FeatureRows.map(rows, new int[] {0, 1});
    private final FeatureMoments moments = FeatureRows.moments(map, rows);
    private final FeatureScores scores = new FeatureScores(moments, EdgeKnowledge.none(3), ROWS, 0, FeaturePrior.EXACT);
    private final FeatureSearch.Best best = new FeatureSearch.Best(
            ParentSets.of(WeightMatrix.of(new double[][] {{0, 1, 1}, {0, 0, 1}, {0, 0, 0}}), 3), scores, 0, 0);
    private final FeatureNetwork network = new FeatureNetwork(moments, best, ROWS);
    private final double unit = map.marginal(2).deviation();
    private final FeatureFamily fitted = scores.fitted(2, new int[] {0, 1});
    private final double[] b = fitted.coefficients();

    private double[] columns(double[] row) {
        double[] columns = new double[map.size()];
        map.expand(row, columns);
        return columns;
    }

    private double mean(double[] columns) {
        double sum = 0;
        for (int a = 0; a < b.length; a++) {
            sum += b[a] * (columns[fitted.column(a)] - moments.mean(fitted.column(a)));
        }
        return sum;
    }

    /** Of the columns of a cause and of products with it, without those of the other alone. */
    private double part(double[] columns, int cause) {
        double sum = 0;
        for (int a = 0; a < b.length; a++) {
            int column = fitted.column(a);
            if (column >= map.single() || column / map.width() == cause) {
                sum += b[a] * (columns[column] - moments.mean(column));
            }
        }
        return sum;
    }

    /** The deviation over rows of a cause's part, with the sign of its correlation with the cause. */
    @Test
    void weight_isTheDeviationOfTheCausesPart() {
        for (int cause = 0; cause < 2; cause++) {
            double squares = 0;
            double slope = 0;
            for (double[] row : rows) {
                double part = part(columns(row), cause);
                squares += part * part / (ROWS - 1);
                slope += part * columns(row)[cause * map.width()];
            }
            assertEquals(
                    Math.signum(slope) * unit * Math.sqrt(squares),
                    network.weights().get(cause, 2),
                    ROUNDING);
        }
        assertFalse(network.weights().hasEdge(2, 0));
    }

    /** f(cause at x, other at its mean columns) − f(both at their mean columns), in the unit of the effect. */
    @Test
    void curve_isTheEffectOfTheCause_whereTheOtherIsAtItsMean() {
        for (int cause = 0; cause < 2; cause++) {
            int of = cause;
            Evidence.Curve curve = network.curves().stream()
                    .filter(known -> known.from() == of && known.to() == 2)
                    .findFirst()
                    .orElseThrow();
            assertEquals(41, curve.points().size());
            assertEquals(
                    map.marginal(cause).quantile(0.01), curve.points().get(0).cause());
            assertEquals(
                    map.marginal(cause).quantile(0.99), curve.points().get(40).cause(), ROUNDING);
            for (Evidence.Point point : curve.points()) {
                double[] row = {0, 0, 0};
                row[cause] = point.cause();
                double[] at = columns(row);
                double[] centre = new double[map.size()];
                for (int a = 0; a < map.single(); a++) {
                    centre[a] = moments.mean(a);
                    at[a] = a / map.width() == cause ? at[a] : centre[a];
                }
                map.multiply(0, at);
                map.multiply(0, centre);
                assertEquals(unit * (mean(at) - mean(centre)), point.effect(), ROUNDING);
                double[] psi = new double[b.length];
                for (int a = 0; a < b.length; a++) {
                    psi[a] = at[fitted.column(a)] - centre[fitted.column(a)];
                }
                assertEquals(
                        unit * Math.sqrt(fitted.residual() * fitted.spread(psi) / ROWS), point.deviation(), ROUNDING);
            }
        }
    }

    @Test
    void interacting_isWhatHasProducts() {
        for (Evidence.Curve curve : network.curves()) {
            assertEquals(curve.to() == 2, curve.interacting(), curve.from() + " -> " + curve.to());
        }
    }

    @Test
    void equations_haveMeanAndNoise_andTheRatioIsOfTheirExtremes() {
        List<Evidence.Equation> equations = network.equations();
        double most = 0;
        double least = Double.POSITIVE_INFINITY;
        for (int j = 0; j < 3; j++) {
            double own = map.marginal(j).deviation();
            double noise = scores.fitted(j, best.parents(j)).residual() * own * own;
            assertEquals(
                    new Evidence.Equation(map.marginal(j).mean(), noise, OptionalDouble.empty()), equations.get(j));
            most = Math.max(most, noise);
            least = Math.min(least, noise);
        }
        assertEquals(most / least, network.varianceRatio(), ROUNDING);
        assertTrue(most > least);
    }

    /** −2 S + n (Σ ln s_j² + d) + (d − 1) ln n of own variances; −2 S + n d ln σ² of a common one. */
    @Test
    void criterion_isThatOfTheGraphThatWasFound() {
        FeatureSearch search = new FeatureSearch(moments, EdgeKnowledge.none(3), ROWS, FeaturePrior.EXACT, 3);
        FeatureSearch.Best unequal =
                search.best(Optional.of(NoiseAssumption.UNEQUAL), List.of()).best();
        double units = 0;
        for (int j = 0; j < 3; j++) {
            units += 2 * Math.log(map.marginal(j).deviation());
        }
        assertEquals(-2 * score(unequal) + ROWS * (units + 3) + 2 * Math.log(ROWS), unequal.criterion(), 1e-6);
        FeatureSearch.Best equal =
                search.best(Optional.of(NoiseAssumption.EQUAL), List.of()).best();
        assertEquals(-2 * score(equal) + ROWS * 3 * Math.log(equal.noise()), equal.criterion(), 1e-6);
        FeatureSearch.Chosen chosen = search.best(Optional.empty(), List.of());
        assertEquals(
                Math.min(unequal.criterion(), equal.criterion()), chosen.best().criterion(), 1e-6);
        assertEquals(Math.abs(unequal.criterion() - equal.criterion()), chosen.margin(), 1e-6);
    }

    private static double score(FeatureSearch.Best best) {
        double sum = 0;
        for (int j = 0; j < 3; j++) {
            sum += best.scores().of(j, best.parents(j), best.parents(j).length);
        }
        return sum;
    }
}
