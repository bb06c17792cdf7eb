// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.data.DataException;
import io.hedgerow.core.data.RowSource;
import io.hedgerow.core.data.VariableKind;
import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.data.rows.InMemoryRows;
import io.hedgerow.core.graph.WeightMatrix;
import io.hedgerow.core.internal.simulation.mixed.MixedNetwork;
import io.hedgerow.core.internal.simulation.model.ErdosRenyi;
import io.hedgerow.core.internal.simulation.model.GraphGenerator.WeightRange;
import io.hedgerow.core.method.Method;
import io.hedgerow.core.method.NamedMethod;
import io.hedgerow.core.search.Evidence;
import io.hedgerow.core.search.Finding;
import io.hedgerow.core.search.Trust.Misfit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.BiPredicate;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Studies in one process of categories whose rows have missing cells. */
class MissingCategoriesTest {

    private static final int D = 7;
    private static final int SITES = 3;

    private static MixedNetwork network(double share, long seed) {
        return MixedNetwork.draw(new ErdosRenyi(D, 8, new WeightRange(0.6, 1)), share, false, seed);
    }

    private static List<RowSource> rows(MixedNetwork network, BiPredicate<double[], Integer> missing) {
        List<RowSource> sites = new ArrayList<>();
        for (int site = 0; site < SITES; site++) {
            List<double[]> all = new ArrayList<>();
            network.rows(site, 600).forEachRow(row -> {
                double[] kept = row.clone();
                for (int j = 0; j < row.length; j++) {
                    kept[j] = missing.test(row, j) ? Double.NaN : row[j];
                }
                all.add(kept);
            });
            sites.add(InMemoryRows.withMissingCells(network.schema(), all.toArray(new double[0][])));
        }
        return sites;
    }

    private static List<RowSource> atRandom(MixedNetwork network, double share, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        return rows(network, (row, j) -> random.nextDouble() < share);
    }

    private static NamedMethod gram() {
        return Method.named("gram").with("missing", "use");
    }

    private static void assertSame(WeightMatrix one, WeightMatrix other) {
        for (int k = 0; k < D * D; k++) {
            assertEquals(one.get(k / D, k % D), other.get(k / D, k % D), "edge " + k);
        }
    }

    @Test
    void withoutAMissingCell_theResultIsThatOfGram() throws Exception {
        for (double share : new double[] {1, 0.5}) {
            List<RowSource> rows = atRandom(network(share, 31), 0, 1);
            LearnedNetwork plain = Learning.of(Method.named("gram")).learn(rows);
            LearnedNetwork asked = Learning.of(gram()).learn(rows);
            assertSame(plain.network(), asked.network());
            assertEquals(
                    plain.evidence().orElseThrow().trust().findings(),
                    asked.evidence().orElseThrow().trust().findings());
            assertEquals(
                    plain.evidence().orElseThrow().categories(),
                    asked.evidence().orElseThrow().categories());
        }
    }

    @Test
    void aFifthOfTheCells_costsFewPairs_ofCategoriesAndOfBoth() throws Exception {
        for (double share : new double[] {1, 0.5}) {
            int all = 0;
            int holes = 0;
            for (int seed = 31; seed <= 33; seed++) {
                MixedNetwork network = network(share, seed);
                all += LackingColumnsTest.skeletonErrors(
                        Learning.of(Method.named("gram"))
                                .learn(atRandom(network, 0, seed))
                                .network(),
                        network.truth());
                LearnedNetwork found = Learning.of(gram()).learn(atRandom(network, 0.2, seed));
                holes += LackingColumnsTest.skeletonErrors(found.network(), network.truth());
                assertTrue(
                        found.run().notes().stream()
                                .anyMatch(note -> note.startsWith("cells are missing, and all others")),
                        found.run().notes().toString());
            }
            assertTrue(holes <= all + 4, holes + " wrong pairs, " + all + " with all cells, share " + share);
        }
    }

    @Test
    void ofTwoDependentCategories_noDirectionIsSaid() throws Exception {
        VariableKind letters = new VariableKind.Categorical(List.of("x", "y", "z"));
        VariableSchema schema = VariableSchema.of("a", "b").with(Map.of("a", letters, "b", letters));
        for (int seed = 1; seed <= 10; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            double[][] rows = new double[800][];
            for (int r = 0; r < rows.length; r++) {
                double a = random.nextInt(3);
                double b = random.nextDouble() < 0.4 ? a : random.nextInt(3);
                rows[r] = new double[] {
                    random.nextDouble() < 0.3 ? Double.NaN : a, random.nextDouble() < 0.1 ? Double.NaN : b
                };
            }
            Evidence evidence = Learning.of(gram())
                    .learn(List.of(InMemoryRows.withMissingCells(schema, rows)))
                    .evidence()
                    .orElseThrow();
            assertTrue(evidence.pairs().adjacent(0, 1).orElseThrow() > 0.5);
            assertTrue(!evidence.pairs().isDirected(0, 1) && !evidence.pairs().isDirected(1, 0));
        }
    }

    @Test
    void aColumnThatIsMissingByTheLevelOfAnother_isNamed() throws Exception {
        MixedNetwork network = network(1, 34);
        SplittableRandom random = new SplittableRandom(1);
        LearnedNetwork found = Learning.of(gram())
                .learn(rows(network, (row, j) -> j == 2 && random.nextDouble() < (row[5] == 0 ? 0.5 : 0.1)));
        List<Finding.Place> places =
                found.evidence().orElseThrow().trust().findings().places(Misfit.MISSING_DEPENDS_ON);
        assertEquals(1, places.size());
        assertEquals(2, places.get(0).one());
        assertTrue(
                places.get(0)
                        .where()
                        .startsWith("on " + network.schema().names().get(5)),
                places.toString());
    }

    @Test
    void whatCannotBeDone_isRefusedByName() {
        MixedNetwork network = network(1, 36);
        String constant = assertThrows(
                        DataException.class,
                        () -> Learning.of(gram()).learn(rows(network, (row, j) -> j == 2 && row[2] != 0)))
                .getMessage();
        assertTrue(constant.contains("\"" + network.schema().names().get(2) + "\""), constant);
        String few = assertThrows(
                        DataException.class,
                        () -> Learning.of(gram())
                                .learn(rows(network, (row, j) -> j == 2 ? row[0] == 0 : j == 3 && row[0] != 0)))
                .getMessage();
        assertTrue(few.contains("leave one of the columns out"), few);
    }

    @Test
    void aRowWithoutACell_changesNothing() throws Exception {
        MixedNetwork network = network(0.5, 37);
        List<RowSource> rows = atRandom(network, 0.1, 3);
        List<double[]> more = new ArrayList<>();
        rows.get(0).forEachRow(row -> more.add(row.clone()));
        more.add(IntStream.range(0, D).mapToDouble(j -> Double.NaN).toArray());
        List<RowSource> longer = new ArrayList<>(rows);
        longer.set(0, InMemoryRows.withMissingCells(network.schema(), more.toArray(new double[0][])));
        WeightMatrix plain = Learning.of(gram()).learn(rows).network();
        WeightMatrix found = Learning.of(gram()).learn(longer).network();
        for (int k = 0; k < D * D; k++) {
            assertEquals(plain.get(k / D, k % D), found.get(k / D, k % D), 1e-9);
        }
    }
}
