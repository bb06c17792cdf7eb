// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.catalogue;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.Learning;
import io.hedgerow.core.data.RowSource;
import io.hedgerow.core.data.SiteData;
import io.hedgerow.core.data.SufficientStatistics;
import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.data.internal.InsecureOpenSites;
import io.hedgerow.core.graph.WeightMatrix;
import io.hedgerow.core.internal.release.UnitOfRows;
import io.hedgerow.core.internal.simulation.model.SimulatedSites;
import io.hedgerow.core.method.Method;
import io.hedgerow.core.method.NamedMethod;
import io.hedgerow.core.method.descriptor.MethodDescriptor;
import io.hedgerow.core.method.descriptor.MethodTrait;
import io.hedgerow.core.privacy.DatasetIdentity;
import io.hedgerow.core.privacy.LedgerException;
import io.hedgerow.core.simulation.FederationFixture;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Penalties are for noise variances near 1, and what people measure is in units of their own. */
class UnitOfRowsTest {

    /** Powers of two, so that nothing is rounded on the way. */
    private static final double SMALL = 1.0 / 32;

    private static final double LARGE = 128;

    static Stream<String> penalised() {
        return Method.descriptors().stream()
                .filter(method -> method.parameter("unit").isPresent())
                .filter(method -> !method.has(MethodTrait.PROMISE) && !method.has(MethodTrait.IN_ONE_PROCESS))
                .map(MethodDescriptor::name);
    }

    private static boolean has(String method, MethodTrait trait) {
        return Method.descriptors().stream().anyMatch(known -> known.name().equals(method) && known.has(trait));
    }

    /** The rows of every site; variables are in units of their own, what orders a series is not. */
    private static List<RowSource> rows(String method, double scale) {
        List<RowSource> rows;
        if (has(method, MethodTrait.SERIES)) {
            rows = SeriesFixture.sites(SeriesFixture.model(4, 2), 3, 400);
        } else {
            SimulatedSites study = FederationFixture.study(5, 5, 3, 200, 0, 3);
            rows = IntStream.range(0, 3).mapToObj(study::rows).toList();
        }
        return rows.stream().map(site -> scaled(site, scale)).toList();
    }

    private static RowSource scaled(RowSource site, double scale) {
        double[] unit = site.schema().names().stream()
                .mapToDouble(name -> name.equals("realisation") || name.equals("time") ? 1 : 1 / scale)
                .toArray();
        return site.inUnits(new double[unit.length], unit);
    }

    private static NamedMethod named(String method) {
        NamedMethod named = has(method, MethodTrait.SERIES) ? SeriesFixture.named(method) : Method.named(method);
        return (has(method, MethodTrait.NEURAL) ? named.with("hidden", "2") : named)
                .withRounds(has(method, MethodTrait.NEURAL) ? 12 : 25);
    }

    @ParameterizedTest
    @MethodSource("penalised")
    void everyUnit_givesTheSameNetwork(String method) throws InterruptedException {
        WeightMatrix small =
                Learning.of(voted(method)).learn(rows(method, SMALL)).network();
        assertTrue(small.edgeCount() > 0);
        assertEquals(
                small, Learning.of(voted(method)).learn(rows(method, LARGE)).network());
        WeightMatrix raw = Learning.of(voted(method).with("unit", "1"))
                .learn(rows(method, SMALL))
                .network();
        assertNotEquals(small, raw, "the test can fail: the unit matters");
    }

    private static NamedMethod voted(String method) {
        boolean votes = Method.descriptors().stream()
                .anyMatch(known -> known.name().equals(method)
                        && known.parameter("vote-rounds").isPresent());
        return votes ? named(method).with("vote-rounds", "5") : named(method);
    }

    /** Published settings are for rows as they are; under a guarantee, which may be added later, no row is read. */
    @Test
    void publishedSettings_andPrivateMethods_chooseNoUnit() throws InterruptedException {
        List<SiteData> small = List.of(
                SiteData.of(new DatasetIdentity("a"), rows("fed-sparse", SMALL).get(0)));
        NamedMethod open = Method.named("notears-mlp-admm");
        assertNotEquals(open, UnitOfRows.chosen(open, small, null));
        NamedMethod recommended = open.with("preset", "recommended");
        assertNotEquals(recommended, UnitOfRows.chosen(recommended, small, null));
        NamedMethod published = open.with("preset", "published");
        assertEquals(published, UnitOfRows.chosen(published, small, null));
        assertEquals(open.with("unit", "2"), UnitOfRows.chosen(open.with("unit", "2"), small, null));
        assertEquals(Method.named("gram"), UnitOfRows.chosen(Method.named("gram"), small, null));
        for (MethodDescriptor known : Method.descriptors()) {
            if (known.has(MethodTrait.PROMISE)) {
                NamedMethod guarded = Method.named(known.name());
                assertEquals(guarded, UnitOfRows.chosen(guarded, small, null));
            }
        }
    }

    /** The sum over sites says what all rows in one place say, also where means differ, or where nothing varies. */
    @Test
    void smallestVariance_isThatOfAllRows_andConstantColumnsHaveNone() throws InterruptedException {
        List<SiteData> sites = new ArrayList<>();
        for (int p = 0; p < 3; p++) {
            double shift = p;
            RowSource rows = rows("fed-sparse", 1).get(p).inUnits(new double[] {shift, 0, 0, 0, 0}, ONES);
            sites.add(SiteData.of(new DatasetIdentity("site " + p), rows));
        }
        SufficientStatistics pooled = InsecureOpenSites.pooled(sites);
        double smallest = IntStream.range(0, 5)
                .mapToDouble(j -> pooled.covariance(j, j))
                .min()
                .orElseThrow();
        assertEquals(smallest, UnitOfRows.smallestVariance(sites, null), 1e-12 * smallest);
        assertEquals(1, UnitOfRows.smallestVariance(List.of(constant(3), constant(7)), null));
    }

    /** Means in an old epoch or another altitude differ by little of themselves, and by more than their rows do. */
    @Test
    void smallestVariance_countsSmallDifferencesOfLargeMeans_andNoConstant() throws InterruptedException {
        double[] within = {0.0004, 0, 0, 4};
        List<SiteData> sites = IntStream.range(0, 2)
                .mapToObj(p -> SiteData.ofMoments(
                        new DatasetIdentity("altitude " + p),
                        VariableSchema.numbered(2),
                        SufficientStatistics.ofMoments(10, new double[] {101_325 + 0.15 * p, 7}, within)))
                .toList();
        assertEquals(0.0004 + 0.075 * 0.075, UnitOfRows.smallestVariance(sites, null), 1e-9);
        SiteData huge = SiteData.ofMoments(
                new DatasetIdentity("huge"),
                VariableSchema.numbered(2),
                SufficientStatistics.ofMoments(5, new double[] {1e200, 0}, new double[] {0, 0, 0, 2}));
        assertEquals(2, UnitOfRows.smallestVariance(List.of(huge, huge), null), 1e-12);
    }

    private static final double[] ONES = {1, 1, 1, 1, 1};

    private static SiteData constant(int rows) {
        return SiteData.ofMoments(
                new DatasetIdentity("constant of " + rows),
                VariableSchema.numbered(2),
                SufficientStatistics.ofMoments(rows, new double[] {1e6 / 3, -0.1}, new double[4]));
    }

    /** The sum is a step of sessions of sites, which the workers of a run answer. */
    @Test
    void theSum_isAnsweredBySessionsOnTheWorkers() throws InterruptedException {
        AtomicInteger answers = new AtomicInteger();
        Executor counting = task -> {
            answers.incrementAndGet();
            new Thread(task).start();
        };
        List<SiteData> sites = IntStream.range(0, 2)
                .mapToObj(p -> SiteData.of(
                        new DatasetIdentity("site " + p),
                        rows("fed-sparse", SMALL).get(p)))
                .toList();
        NamedMethod chosen = UnitOfRows.chosen(Method.named("fed-sparse"), sites, counting);
        assertTrue(chosen.parameters().containsKey("unit"));
        assertTrue(answers.get() >= 2, "was " + answers);
    }

    /** An admission is asked before any row is read. */
    @Test
    void anAdmission_isAskedBeforeAUnitIsChosen() {
        RowSource unread = new RowSource() {
            @Override
            public VariableSchema schema() {
                return VariableSchema.numbered(3);
            }

            @Override
            public void forEachRow(RowConsumer consumer) {
                throw new AssertionError("a row was read");
            }
        };
        Learning refused = Learning.of(Method.named("fed-sparse")).admittedBy((method, sites) -> {
            throw new LedgerException("no");
        });
        assertThrows(LedgerException.class, () -> refused.learn(List.of(unread, unread)));
        assertThrows(
                LedgerException.class, () -> refused.learnFrom(List.of(SiteData.of(new DatasetIdentity("a"), unread))));
    }
}
