// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.internal.denoise.table;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.data.RowSource;
import io.hedgerow.core.data.VariableKind;
import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.data.rows.InMemoryRows;
import io.hedgerow.core.graph.PairProbabilities;
import io.hedgerow.core.graph.WeightMatrix;
import io.hedgerow.core.internal.search.graph.EdgeKnowledge;
import io.hedgerow.core.internal.search.graph.GivenEdges;
import io.hedgerow.core.search.CategoricalModel;
import io.hedgerow.dp.accounting.PrivacyBudget;
import io.hedgerow.dp.internal.release.moments.GramFixtures;
import io.hedgerow.dp.internal.release.table.TableFixtures;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Networks behind noise that is the same in every run. */
class ReleasedTablesTest {

    private static final VariableKind THREE = new VariableKind.Categorical(List.of("a", "b", "c"));
    private static final VariableKind TWO = new VariableKind.Categorical(List.of("no", "yes"));
    private static final VariableSchema SCHEMA = VariableSchema.of("p", "q", "r", "s", "t", "u")
            .with(Map.of("p", THREE, "q", TWO, "r", THREE, "s", TWO, "t", TWO, "u", THREE));
    private static final int N = 20_000;

    /** p → r ← q, r → s → t; u by itself. */
    private static RowSource rows(long seed) {
        Random random = new Random(seed);
        double[][] rows = new double[N][6];
        for (double[] row : rows) {
            row[0] = random.nextInt(3);
            row[1] = random.nextInt(2);
            row[2] = random.nextInt(3) == 0 ? random.nextInt(3) : Math.min(2, row[0] + row[1]);
            row[3] = random.nextInt(4) == 0 ? random.nextInt(2) : row[2] > 0 ? 1 : 0;
            row[4] = random.nextInt(3) == 0 ? random.nextInt(2) : row[3];
            row[5] = random.nextInt(3);
        }
        return InMemoryRows.of(SCHEMA, rows);
    }

    private static final boolean[][] JOINED = joined();

    private static boolean[][] joined() {
        boolean[][] joined = new boolean[6][6];
        for (int[] edge : new int[][] {{0, 2}, {1, 2}, {2, 3}, {3, 4}}) {
            joined[edge[0]][edge[1]] = true;
            joined[edge[1]][edge[0]] = true;
        }
        return joined;
    }

    private static ReleasedTables.Found found(double epsilon, long seed, EdgeKnowledge knowledge) {
        NoisyTables tables =
                TableFixtures.release(rows(seed), N, new PrivacyBudget(epsilon, 1e-9), GramFixtures.seeded(seed));
        return new ReleasedTables(tables, knowledge, 0, 1).search(SCHEMA);
    }

    @Test
    void network_isFoundBehindNoise_withTablesOfItsFamilies() {
        ReleasedTables.Found found = found(2, 1, EdgeKnowledge.none(6));
        WeightMatrix network = found.network();
        for (int i = 0; i < 6; i++) {
            for (int j = 0; j < i; j++) {
                assertEquals(JOINED[i][j], network.hasEdge(i, j) || network.hasEdge(j, i), i + " and " + j);
            }
        }
        PairProbabilities pairs = found.evidence().pairs().beingCautious();
        assertTrue(pairs.isDirected(0, 2) && pairs.isDirected(1, 2));
        assertTrue(found.evidence().trust().effectiveRows() < N);
        CategoricalModel model = found.evidence().categories().orElseThrow();
        assertEquals(6, model.tables().size());
        for (CategoricalModel.FamilyCounts family : model.tables()) {
            for (int c = 0; c < family.combinations(); c++) {
                double sum = 0;
                for (int l = 0; l < family.levels(); l++) {
                    assertTrue(family.counts().get(c * family.levels() + l) >= 0);
                    sum += family.probability(c, l);
                }
                assertEquals(1, sum, 1e-12);
            }
        }
    }

    /** Where noise is as large as what is looked for, what is said to be sure is there. */
    @Test
    void sureEdges_areThere_whateverTheNoise() {
        int sure = 0;
        for (long seed = 1; seed <= 3; seed++) {
            ReleasedTables.Found found = found(0.1, seed, EdgeKnowledge.none(6));
            WeightMatrix edges = found.evidence().pairs().directed().orElse(WeightMatrix.ofRows(6, new double[36]));
            for (int i = 0; i < 6; i++) {
                for (int j = 0; j < i; j++) {
                    boolean isSure = edges.get(i, j) + edges.get(j, i) >= 0.95;
                    sure += isSure ? 1 : 0;
                    assertTrue(!isSure || JOINED[i][j], "seed " + seed + " joins " + i + " and " + j);
                }
            }
        }
        assertTrue(sure <= 12, "sure " + sure);
    }

    /** With so little budget the best graph has edges that are likelier absent; a required edge stays. */
    @Test
    void edges_areLikelierThereThanNot_orRequired() {
        int edges = 0;
        for (long seed = 1; seed <= 3; seed++) {
            EdgeKnowledge knowledge = GivenEdges.among(6).required(5, 4).known();
            ReleasedTables.Found found = found(0.05, seed, knowledge);
            WeightMatrix likely = found.evidence().pairs().directed().orElseThrow();
            assertTrue(found.network().hasEdge(5, 4), "seed " + seed);
            for (int i = 0; i < 6; i++) {
                for (int j = 0; j < 6; j++) {
                    if (found.network().hasEdge(i, j) && i != 5) {
                        edges++;
                        assertTrue(likely.get(i, j) + likely.get(j, i) >= 0.5, i + " and " + j + " of seed " + seed);
                    }
                }
            }
        }
        assertTrue(edges > 0);
    }

    @Test
    void knowledgeIsKept() {
        EdgeKnowledge knowledge =
                GivenEdges.among(6).required(5, 0).forbidden(3, 4).known();
        WeightMatrix network = found(2, 2, knowledge).network();
        assertTrue(network.hasEdge(5, 0));
        assertTrue(!network.hasEdge(3, 4));
    }
}
