// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.category;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.graph.Dag;
import io.hedgerow.core.graph.EquivalenceClass;
import io.hedgerow.core.graph.WeightMatrix;
import io.hedgerow.core.internal.search.graph.EdgeKnowledge;
import io.hedgerow.core.internal.search.graph.GivenEdges;
import io.hedgerow.core.internal.search.score.DirectScore;
import io.hedgerow.core.internal.table.BdeuScore;
import io.hedgerow.core.search.CategoricalModel;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Networks of few variables, from the first sum to the last table, against all graphs and under other names. */
@Tag("slow")
class CategoryLearnerTest {

    private static final int[] LEVELS = {3, 2, 4, 2};

    /** v0 → v2 ← v1, v2 → v3, of which the strength depends on the seed. */
    private static double[][] categories(int count, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        double noise = 0.3 + 0.4 * random.nextDouble();
        double[][] rows = new double[count][4];
        for (double[] row : rows) {
            row[0] = random.nextInt(3);
            row[1] = random.nextInt(2);
            row[2] = random.nextDouble() < noise ? random.nextInt(4) : (row[0] + 2 * row[1]) % 4;
            row[3] = random.nextDouble() < noise ? random.nextInt(2) : row[2] > 1 ? 1 : 0;
        }
        return rows;
    }

    private static List<double[][]> divided(double[][] rows, int sites) {
        List<double[][]> all = new ArrayList<>();
        for (int p = 0; p < sites; p++) {
            all.add(Arrays.copyOfRange(rows, p * rows.length / sites, (p + 1) * rows.length / sites));
        }
        return all;
    }

    private static CategoryLearner.Found learned(
            int[] levels, List<double[][]> sites, EdgeKnowledge knowledge, double threshold) {
        CategoryColumns columns = CategoryColumnsTest.of(levels);
        SummedSites summed = new SummedSites(columns, sites);
        return new CategoryLearner(columns, knowledge, threshold, 1).learn(sites.size(), summed.first(), summed::ask);
    }

    private static WeightMatrix network(int[] levels, double[][] rows, int sites) {
        return learned(levels, divided(rows, sites), EdgeKnowledge.none(levels.length), 0)
                .network();
    }

    private static double score(PooledCounts counts, boolean[][] edge, double odds) {
        double sum = 0;
        for (int j = 0; j < edge.length; j++) {
            int target = j;
            int[] parents =
                    IntStream.range(0, edge.length).filter(i -> edge[i][target]).toArray();
            int[] family = IntStream.concat(IntStream.of(parents), IntStream.of(j))
                    .sorted()
                    .toArray();
            sum += counts.of(family) - (parents.length == 0 ? 0 : counts.of(parents)) + parents.length * odds;
        }
        return sum;
    }

    /** By counts of all rows in one place, with α = 1 and the share of the edges that were found. */
    @Test
    void network_hasTheLargestScoreOfAll543Graphs() {
        for (long seed = 1; seed <= 12; seed++) {
            double[][] rows = categories(40 + 20 * (int) seed, seed);
            WeightMatrix found = network(LEVELS, rows, 2);
            PooledCounts counts = new PooledCounts(LEVELS, rows, new BdeuScore(1, 1));
            double share = (found.edgeCount() + 1) / 8.0;
            double odds = Math.log(share / (1 - share));
            double[] best = {Double.NEGATIVE_INFINITY};
            DirectScore.allGraphs(4, edge -> best[0] = Math.max(best[0], score(counts, edge, odds)));
            assertEquals(best[0], score(counts, DirectScore.edges(found), odds), 1e-8, "seed " + seed);
        }
    }

    private static EquivalenceClass classOf(WeightMatrix network) {
        return EquivalenceClass.of(Dag.of(network));
    }

    private static WeightMatrix renamed(WeightMatrix network, int[] place) {
        int d = place.length;
        double[] moved = new double[d * d];
        for (int i = 0; i < d; i++) {
            for (int j = 0; j < d; j++) {
                moved[place[i] * d + place[j]] = network.get(i, j);
            }
        }
        return WeightMatrix.ofRows(d, moved);
    }

    private static double[][] renamed(double[][] rows, int[] place) {
        double[][] moved = new double[rows.length][place.length];
        for (int r = 0; r < rows.length; r++) {
            for (int v = 0; v < place.length; v++) {
                moved[r][place[v]] = rows[r][v];
            }
        }
        return moved;
    }

    private static int[] renamed(int[] levels, int[] place) {
        int[] moved = new int[levels.length];
        for (int v = 0; v < levels.length; v++) {
            moved[place[v]] = levels[v];
        }
        return moved;
    }

    /** The class follows the columns when these change places, also among numbers. */
    @Test
    void network_doesNotDependOnTheOrderOfColumns() {
        for (long seed = 1; seed <= 3; seed++) {
            double[][] rows = categories(500, seed);
            int[] place = {2, 0, 3, 1};
            WeightMatrix found = network(LEVELS, rows, 3);
            WeightMatrix other = network(renamed(LEVELS, place), renamed(rows, place), 3);
            assertEquals(0, classOf(renamed(found, place)).distance(classOf(other)), "seed " + seed);
            MixedRows mixed = new MixedRows(7, 8, 0.5, false, seed);
            double[][] drawn = mixed.rows(900, new SplittableRandom(seed));
            int[] levels = IntStream.range(0, 7)
                    .map(j -> mixed.schema().levels(j).size())
                    .toArray();
            int[] moved = {4, 6, 0, 2, 5, 3, 1};
            EquivalenceClass before = classOf(renamed(network(levels, drawn, 3), moved));
            EquivalenceClass after = classOf(network(renamed(levels, moved), renamed(drawn, moved), 3));
            assertEquals(0, before.distance(after), "numbers and categories, seed " + seed);
        }
    }

    /** Other names of levels, and rows at other sites, are the same counts: the same weights to the last digits. */
    @Test
    void network_doesNotDependOnTheOrderOfLevels_norOnWhereRowsAre() {
        for (long seed = 1; seed <= 4; seed++) {
            double[][] rows = categories(600, seed);
            WeightMatrix found = network(LEVELS, rows, 1);
            double[][] other = Arrays.stream(rows)
                    .map(row -> new double[] {2 - row[0], 1 - row[1], (row[2] + 3) % 4, row[3]})
                    .toArray(double[][]::new);
            requireSame(found, network(LEVELS, other, 1));
            requireSame(found, network(LEVELS, rows, 2));
        }
    }

    /** The same class; and where both have the same direction, the same weight. */
    private static void requireSame(WeightMatrix one, WeightMatrix other) {
        assertEquals(0, classOf(one).distance(classOf(other)));
        int compared = 0;
        for (int i = 0; i < 4; i++) {
            for (int j = 0; j < 4; j++) {
                if (one.hasEdge(i, j) && other.hasEdge(i, j)) {
                    assertEquals(one.get(i, j), other.get(i, j), 1e-9);
                    compared++;
                }
            }
        }
        assertTrue(compared > 0, "edges with the same direction");
    }

    /** What is required is there although the data deny it, what is forbidden is not, and families say the same. */
    @Test
    void knowledgeAndThreshold_decideOverTheScore() {
        double[][] rows = categories(600, 2);
        EdgeKnowledge known = GivenEdges.among(4).required(3, 0).forbidden(2, 3).known();
        WeightMatrix all = learned(LEVELS, divided(rows, 2), known, 0).network();
        double weakest = 1;
        for (int k = 0; k < 16; k++) {
            boolean free = all.hasEdge(k / 4, k % 4) && k != 3 * 4;
            weakest = free ? Math.min(weakest, all.get(k / 4, k % 4)) : weakest;
        }
        double threshold = weakest + 1e-6;
        CategoryLearner.Found found = learned(LEVELS, divided(rows, 2), known, threshold);
        assertTrue(found.network().hasEdge(3, 0), "required, and kept below the threshold");
        assertEquals(all.edgeCount() - 1, found.network().edgeCount(), "the weakest is gone");
        assertTrue(!found.network().hasEdge(2, 3));
        for (int i = 0; i < 4; i++) {
            for (int j = 0; j < 4; j++) {
                boolean required = i == 3 && j == 0;
                assertTrue(required
                        || !found.network().hasEdge(i, j)
                        || found.network().get(i, j) >= threshold);
            }
        }
        CategoricalModel model = found.evidence().categories().orElseThrow();
        for (CategoricalModel.FamilyCounts family : model.tables()) {
            List<Integer> parents = IntStream.range(0, 4)
                    .filter(i -> found.network().hasEdge(i, family.target()))
                    .boxed()
                    .toList();
            assertEquals(parents, family.parents());
            assertEquals(1, family.priorRows());
            assertEquals(600, family.counts().stream().mapToDouble(n -> n).sum());
        }
        assertTrue(
                found.notes().get(0).startsWith("4 categorical variables scored by counts"),
                found.notes().get(0));
    }
}
