// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.data.DataException;
import io.hedgerow.core.data.RowSource;
import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.data.rows.InMemoryRows;
import io.hedgerow.core.graph.WeightMatrix;
import io.hedgerow.core.internal.simulation.model.ErdosRenyi;
import io.hedgerow.core.internal.simulation.model.GraphGenerator.WeightRange;
import io.hedgerow.core.internal.simulation.model.LinearSem;
import io.hedgerow.core.internal.simulation.model.Noise;
import io.hedgerow.core.internal.simulation.model.SimulatedSites;
import io.hedgerow.core.method.Method;
import io.hedgerow.core.method.NamedMethod;
import io.hedgerow.core.search.Trust;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Studies in one process whose sites do not have all columns. */
class LackingColumnsTest {

    private static final int D = 6;

    private static SimulatedSites study() {
        return SimulatedSites.of(new ErdosRenyi(D, 7, new WeightRange(0.5, 1)))
                .sites(4)
                .rowsPerSite(600)
                .noiseDeviations(0.5, 2)
                .seed(12)
                .build();
    }

    private static List<RowSource> rows(SimulatedSites study) {
        return IntStream.range(0, study.sites()).mapToObj(study::rows).toList();
    }

    /** The rows without some columns, in memory. */
    private static RowSource without(RowSource rows, Set<String> absent) {
        VariableSchema schema = rows.schema();
        int[] kept = IntStream.range(0, schema.size())
                .filter(j -> !absent.contains(schema.names().get(j)))
                .toArray();
        List<double[]> all = new ArrayList<>();
        rows.forEachRow(
                row -> all.add(IntStream.of(kept).mapToDouble(j -> row[j]).toArray()));
        return InMemoryRows.of(
                schema.choosing(IntStream.of(kept).mapToObj(schema.names()::get).toList()),
                all.toArray(new double[0][]));
    }

    static int skeletonErrors(WeightMatrix found, WeightMatrix truth) {
        int errors = 0;
        for (int i = 0; i < truth.variables(); i++) {
            for (int j = 0; j < i; j++) {
                boolean one = found.hasEdge(i, j) || found.hasEdge(j, i);
                boolean other = truth.hasEdge(i, j) || truth.hasEdge(j, i);
                errors += one != other ? 1 : 0;
            }
        }
        return errors;
    }

    @Test
    void sitesThatLackColumns_giveTheNetwork_andSayHowManyRowsHaveEachPair() throws Exception {
        SimulatedSites study = study();
        List<RowSource> rows = new ArrayList<>(rows(study));
        rows.set(1, without(rows.get(1), Set.of("x2", "x3")));
        rows.set(2, without(rows.get(2), Set.of("x5")));
        LearnedNetwork found = Learning.of(
                        Method.named("gram").with("lacks.site-002", "x2, x3").with("lacks.site-003", "x5"))
                .learn(rows);
        assertEquals(0, skeletonErrors(found.network(), study.truth()));
        Trust trust = found.evidence().orElseThrow().trust();
        assertEquals(Set.of(), trust.flags());
        Trust.Columns columns = trust.columns().orElseThrow();
        assertEquals(List.of(4, 3, 3, 4, 3, 4), columns.sites());
        assertEquals(List.of(2400L, 1800L, 1800L, 2400L, 1800L, 2400L), columns.rows());
        assertEquals(List.of(1, 4), List.of(columns.one(), columns.other()));
        assertEquals(2, columns.fewestSites());
        assertEquals(1200, columns.fewestRows());
        assertTrue(trust.effectiveRows() < 2396 && trust.effectiveRows() > 1200, "were " + trust.effectiveRows());
    }

    /**
     * Four small hospitals lack two columns, have other means of all, and more noise of some: not missing at random,
     * but their own means are subtracted, and which columns they lack says nothing of the relations.
     */
    @Test
    void smallSitesWithOtherMeans_thatLackTheSameColumns_doNotMoveRelations() throws Exception {
        int errors = 0;
        int whole = 0;
        for (int seed = 1; seed <= 4; seed++) {
            WeightMatrix truth = new ErdosRenyi(8, 10, new WeightRange(0.4, 1)).generate(seed);
            List<RowSource> rows = new ArrayList<>();
            List<RowSource> all = new ArrayList<>();
            NamedMethod method = Method.named("gram");
            for (int p = 0; p < 8; p++) {
                double[] variances = new double[8];
                Arrays.fill(variances, p < 4 ? 1.5 : 1);
                double[][] own =
                        LinearSem.of(truth, Noise.GAUSSIAN, variances).sample(p < 4 ? 150 : 800, 10L * seed + p);
                for (double[] row : own) {
                    for (int j = 0; j < 8; j++) {
                        row[j] += p < 4 ? 2 + j : 0;
                    }
                }
                RowSource source = InMemoryRows.of(VariableSchema.numbered(8), own);
                all.add(source);
                rows.add(p < 4 ? without(source, Set.of("x1", "x4")) : source);
                method = p < 4 ? method.with(String.format("lacks.site-%03d", p + 1), "x1,x4") : method;
            }
            errors += skeletonErrors(Learning.of(method).learn(rows).network(), truth);
            whole += skeletonErrors(Learning.of(Method.named("gram")).learn(all).network(), truth);
        }
        assertTrue(errors <= whole + 1, errors + " wrong pairs in four studies, " + whole + " with all columns");
    }

    @Test
    void whatIsNotDeclared_orCannotBeDone_isRefusedByName() {
        List<RowSource> rows = new ArrayList<>(rows(study()));
        rows.set(1, without(rows.get(1), Set.of("x2", "x3")));
        String undeclared = assertThrows(
                        DataException.class,
                        () -> Learning.of(Method.named("gram").with("lacks.site-002", "x2"))
                                .learn(rows))
                .getMessage();
        assertTrue(undeclared.contains("lacks \"x3\""), undeclared);
        for (Map.Entry<String, String> other :
                Map.of("orient", "non-gaussian", "hidden-causes", "true").entrySet()) {
            String refused = assertThrows(
                            IllegalArgumentException.class,
                            () -> Learning.of(Method.named("gram")
                                            .with("lacks.site-002", "x2,x3")
                                            .with(other.getKey(), other.getValue()))
                                    .learn(rows))
                    .getMessage();
            assertTrue(refused.contains("cannot be combined with " + other.getKey()), refused);
        }
        for (String method : List.of("fed-sparse", "feature-gram", "direct-lingam")) {
            String refused = assertThrows(
                            IllegalArgumentException.class,
                            () -> Learning.of(Method.named(method).with("lacks.site-002", "x2,x3"))
                                    .learn(rows))
                    .getMessage();
            assertTrue(refused.contains("has no parameter lacks.site-002"), refused);
        }
    }
}
