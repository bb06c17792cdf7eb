// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.internal.denoise.mixed;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.data.RowSource;
import io.hedgerow.core.data.VariableKind;
import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.data.rows.InMemoryRows;
import io.hedgerow.core.graph.PairProbabilities;
import io.hedgerow.core.graph.WeightMatrix;
import io.hedgerow.core.internal.search.graph.EdgeKnowledge;
import io.hedgerow.core.internal.search.graph.GivenEdges;
import io.hedgerow.core.privacy.Adjacency;
import io.hedgerow.core.search.CategoricalModel;
import io.hedgerow.core.search.Evidence;
import io.hedgerow.core.search.Trust;
import io.hedgerow.dp.accounting.PrivacyBudget;
import io.hedgerow.dp.internal.release.ReleaseOptions;
import io.hedgerow.dp.internal.release.mixed.MixedDesign;
import io.hedgerow.dp.internal.release.mixed.MixedFixtures;
import io.hedgerow.dp.internal.release.moments.GramFixtures;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Networks behind noise that is the same in every run. */
class ReleasedColumnsTest {

    private static final VariableKind THREE = VariableKind.categorical("a", "b", "c");
    private static final VariableKind TWO = VariableKind.categorical("no", "yes");
    private static final VariableSchema SCHEMA =
            VariableSchema.of("p", "q", "r", "s", "t", "u").with(Map.of("p", THREE, "s", TWO, "u", THREE));
    private static final int N = 20_000;

    /** p → r ← q, r → s, r → t; u by itself. */
    private static RowSource rows(long seed) {
        Random random = new Random(seed);
        double[][] rows = new double[N][6];
        for (double[] row : rows) {
            row[0] = random.nextInt(3);
            row[1] = 4 + 2 * random.nextGaussian();
            row[2] = 0.8 * row[0] + 0.5 * row[1] + random.nextGaussian();
            row[3] = row[2] + random.nextGaussian() > 3 ? 1 : 0;
            row[4] = 7 - 0.6 * row[2] + random.nextGaussian();
            row[5] = random.nextInt(3);
        }
        return InMemoryRows.of(SCHEMA, rows);
    }

    private static final boolean[][] JOINED = joined();

    private static boolean[][] joined() {
        boolean[][] joined = new boolean[6][6];
        for (int[] edge : new int[][] {{0, 2}, {1, 2}, {2, 3}, {2, 4}}) {
            joined[edge[0]][edge[1]] = true;
            joined[edge[1]][edge[0]] = true;
        }
        return joined;
    }

    private static NoisyColumns released(double epsilon, long seed) throws InterruptedException {
        ReleaseOptions options = MixedFixtures.aboutMeans(
                3, N, Adjacency.REPLACE_ONE, ReleaseOptions.mu(new PrivacyBudget(epsilon, 1e-6)));
        return MixedFixtures.release(
                List.of(rows(seed)),
                new MixedDesign(options, new MixedColumns(SCHEMA, false)),
                GramFixtures.seeded(seed));
    }

    private static ReleasedColumns.Found found(double epsilon, long seed, EdgeKnowledge knowledge)
            throws InterruptedException {
        return new ReleasedColumns(released(epsilon, seed), SCHEMA, knowledge, 0, 1).search();
    }

    @Test
    void network_isFoundBehindNoise_withItsFamilies() throws InterruptedException {
        ReleasedColumns.Found found = found(2, 1, EdgeKnowledge.none(6));
        WeightMatrix network = found.network();
        for (int i = 0; i < 6; i++) {
            for (int j = 0; j < i; j++) {
                assertEquals(JOINED[i][j], network.hasEdge(i, j) || network.hasEdge(j, i), i + " and " + j);
            }
        }
        PairProbabilities pairs = found.evidence().pairs().beingCautious();
        assertTrue(pairs.isDirected(0, 2) && pairs.isDirected(1, 2));
        Trust trust = found.evidence().trust();
        assertTrue(trust.effectiveRows() < N && trust.effectiveRows() > 2);
        assertFalse(trust.flags().contains(Trust.Misfit.UNEXPLAINED), trust.toString());
        CategoricalModel model = found.evidence().categories().orElseThrow();
        assertEquals(3, model.tables().size());
        assertEquals(
                List.of(1, 2, 4),
                model.equations().stream().map(CategoricalModel.Line::target).toList());
        assertEquals(1, found.notes().size(), found.notes().toString());
        assertTrue(found.notes().get(0).startsWith("3 numeric variables and 3 categorical variables by noisy moments"));
    }

    /** Where noise is as large as what is looked for, what is said to be sure is there. */
    @Test
    void sureEdges_areThere_whateverTheNoise() throws InterruptedException {
        int sure = 0;
        for (long seed = 1; seed <= 3; seed++) {
            ReleasedColumns.Found found = found(0.1, seed, EdgeKnowledge.none(6));
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

    @Test
    void knowledgeIsKept_andAStrongRelationThatMayNotBe_isUnexplained() throws InterruptedException {
        EdgeKnowledge knowledge = GivenEdges.among(6)
                .required(5, 4)
                .forbidden(1, 2)
                .forbidden(2, 1)
                .known();
        ReleasedColumns.Found found = found(2, 2, knowledge);
        assertTrue(found.network().hasEdge(5, 4));
        assertFalse(found.network().hasEdge(1, 2) || found.network().hasEdge(2, 1));
        EdgeKnowledge nothing = GivenEdges.among(6)
                .tiers(1, 1, 1, 1, 1, 1)
                .forbidden(2, 4)
                .forbidden(4, 2)
                .forbidden(3, 4)
                .forbidden(4, 3)
                .forbidden(0, 4)
                .forbidden(4, 0)
                .forbidden(1, 4)
                .forbidden(4, 1)
                .known();
        assertTrue(
                found(2, 2, nothing).evidence().trust().flags().contains(Trust.Misfit.UNEXPLAINED),
                "t may not be explained by anything");
    }

    @Test
    void categoriesThatNoiseHides_areNamed_andNothingIsFound() throws InterruptedException {
        ReleasedColumns.Found found = found(0.001, 3, EdgeKnowledge.none(6));
        assertTrue(
                found.notes().get(1).startsWith("noise hides all levels but one of \"p\", \"s\", \"u\""),
                found.notes().toString());
        assertEquals(0, found.network().edgeCount());
        assertTrue(found.evidence().trust().flags().contains(Trust.Misfit.BURIED));
    }

    private static final VariableSchema THREE_OF_BOTH =
            VariableSchema.of("a", "x", "b").with(Map.of("a", TWO, "b", TWO));

    /** a → x → b, and P(a = yes) as given. */
    private static RowSource site(double share, int count, long seed) {
        Random random = new Random(seed);
        double[][] rows = new double[count][3];
        for (double[] row : rows) {
            row[0] = random.nextDouble() < share ? 1 : 0;
            row[1] = 30 + row[0] + random.nextGaussian();
            row[2] = row[1] + 2 * random.nextGaussian() > 30.5 ? 1 : 0;
        }
        return InMemoryRows.of(THREE_OF_BOTH, rows);
    }

    /** Numbers about a mean of each site, beside levels about none, would make a and b depend on each other. */
    @Test
    void sitesThatDiffer_joinNothing_thatOneSiteWithAllRowsWouldNot() throws InterruptedException {
        ReleaseOptions options = MixedFixtures.aboutMeans(
                1, N / 2, Adjacency.REPLACE_ONE, ReleaseOptions.mu(new PrivacyBudget(4, 1e-6)));
        for (long seed = 1; seed <= 3; seed++) {
            NoisyColumns released = MixedFixtures.release(
                    List.of(site(0.2, N / 2, seed), site(0.8, N / 2, seed + 10)),
                    new MixedDesign(options, new MixedColumns(THREE_OF_BOTH, false)),
                    GramFixtures.seeded(seed));
            ReleasedColumns.Found found =
                    new ReleasedColumns(released, THREE_OF_BOTH, EdgeKnowledge.none(3), 0, 1).search();
            WeightMatrix edges = found.evidence().pairs().directed().orElseThrow();
            assertTrue(edges.get(0, 1) + edges.get(1, 0) > 0.95 && edges.get(1, 2) + edges.get(2, 1) > 0.95);
            assertTrue(
                    edges.get(0, 2) + edges.get(2, 0) < 0.5,
                    "seed " + seed + ": " + (edges.get(0, 2) + edges.get(2, 0)));
            assertEquals(30.5, released.mean(1, 1), 0.1, "the mean of all rows");
        }
    }

    /** x = 30 + e, y = x / 2 + e, and a fifth of the cells of either is missing. */
    @Test
    void numbersAlone_ofWhichSomeAreMissing_haveEquations_andNoTables() throws InterruptedException {
        VariableSchema numbers = VariableSchema.of("x", "y");
        Random random = new Random(4);
        double[][] rows = new double[N][2];
        for (double[] row : rows) {
            double x = 30 + random.nextGaussian();
            row[0] = random.nextInt(5) == 0 ? Double.NaN : x;
            row[1] = random.nextInt(5) == 0 ? Double.NaN : x / 2 + random.nextGaussian();
        }
        ReleaseOptions options =
                MixedFixtures.aboutMeans(2, N, Adjacency.REPLACE_ONE, ReleaseOptions.mu(new PrivacyBudget(8, 1e-6)));
        NoisyColumns released = MixedFixtures.release(
                List.of(InMemoryRows.withMissingCells(numbers, rows)),
                new MixedDesign(options, new MixedColumns(numbers, true)),
                GramFixtures.seeded(4));
        EdgeKnowledge known = GivenEdges.among(2).required(0, 1).known();
        ReleasedColumns.Found found = new ReleasedColumns(released, numbers, known, 0, 1).search();
        assertTrue(found.evidence().categories().isEmpty());
        Evidence.Equation x = found.evidence().equations().get(0);
        Evidence.Equation y = found.evidence().equations().get(1);
        assertEquals(30, x.intercept(), 0.1);
        assertEquals(1, x.noiseVariance(), 0.1);
        assertEquals(15, y.intercept() + 30 * found.network().get(0, 1), 0.1);
        assertEquals(1, y.noiseVariance(), 0.1);
    }

    /** A study is paid for by then: there is a result, if an empty one. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void fewRows_areSearched(long rows) {
        int q = 2 + 1 + 2;
        double[] products = new double[q * q];
        Arrays.setAll(products, k -> k % (q + 1) == 0 ? 0.5 : 0.1);
        for (double sigma : new double[] {1e-3, 1, 1e3}) {
            NoisyColumns released = new NoisyColumns(
                    new MixedColumns(THREE_OF_BOTH, false), products, sigma, new double[1], new double[] {1}, rows);
            ReleasedColumns.Found found =
                    new ReleasedColumns(released, THREE_OF_BOTH, EdgeKnowledge.none(3), 0, 1).search();
            assertEquals(0, found.network().edgeCount(), found.network().toString());
        }
    }
}
