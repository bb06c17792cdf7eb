// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.block;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.graph.WeightMatrix;
import io.hedgerow.core.internal.search.graph.EdgeKnowledge;
import io.hedgerow.core.internal.search.graph.GivenEdges;
import io.hedgerow.core.internal.search.score.BgeScore;
import io.hedgerow.core.internal.search.score.LocalScores;
import io.hedgerow.core.internal.table.BdeuScore;
import io.hedgerow.core.internal.table.CountTable;
import io.hedgerow.core.internal.table.TableStore;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Variables 0 to 2 are categories of 2, 3 and 2 levels, 3 and 4 numbers; every row depends on the values before. */
class SetScoresTest {

    private static final int D = 5;
    private static final int ROWS = 400;
    private static final int[] LEVELS = {2, 3, 2};
    private static final int[][] BLOCKS = {{0}, {1, 2}, {3}, {4}, {5}};

    private static double[][] rows() {
        SplittableRandom random = new SplittableRandom(8);
        double[][] rows = new double[ROWS][D];
        for (double[] row : rows) {
            row[0] = random.nextInt(2);
            row[1] = random.nextDouble() < 0.6 ? row[0] : random.nextInt(3);
            row[2] = random.nextDouble() < 0.5 ? random.nextInt(2) : (row[0] == 1 && row[1] != 2 ? 1 : 0);
            row[3] = row[2] + random.nextDouble();
            row[4] = row[3] - row[1] + random.nextDouble();
        }
        return rows;
    }

    private static CountTable counts(double[][] rows) {
        double[] counts = new double[12];
        for (double[] row : rows) {
            counts[(int) row[0] + 2 * (int) row[1] + 6 * (int) row[2]]++;
        }
        return CountTable.of(new int[] {0, 1, 2}, LEVELS, counts);
    }

    private static double[] columns(double[] row) {
        return new double[] {row[0], row[1] == 1 ? 1 : 0, row[1] == 2 ? 1 : 0, row[2], row[3], row[4]};
    }

    private static double[] covariance(double[][] rows) {
        double[] mean = new double[6];
        double[] s = new double[36];
        for (double[] row : rows) {
            double[] x = columns(row);
            for (int i = 0; i < 6; i++) {
                mean[i] += x[i] / ROWS;
            }
        }
        for (double[] row : rows) {
            double[] x = columns(row);
            for (int k = 0; k < 36; k++) {
                s[k] += (x[k / 6] - mean[k / 6]) * (x[k % 6] - mean[k % 6]) / ROWS;
            }
        }
        return s;
    }

    private static SetScores mixed(EdgeKnowledge knowledge, TableStore tables, double odds) {
        double[] s = covariance(rows());
        SetScore evidence = MixedEvidence.of(
                new boolean[] {true, true, true, false, false},
                tables,
                new BdeuScore(1, 1),
                new GaussianBlocks(BLOCKS, s, ROWS));
        return SetScores.of(knowledge, evidence, odds);
    }

    private static SetScores mixed() {
        return mixed(EdgeKnowledge.none(D), TableStore.of(D, List.of(counts(rows()))), 0);
    }

    @Test
    void fitGivenASet_isThatOfBothLessThatOfTheSet() {
        GaussianBlocks blocks = new GaussianBlocks(BLOCKS, covariance(rows()), ROWS);
        int[] given = {0, 1, 3};
        SetScore beyond = blocks.fitGiven(given, new int[] {2, 4});
        for (int[] set : List.of(new int[] {2}, new int[] {4}, new int[] {2, 4})) {
            int[] both =
                    IntStream.concat(IntStream.of(given), IntStream.of(set)).toArray();
            assertEquals(blocks.fit(both) - blocks.fit(given), beyond.of(set), 1e-9);
        }
        assertEquals(0, blocks.fitGiven(new int[0], given).of(new int[0]), 1e-15);
    }

    private static double of(SetScores scores, int target, int... parents) {
        return scores.of(target, parents, parents.length);
    }

    /** Chickering 1995: the graphs before and after imply the same independences. */
    @Test
    void reversal_ofACoveredEdge_keepsTheTotal_whateverTheKinds() {
        SetScores scores = mixed();
        int[][] given = {{}, {0}, {1}, {3}, {0, 4}, {1, 3}, {0, 2, 3}};
        int tried = 0;
        for (int i = 0; i < D; i++) {
            for (int j = 0; j < i; j++) {
                int a = i;
                int b = j;
                for (int[] shared : given) {
                    if (Arrays.stream(shared).anyMatch(v -> v == a || v == b)) {
                        continue;
                    }
                    int[] withA = IntStream.concat(Arrays.stream(shared), IntStream.of(a))
                            .toArray();
                    int[] withB = IntStream.concat(Arrays.stream(shared), IntStream.of(b))
                            .toArray();
                    assertEquals(
                            of(scores, a, shared) + of(scores, b, withA),
                            of(scores, b, shared) + of(scores, a, withB),
                            1e-7);
                    tried++;
                }
            }
        }
        assertTrue(tried > 30);
    }

    @Test
    void family_ofCategories_hasItsBdeuScore_andWithNumbersWhatTheseAdd() {
        SetScores scores = mixed();
        CountTable all = counts(rows());
        BdeuScore bdeu = new BdeuScore(1, 1);
        double ofCounts = bdeu.of(all) - bdeu.of(all.margin(new int[] {0, 1}));
        assertEquals(ofCounts, of(scores, 2, 0, 1), 1e-9);
        GaussianBlocks blocks = new GaussianBlocks(BLOCKS, covariance(rows()), ROWS);
        double adds = blocks.of(new int[] {0, 1, 2, 3})
                - blocks.of(new int[] {0, 1, 3})
                - blocks.of(new int[] {0, 1, 2})
                + blocks.of(new int[] {0, 1});
        assertEquals(ofCounts + adds, of(scores, 2, 0, 3, 1), 1e-7);
        assertEquals(
                blocks.of(new int[] {1, 3, 4}) - blocks.of(new int[] {1, 3}), of(scores, 4, 1, 3), 1e-7, "a number");
    }

    @Test
    void numbersAlone_areScoredByBge() {
        double[] s = covariance(rows());
        int[][] single = IntStream.range(0, 6).mapToObj(i -> new int[] {i}).toArray(int[][]::new);
        SetScores scores = SetScores.of(EdgeKnowledge.none(6), new GaussianBlocks(single, s, ROWS), Math.log(0.2));
        double[] odds = new double[36];
        Arrays.fill(odds, Math.log(0.2));
        LocalScores bge = new LocalScores(EdgeKnowledge.none(6), BgeScore.of(6, s, ROWS), odds);
        int[][] sets = {{}, {1}, {2, 4}, {4, 5, 1}, {1, 2, 3, 4, 5}};
        for (int[] set : sets) {
            assertEquals(bge.of(0, set, set.length), of(scores, 0, set), 1e-7);
        }
    }

    @Test
    void subsetsAndToggles_areSingleScores() {
        EdgeKnowledge knowledge =
                GivenEdges.among(D).required(0, 2).forbidden(4, 2).known();
        SetScores scores = mixed(knowledge, TableStore.of(D, List.of(counts(rows()))), -1);
        double[] all = scores.ofSubsets(2, new int[] {1, 3, 4});
        assertEquals(of(scores, 2, 0), all[0], 1e-9, "no odds of what is required");
        assertEquals(of(scores, 2, 0, 1, 3), all[3], 1e-9);
        assertEquals(Double.NEGATIVE_INFINITY, all[4], "forbidden");
        assertEquals(Double.NEGATIVE_INFINITY, of(scores, 2, 1), "without what is required");
        double[] toggled = new double[D];
        scores.toggled(2, new int[] {0, 1}, 2, toggled);
        assertEquals(Double.NEGATIVE_INFINITY, toggled[0]);
        assertEquals(of(scores, 2, 0), toggled[1], 1e-9);
        assertEquals(Double.NEGATIVE_INFINITY, toggled[2]);
        assertEquals(of(scores, 2, 0, 1, 3), toggled[3], 1e-9);
    }

    @Test
    void family_thatNoTableHas_hasNoScore_unlessItIsGuessed() {
        CountTable all = counts(rows());
        TableStore pairs = TableStore.of(
                D, List.of(all.margin(new int[] {0, 1}), all.margin(new int[] {0, 2}), all.margin(new int[] {1, 2})));
        SetScores scores = mixed(EdgeKnowledge.none(D), pairs, 0);
        assertEquals(Double.NEGATIVE_INFINITY, of(scores, 2, 0, 1));
        assertFalse(scores.knows(2, new int[] {0, 1}));
        assertTrue(scores.knows(2, new int[] {0, 3}));
        GaussianBlocks blocks = new GaussianBlocks(BLOCKS, covariance(rows()), ROWS);
        SetScores guessing = SetScores.guessing(
                EdgeKnowledge.none(D),
                MixedEvidence.of(new boolean[] {true, true, true, false, false}, pairs, new BdeuScore(1, 1), blocks),
                blocks,
                0);
        double adds = blocks.of(new int[] {0, 1, 2})
                - blocks.of(new int[] {0, 1})
                - blocks.of(new int[] {0, 2})
                + blocks.of(new int[] {0});
        assertEquals(of(scores, 2, 0) + adds, of(guessing, 2, 0, 1), 1e-7);
    }

    /** Categories 0 and 1, equal in 99 of 100 rows; numbers 2 and 3, and more, are the first with normal noise. */
    private static double[][] nearlyTheSame(int numbers) {
        SplittableRandom random = new SplittableRandom(5);
        double[][] rows = new double[2000][numbers + 2];
        for (double[] row : rows) {
            row[0] = random.nextInt(2);
            row[1] = random.nextInt(100) == 0 ? 1 - row[0] : row[0];
            for (int x = 2; x < row.length; x++) {
                row[x] = 8 * row[0] + random.nextGaussian();
            }
        }
        return rows;
    }

    private static MixedEvidence evidence(double[][] rows) {
        int d = rows[0].length;
        double[] counts = new double[4];
        double[] s = new double[d * d];
        double[] mean = new double[d];
        for (double[] row : rows) {
            counts[(int) row[0] + 2 * (int) row[1]]++;
            Arrays.setAll(mean, i -> mean[i] + row[i] / rows.length);
        }
        for (double[] row : rows) {
            Arrays.setAll(s, k -> s[k] + (row[k / d] - mean[k / d]) * (row[k % d] - mean[k % d]) / rows.length);
        }
        boolean[] category = new boolean[d];
        Arrays.fill(category, 0, 2, true);
        CountTable both = CountTable.of(new int[] {0, 1}, new int[] {2, 2}, counts);
        int[][] single = IntStream.range(0, d).mapToObj(i -> new int[] {i}).toArray(int[][]::new);
        return MixedEvidence.of(
                category,
                TableStore.of(d, List.of(both, both.margin(new int[] {0}), both.margin(new int[] {1}))),
                new BdeuScore(1, 1),
                new GaussianBlocks(single, s, rows.length));
    }

    /** p(A) >= p(A, D) of any categories D: numbers tell no more of them than their entropy. */
    @Test
    void evidence_isNoLessThanWithMoreCategories_soNumbersTellAtMostTheEntropy() {
        MixedEvidence m = evidence(nearlyTheSame(2));
        double entropy = -m.of(new int[] {0});
        double told = m.of(new int[] {0, 2}) - m.of(new int[] {2}) - m.of(new int[] {0});
        assertEquals(2000 * Math.log(2), entropy, 10);
        assertEquals(entropy, told, 1e-7, "blocks alone say 1.4 nats a row");
        int[][] sets = {{2}, {3}, {2, 3}, {0, 2}, {1, 2}, {1, 2, 3}};
        for (int[] set : sets) {
            for (int more = 0; more < 2; more++) {
                int with = more;
                if (Arrays.stream(set).noneMatch(v -> v == with)) {
                    int[] larger = IntStream.concat(Arrays.stream(set), IntStream.of(more))
                            .sorted()
                            .toArray();
                    assertTrue(m.of(set) >= m.of(larger), Arrays.toString(larger));
                }
            }
        }
    }

    @Test
    void categoriesThatAreNearlyTheSame_keepTheirEdge_andNumbersAreApartGivenTheirCause() {
        double[][] rows = nearlyTheSame(3);
        SetScores scores = SetScores.of(EdgeKnowledge.none(5), evidence(rows), 0);
        WeightMatrix found =
                EdgeShare.search(EdgeKnowledge.none(5), scores, 1).search().marks();
        for (int i = 0; i < 5; i++) {
            for (int j = 0; j < i; j++) {
                assertEquals(j == 0, found.hasEdge(i, j) || found.hasEdge(j, i), i + " and " + j);
            }
        }
    }

    /** Above 64 variables sets are keys of a map. */
    @Test
    void manyVariables_haveTheSameEvidence() {
        double[][] rows = nearlyTheSame(70);
        double[][] few = Arrays.stream(rows)
                .map(row -> new double[] {row[0], row[1], row[70], row[71]})
                .toArray(double[][]::new);
        assertEquals(evidence(few).of(new int[] {2, 3}), evidence(rows).of(new int[] {70, 71}), 1e-7);
    }
}
