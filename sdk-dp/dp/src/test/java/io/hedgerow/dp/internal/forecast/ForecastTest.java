// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.internal.forecast;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.method.Method;
import io.hedgerow.core.method.StudyTerms;
import io.hedgerow.core.privacy.Adjacency;
import io.hedgerow.core.privacy.PrivacyPromise;
import io.hedgerow.core.privacy.PrivacyUnit;
import io.hedgerow.core.protocol.SiteId;
import io.hedgerow.core.study.RoundPolicy;
import io.hedgerow.dp.accounting.PrivacyBudget;
import io.hedgerow.dp.mechanism.NoiseSource;
import io.hedgerow.dp.mechanism.NoiseSourceProvider;
import io.hedgerow.dp.mechanism.OfferedNoise;
import io.hedgerow.dp.method.PrivateMethod;
import io.hedgerow.dp.plan.PlannedSpending;
import io.hedgerow.dp.plan.PublicRange;
import io.hedgerow.dp.plan.PublicTerms;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ForecastTest {

    private static final double DELTA = 1e-6;

    private static Forecast forecast(
            String method,
            Map<String, String> parameters,
            int variables,
            int sites,
            long rows,
            double epsilon,
            OptionalInt shared,
            PublicRange... ranges) {
        StudyTerms terms = terms(
                method,
                parameters,
                variables,
                SiteId.numbered(sites),
                shared,
                new PrivacyPromise(epsilon, DELTA, new PrivacyUnit.RecordUnit(), Adjacency.REPLACE_ONE),
                rows);
        PlannedSpending made = (PlannedSpending) Method.of(terms);
        return (Forecast) made.forecast(
                new PublicTerms(terms.method(), terms.schema(), terms.sites(), terms.parameters(), List.of(ranges)));
    }

    private static StudyTerms terms(
            String method,
            Map<String, String> parameters,
            int variables,
            List<SiteId> names,
            OptionalInt shared,
            PrivacyPromise promise,
            long rows) {
        Map<String, String> all = new TreeMap<>(parameters);
        names.forEach(name -> all.put("rows." + name.value(), Long.toString(rows)));
        return new StudyTerms(
                "forecast",
                VariableSchema.numbered(variables),
                names,
                30,
                new RoundPolicy(names.size(), Duration.ofMinutes(1), RoundPolicy.Convergence.never()),
                method,
                all,
                Optional.of(promise),
                shared);
    }

    private static Forecast ofGram(boolean mean, int variables, long rows, double epsilon, PublicRange... ranges) {
        return forecast(
                "dp-gram",
                Map.of("private-mean", Boolean.toString(mean)),
                variables,
                3,
                rows,
                epsilon,
                OptionalInt.empty(),
                ranges);
    }

    /** One forecast: the share of wrong pairs is that of the table that plan prints. */
    @Test
    void share_isThatOfPlan() {
        Forecast found = ofGram(false, 20, 1000, 1);
        WrongPairs plan = WrongPairs.expected("dp-gram", 1, 20, 1000, 3, new PrivacyBudget(1, DELTA))
                .get(0);
        assertEquals(plan.share(), found.wrong().orElseThrow(), 1e-12);
        assertEquals(plan.edges(), found.edges());
        assertFalse(found.useless());
        assertTrue(found.text().contains("where an empty network has 20"), found.text());
    }

    /** Six of eight sites know no one else's noise, so the mean of all has the noise of 48. */
    @Test
    void noiseThatSitesShare_countsAsThatOfMoreSites() {
        Forecast masked = forecast("dp-gram", Map.of(), 20, 8, 200, 1, OptionalInt.of(6));
        Forecast plain = forecast("dp-gram", Map.of(), 20, 48, 200, 1, OptionalInt.empty());
        assertEquals(plain.noise(), masked.noise(), 1e-15);
    }

    @Test
    void moreRows_areNoWorse_andFewAreUseless() {
        double before = Double.POSITIVE_INFINITY;
        for (long rows : new long[] {10, 30, 100, 300, 1000, 10_000}) {
            double now = ofGram(true, 10, rows, 1).wrong().orElseThrow();
            assertTrue(now <= before, rows + " rows: " + now + " after " + before);
            before = now;
        }
        assertTrue(ofGram(true, 10, 10, 1).useless());
        assertTrue(ofGram(true, 10, 10, 1).text().startsWith("useless: at least "));
        assertFalse(ofGram(true, 10, 10_000, 1).useless());
    }

    @ParameterizedTest
    @CsvSource({
        "dp-gram, false, 20, 100, outside",
        "dp-gram, false, 0, 120, edge",
        "dp-gram, false, -1, 128, edge",
        "dp-gram, false, -100, -20, outside",
        "dp-gram, false, -8, 16, fits",
        "dp-gram, false, -1, 1, fits",
        "dp-gram, true, 20, 100, fits",
        "dp-fed-bnsl, , 20, 100, outside",
        "dp-fed-bnsl, , 0, 365, edge",
        "dp-fed-bnsl, 6, 0, 365, fits",
        "dp-fed-bnsl, 0, 0, 365, fits",
        "dp-fed-bnsl, 400, 0, 365, outside",
        "dp-fed-bnsl, 60, 20, 100, fits",
        "dp-feature-gram, , 20, 100, fits"
    })
    void centreThatTheBoundsExclude_isAContradiction_andOneThatNobodyWroteAtTheirEdge_isDoubtful(
            String method, String said, double lowest, double highest, String where) {
        Map<String, String> parameters = said == null
                ? Map.of()
                : method.equals("dp-gram") ? Map.of("private-mean", said) : Map.of("centre.x1", said);
        Forecast found = forecast(
                method, parameters, 3, 3, 2000, 2, OptionalInt.empty(), new PublicRange("x1", lowest, highest));
        assertEquals(where.equals("outside") ? 1 : 0, found.contradictions().size(), found.toString());
        assertEquals(where.equals("edge") ? 1 : 0, found.doubts().size(), found.toString());
        assertEquals(where.equals("edge"), found.needsWord(), found.toString());
        for (String sentence : found.contradictions()) {
            assertTrue(sentence.contains("x1 ["), sentence);
        }
        for (String sentence : found.doubts()) {
            assertTrue(sentence.contains("x1 [") && found.text().contains(sentence), found.text());
        }
    }

    @Test
    void rangeBelowTheSmallestDeviation_isAContradiction() {
        String said = ofGram(true, 3, 2000, 2, new PublicRange("x2", 0, 0.03))
                .contradictions()
                .get(0);
        assertTrue(said.contains("smallest-deviation 0.02") && said.contains("x2 [0, 0.03]"), said);
        assertEquals(
                List.of(),
                ofGram(true, 3, 2000, 2, new PublicRange("x2", 0, 0.04)).contradictions());
    }

    @Test
    void methodThatWasNotSimulatedAtSuchNumbers_hasTheNearest() {
        assertTrue(forecast("dp-fed-sparse", Map.of(), 2, 3, 3, 1, OptionalInt.empty())
                .useless());
        assertFalse(forecast("dp-fed-sparse", Map.of(), 2, 3, 50_000, 2, OptionalInt.empty())
                .useless());
        assertTrue(
                forecast("dp-gram", Map.of(), 3, 3, 5, 1, OptionalInt.empty()).useless());
    }

    /** Simulated with means of 0: 6 of 20 wrong; with offsets, as the plan says that means are: 18.3. */
    @Test
    void privateMean_isJudgedWhereMeansAreAway() {
        Forecast found = forecast("dp-gram", Map.of("private-mean", "true"), 20, 5, 1000, 0.5, OptionalInt.of(3));
        assertTrue(found.useless(), found.text());
        assertFalse(forecast("dp-gram", Map.of("private-mean", "true"), 20, 5, 1000, 2, OptionalInt.of(3))
                .useless());
    }

    @Test
    void look_isNotJudgedByEdgesThatItDoesNotSearch() {
        Forecast found = forecast("dp-inspect", Map.of(), 10, 3, 200, 1, OptionalInt.empty());
        assertTrue(found.wrong().orElseThrow() >= WrongPairs.USELESS, found.text());
        assertFalse(found.needsWord(), found.text());
    }

    /** States a law, and has no library to draw with. */
    public static final class Unopened implements NoiseSourceProvider {
        @Override
        public String id() {
            return "unopened";
        }

        @Override
        public NoiseSource.Law law() {
            return new NoiseSource.Law(0x1p-47, 0x1p-47, false);
        }

        @Override
        public NoiseSource open() {
            throw new NoClassDefFoundError("library/Gaussian");
        }
    }

    /** Officers and coordinators judge a plan whose noise only the sites can draw. */
    @ParameterizedTest
    @ValueSource(strings = {"dp-gram", "dp-fed-sparse", "dp-fed-bnsl", "dp-feature-gram"})
    void noise_isStatedAndNotOpened(String method, @TempDir Path services) throws Throwable {
        OfferedNoise.offering(
                services,
                () -> {
                    PrivateMethod made = (PrivateMethod) Method.of(terms(
                            method,
                            Map.of(),
                            4,
                            SiteId.numbered(3),
                            OptionalInt.empty(),
                            new PrivacyPromise(
                                    2, DELTA, new PrivacyUnit.RecordUnit(), Adjacency.REPLACE_ONE, "unopened"),
                            5000));
                    SiteId site = SiteId.numbered(3).get(0);
                    assertEquals("unopened", made.stated(site).noiseSource());
                    assertEquals("unopened", made.spending(site).noiseSource());
                    IllegalArgumentException refused =
                            assertThrows(IllegalArgumentException.class, () -> made.solver(site));
                    assertTrue(refused.getMessage().contains("Nothing was charged"), refused.getMessage());
                },
                Unopened.class.getName());
    }
}
