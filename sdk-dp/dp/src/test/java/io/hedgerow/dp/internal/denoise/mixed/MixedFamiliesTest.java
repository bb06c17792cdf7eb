// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.internal.denoise.mixed;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.graph.WeightMatrix;
import io.hedgerow.core.internal.block.BlockInformation;
import io.hedgerow.core.internal.search.graph.ParentSets;
import io.hedgerow.core.search.CategoricalModel;
import io.hedgerow.dp.internal.release.mixed.MixedFixtures;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Without noise, of rows of a number, a category of three levels, a number and a category of two. */
class MixedFamiliesTest {

    private static final int[] LEVELS = {0, 3, 0, 2};
    private static final MixedColumns SHAPE = MixedFixtures.columns(LEVELS);
    private static final int N = 3000;
    private static final double[] CENTRE = {1, -3};
    private static final double[] UNITS = {2, 0.5};

    private static final double[][] ROWS = rows();
    private static final NoisyColumns RELEASED = released();
    private static final BlockInformation INFORMATION = new BlockInformation(RELEASED.blocks(), RELEASED.covariance());
    private static final MixedFamilies FAMILIES = new MixedFamilies(RELEASED, RELEASED.covariance(), INFORMATION);

    private static double[][] rows() {
        Random random = new Random(3);
        double[][] rows = new double[N][4];
        for (double[] row : rows) {
            row[1] = random.nextInt(10) < 4 ? 1 : 2 * random.nextInt(2);
            row[3] = random.nextDouble() < 0.2 + 0.3 * row[1] ? 1 : 0;
            row[0] = 2 + row[1] - row[3] + random.nextGaussian();
            row[2] = -3 + 0.3 * row[0] + 0.2 * random.nextGaussian();
        }
        return rows;
    }

    private static NoisyColumns released() {
        int q = SHAPE.size();
        double[] products = new double[q * q];
        for (double[] row : ROWS) {
            double[] y = new double[q];
            y[0] = (row[0] - CENTRE[0]) / UNITS[0];
            y[SHAPE.first(1) + (int) row[1]] = MixedColumns.WEIGHT;
            y[SHAPE.first(2)] = (row[2] - CENTRE[1]) / UNITS[1];
            y[SHAPE.first(3) + (int) row[3]] = MixedColumns.WEIGHT;
            for (int k = 0; k < q * q; k++) {
                products[k] += y[k / q] * y[k % q] / N;
            }
        }
        return new NoisyColumns(SHAPE, products, 1e-9, CENTRE, UNITS, N);
    }

    private static ParentSets graph(int[]... edges) {
        double[] weights = new double[16];
        for (int[] edge : edges) {
            weights[edge[0] * 4 + edge[1]] = 1;
        }
        return ParentSets.of(WeightMatrix.ofRows(4, weights), 4);
    }

    private static double cause(CategoricalModel.Term term, double[] row) {
        return term.level() < 0 ? row[term.cause()] : row[term.cause()] == term.level() ? 1 : 0;
    }

    /** Residuals have mean 0, are at right angles to every cause and have the variance that is said. */
    @Test
    void equations_areLeastSquaresInTheUnitsOfTheRows() {
        CategoricalModel model =
                FAMILIES.model(graph(new int[] {1, 0}, new int[] {3, 0}, new int[] {0, 2}, new int[] {1, 2}));
        assertEquals(
                List.of(0, 2),
                model.equations().stream().map(CategoricalModel.Line::target).toList());
        assertEquals(3, model.equations().get(0).terms().size());
        assertEquals(3, model.equations().get(1).terms().size());
        for (CategoricalModel.Line line : model.equations()) {
            double mean = 0;
            double square = 0;
            double[] products = new double[line.terms().size()];
            for (double[] row : ROWS) {
                double left = row[line.target()] - line.intercept();
                for (CategoricalModel.Term term : line.terms()) {
                    left -= term.weight() * cause(term, row);
                }
                mean += left / N;
                square += left * left / N;
                for (int t = 0; t < products.length; t++) {
                    products[t] += left * cause(line.terms().get(t), row) / N;
                }
            }
            assertEquals(0, mean, 1e-6);
            assertEquals(square, line.noiseVariance(), 1e-6);
            Arrays.stream(products).forEach(product -> assertEquals(0, product, 1e-6));
        }
    }

    @Test
    void aNumberWithoutCauses_isItsMeanAndVariance() {
        CategoricalModel.Line line = FAMILIES.model(graph()).equations().get(0);
        double mean = Arrays.stream(ROWS).mapToDouble(row -> row[0]).average().orElseThrow();
        assertEquals(mean, line.intercept(), 1e-6);
        assertTrue(line.terms().isEmpty());
        assertEquals(
                Arrays.stream(ROWS)
                        .mapToDouble(row -> (row[0] - mean) * (row[0] - mean))
                        .average()
                        .orElseThrow(),
                line.noiseVariance(),
                1e-6);
    }

    /** With one categorical cause lines of indicators have every mean: shares are those of the rows with its level. */
    @Test
    void sharesGivenOneCategory_areThoseOfTheRows() {
        CategoricalModel.FamilyCounts family =
                FAMILIES.model(graph(new int[] {1, 3})).tables().get(1);
        assertEquals(3, family.target());
        assertEquals(List.of(1), family.parents());
        for (int level = 0; level < 3; level++) {
            int own = level;
            List<double[]> with =
                    Arrays.stream(ROWS).filter(row -> row[1] == own).toList();
            assertEquals(with.size(), family.rows(level), 1e-3);
            double yes = with.stream().mapToDouble(row -> row[3]).average().orElseThrow();
            assertEquals(yes * with.size(), family.counts().get(2 * level + 1), 1e-3);
            assertEquals(1, family.probability(level, 0) + family.probability(level, 1), 1e-12);
        }
        CategoricalModel.FamilyCounts alone = FAMILIES.model(graph()).tables().get(0);
        assertEquals(N, alone.rows(0), 1e-6);
        double first = Arrays.stream(ROWS).filter(row -> row[1] == 0).count();
        assertEquals(first, alone.counts().get(0), 1e-3);
    }

    /** Numbers have no column in a table, and lines that leave [0, 1] are brought back. */
    @Test
    void sharesGivenAll_areOfCategoriesAlone_andSumTo1() {
        CategoricalModel model =
                FAMILIES.model(graph(new int[] {0, 1}, new int[] {2, 1}, new int[] {3, 1}, new int[] {0, 3}));
        CategoricalModel.FamilyCounts family = model.tables().get(0);
        assertEquals(List.of(3), family.parents());
        assertEquals(List.of(), model.tables().get(1).parents());
        double rows = 0;
        for (int c = 0; c < 2; c++) {
            rows += family.rows(c);
            double sum = 0;
            for (int l = 0; l < 3; l++) {
                assertTrue(family.counts().get(3 * c + l) > 0);
                sum += family.probability(c, l);
            }
            assertEquals(1, sum, 1e-12);
        }
        assertEquals(N, rows, 1e-3);
    }

    /** √(1 − exp(−2 (I − chance))), chance being half of the degrees of freedom a row. */
    @Test
    void weights_areCoefficientsOfNumbers_andInformationOfCategories() {
        ParentSets graph = graph(new int[] {1, 0}, new int[] {0, 2}, new int[] {1, 2}, new int[] {1, 3});
        WeightMatrix weights = FAMILIES.weights(graph);
        assertEquals(4, weights.edgeCount());
        assertEquals(
                FAMILIES.model(graph).equations().get(1).terms().stream()
                        .filter(term -> term.cause() == 0)
                        .findFirst()
                        .orElseThrow()
                        .weight(),
                weights.get(0, 2),
                1e-12);
        double information = INFORMATION.of(0, new int[] {1}, new int[0]) - 2.0 / 2 / N;
        assertEquals(Math.sqrt(1 - Math.exp(-2 * information)), weights.get(1, 0), 1e-12);
        double ofLevels = INFORMATION.of(3, new int[] {1}, new int[0]) - 2.0 / 2 / N;
        assertEquals(Math.sqrt(1 - Math.exp(-2 * ofLevels)), weights.get(1, 3), 1e-12);
        assertTrue(weights.get(1, 2) > 0 && weights.get(1, 2) < 0.1, "an edge that tells nothing is there");
    }
}
