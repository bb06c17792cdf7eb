// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.method.nonprivate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.data.RowSource;
import io.hedgerow.core.data.SiteData;
import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.data.rows.InMemoryRows;
import io.hedgerow.core.graph.WeightMatrix;
import io.hedgerow.core.method.InsecureOpenSites;
import io.hedgerow.core.method.Learning;
import io.hedgerow.core.method.Method;
import io.hedgerow.core.method.NamedMethod;
import io.hedgerow.core.method.descriptor.MethodDescriptor;
import io.hedgerow.core.method.descriptor.MethodTrait;
import io.hedgerow.core.method.rounds.MethodSettings;
import io.hedgerow.core.privacy.Adjacency;
import io.hedgerow.core.privacy.DatasetIdentity;
import io.hedgerow.core.privacy.PrivacyPromise;
import io.hedgerow.core.privacy.PrivacyUnit;
import io.hedgerow.core.simulation.FederationFixture;
import io.hedgerow.core.simulation.SimulatedStudy;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
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

    private static boolean isOfSeries(String method) {
        return method.endsWith("fdbnl");
    }

    /** The rows of every site; variables are in units of their own, what orders a series is not. */
    private static List<RowSource> rows(String method, double scale) {
        List<RowSource> rows;
        if (isOfSeries(method)) {
            rows = SeriesFixture.sites(SeriesFixture.model(4, 2), 3, 400);
        } else {
            SimulatedStudy study = FederationFixture.study(5, 5, 3, 200, 0, 3);
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
        NamedMethod named = isOfSeries(method) ? SeriesFixture.named(method) : Method.named(method);
        return (method.startsWith("notears") ? named.with("hidden", "2") : named)
                .withRounds(method.startsWith("notears") ? 12 : 25);
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

    /** Published settings are for rows as they are, and under a promise no row is looked at for a unit. */
    @Test
    void publishedSettings_andPromises_chooseNoUnit() {
        assertTrue(named("pfdbnl").isWithoutUnit());
        assertTrue(named("pfdbnl").with("preset", "recommended").isWithoutUnit());
        assertFalse(named("pfdbnl").with("preset", "published").isWithoutUnit());
        assertFalse(named("pfdbnl").with("unit", "2").isWithoutUnit());
        assertFalse(Method.named("gram").isWithoutUnit());
        assertFalse(Method.named("dp-fed-sparse")
                .promising(new PrivacyPromise(1, 1e-6, new PrivacyUnit.RecordUnit(), Adjacency.REPLACE_ONE))
                .isWithoutUnit());
    }

    private static double smallest(double... deviations) {
        Random random = new Random(1);
        double[][] rows = new double[500][deviations.length];
        for (double[] row : rows) {
            Arrays.setAll(row, j -> deviations[j] * random.nextGaussian());
        }
        RowSource source = InMemoryRows.of(VariableSchema.numbered(deviations.length), rows);
        return MethodSettings.smallestVariance(
                InsecureOpenSites.pooled(List.of(SiteData.of(new DatasetIdentity("a"), source))));
    }

    @Test
    void aColumnThatHardlyVaries_saysNothingOfTheNoise() {
        assertEquals(4, smallest(2, 3, 3, 5, 9), 1);
        assertEquals(9, smallest(0.001, 3, 4, 5, 9), 2);
        assertEquals(1, smallest(1, 3, 3, 5, 9), 0.2, "a root of a long chain is no such column");
        assertEquals(1, smallest(0, 0), 0);
        assertEquals(1e-6, smallest(0.001, 0, 0), 2e-7);
    }
}
