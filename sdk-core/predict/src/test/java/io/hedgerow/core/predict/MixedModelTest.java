// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.predict;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.data.DataException;
import io.hedgerow.core.data.VariableKind;
import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.graph.WeightMatrix;
import io.hedgerow.core.search.CategoricalModel;
import io.hedgerow.core.search.CategoricalModel.FamilyCounts;
import io.hedgerow.core.search.CategoricalModel.Line;
import io.hedgerow.core.search.CategoricalModel.Term;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** sex → code, both → dose → stay ← age: what some cells say of the others, against sums that are written out. */
class MixedModelTest {

    private static final double NONE = Double.NaN;

    private final VariableSchema schema = VariableSchema.of("stay", "sex", "dose", "code", "age")
            .with(Map.of("sex", VariableKind.categorical("F", "M"), "code", VariableKind.categorical("A", "B", "C")));

    private final MixedModel model = new MixedModel(
            schema,
            weights(5, new int[][] {{1, 3}, {1, 2}, {3, 2}, {2, 0}, {4, 0}}),
            new CategoricalModel(
                    List.of(
                            new FamilyCounts(1, List.of(), 2, List.of(30.0, 70.0), 1e-9),
                            new FamilyCounts(3, List.of(1), 3, List.of(5.0, 3.0, 2.0, 1.0, 1.0, 8.0), 1e-9)),
                    List.of(
                            new Line(0, 1, 0.5, List.of(new Term(2, -1, 0.8), new Term(4, -1, 0.1))),
                            new Line(2, 3, 2, List.of(new Term(1, 1, 2), new Term(3, 1, -1), new Term(3, 2, 1.5))),
                            new Line(4, 60, 100, List.of()))));

    private static WeightMatrix weights(int d, int[][] edges) {
        double[] weights = new double[d * d];
        for (int[] edge : edges) {
            weights[edge[0] * d + edge[1]] = 1;
        }
        return WeightMatrix.ofRows(d, weights);
    }

    /** P(sex, code), and the mean of dose under them, by hand. */
    private static final double[][] JOINT = {{0.15, 0.09, 0.06}, {0.07, 0.07, 0.56}};

    private static final double[][] DOSE = {{3, 2, 4.5}, {5, 4, 6.5}};

    /** Given stay and age: stay is normal around 1 + .8 dose + .1 age with variance .5 + .64 · 2. */
    @Test
    void levelsAndNumbers_followFromAnEffect_overAllCombinations() {
        double stay = 11;
        double age = 70;
        double variance = 0.5 + 0.64 * 2;
        double[] sex = new double[2];
        double[] code = new double[3];
        double dose = 0;
        double total = 0;
        for (int s = 0; s < 2; s++) {
            for (int c = 0; c < 3; c++) {
                double error = stay - (1 + 0.8 * DOSE[s][c] + 0.1 * age);
                double weight = JOINT[s][c] * Math.exp(-error * error / 2 / variance);
                sex[s] += weight;
                code[c] += weight;
                dose += weight * (DOSE[s][c] + 0.8 * 2 / variance * error);
                total += weight;
            }
        }
        double[][] found = model.given(new double[] {stay, NONE, NONE, NONE, age});
        assertArrayEquals(new double[] {sex[0] / total, sex[1] / total}, found[1], 1e-8);
        assertArrayEquals(
                IntStream.range(0, 3)
                        .mapToDouble(c -> code[c] / (sex[0] + sex[1]))
                        .toArray(),
                found[3],
                1e-8);
        assertEquals(dose / total, found[2][0], 1e-8);
        assertEquals(0, found[0].length, "stay is known");
    }

    @Test
    void allOthers_sayWhatTheirOwnFormulaSays() {
        double[] row = {9.5, 1, 5.2, 2, 64};
        for (int j = 0; j < 5; j++) {
            double[] open = row.clone();
            open[j] = NONE;
            double[] alone = model.isCategory(j) ? model.levelsFromOthers(j, row) : model.fromOthers(j, row);
            assertArrayEquals(alone, model.given(open)[j], 1e-9, schema.names().get(j));
        }
    }

    @Test
    void noCells_giveMeansAndShares() {
        double[][] found = model.given(new double[] {NONE, NONE, NONE, NONE, NONE});
        assertArrayEquals(new double[] {0.3, 0.7}, found[1], 1e-8);
        assertEquals(60, found[4][0], 1e-9);
        double dose = 0;
        for (int s = 0; s < 2; s++) {
            for (int c = 0; c < 3; c++) {
                dose += JOINT[s][c] * DOSE[s][c];
            }
        }
        assertEquals(1 + 0.8 * dose + 6, found[0][0], 1e-8);
    }

    /** 13 categories of two levels have 8,192 combinations. */
    @Test
    void moreCombinationsThanAreSummed_areRefused() {
        Map<String, VariableKind> kinds = new HashMap<>();
        List<FamilyCounts> tables = new ArrayList<>();
        VariableSchema numbered = VariableSchema.numbered(14);
        for (int j = 0; j < 13; j++) {
            kinds.put(numbered.names().get(j), VariableKind.categorical("a", "b"));
            tables.add(new FamilyCounts(j, List.of(), 2, List.of(1.0, 2.0), 1));
        }
        MixedModel many = new MixedModel(
                numbered.with(kinds),
                weights(14, new int[0][]),
                new CategoricalModel(tables, List.of(new Line(13, 0, 1, List.of()))));
        double[] row = new double[14];
        IntStream.range(0, 13).forEach(j -> row[j] = NONE);
        DataException e = assertThrows(DataException.class, () -> many.given(row));
        assertTrue(String.valueOf(e.getMessage()).contains("must have at most 4096 combinations"), e.getMessage());
        row[0] = 1;
        assertEquals(2.5 / 4, many.given(row)[1][1], 1e-12);
    }

    /** Barren variables and those that the known ones separate change nothing: of random networks, to round-off. */
    @Test
    void oneVariable_followsAsItDoesFromAllCombinations() {
        Random random = new Random(7);
        for (int times = 0; times < 200; times++) {
            MixedModel some = random(random, 7);
            double[] row = new double[7];
            for (int j = 0; j < 7; j++) {
                double cell = some.isCategory(j) ? random.nextInt(2) : random.nextGaussian();
                row[j] = random.nextBoolean() ? NONE : cell;
            }
            int target = random.nextInt(7);
            row[target] = NONE;
            assertArrayEquals(some.given(row)[target], some.given(row, target).orElseThrow(), 1e-10, "" + times);
        }
    }

    /** A random network of categories of two levels, and of numbers with causes of both kinds. */
    private static MixedModel random(Random random, int d) {
        Map<String, VariableKind> kinds = new HashMap<>();
        List<FamilyCounts> tables = new ArrayList<>();
        List<Line> lines = new ArrayList<>();
        VariableSchema numbered = VariableSchema.numbered(d);
        List<int[]> edges = new ArrayList<>();
        for (int j = 0; j < d; j++) {
            List<Integer> categories = new ArrayList<>();
            List<Term> terms = new ArrayList<>();
            boolean category = random.nextBoolean();
            for (int i = 0; i < j; i++) {
                boolean level = kinds.containsKey(numbered.names().get(i));
                if (random.nextInt(3) == 0 && (level || !category)) {
                    edges.add(new int[] {i, j});
                    categories.add(i);
                    terms.add(new Term(i, level ? 1 : -1, random.nextGaussian()));
                }
            }
            if (category) {
                kinds.put(numbered.names().get(j), VariableKind.categorical("a", "b"));
                List<Double> counts =
                        random.doubles(2L << categories.size(), 1, 9).boxed().toList();
                tables.add(new FamilyCounts(j, categories, 2, counts, 1));
            } else {
                lines.add(new Line(j, random.nextGaussian(), 0.5 + random.nextDouble(), terms));
            }
        }
        return new MixedModel(
                numbered.with(kinds), weights(d, edges.toArray(new int[0][])), new CategoricalModel(tables, lines));
    }

    /** Of 13 categories that are missing none matters for the one that no other depends on. */
    @Test
    void oneVariable_isNoSumOverLevelsThatDoNotMatter() {
        Map<String, VariableKind> kinds = new HashMap<>();
        List<FamilyCounts> tables = new ArrayList<>();
        VariableSchema numbered = VariableSchema.numbered(15);
        List<int[]> edges = new ArrayList<>();
        for (int j = 0; j < 14; j++) {
            kinds.put(numbered.names().get(j), VariableKind.categorical("a", "b"));
            tables.add(new FamilyCounts(j, List.of(), 2, List.of(1.0, 2.0), 1));
            edges.add(new int[] {j, 14});
        }
        MixedModel many = new MixedModel(
                numbered.with(kinds),
                weights(15, edges.toArray(new int[0][])),
                new CategoricalModel(
                        tables,
                        List.of(new Line(
                                14,
                                0,
                                1,
                                IntStream.range(0, 14)
                                        .mapToObj(j -> new Term(j, 1, 1))
                                        .toList()))));
        double[] row = new double[15];
        Arrays.fill(row, NONE);
        assertEquals(2.5 / 4, many.given(row, 0).orElseThrow()[1], 1e-12);
        assertTrue(many.given(row, 14).isEmpty(), "16,384 combinations");
        row[14] = 3;
        assertTrue(many.given(row, 0).isEmpty(), "the number connects them");
    }
}
