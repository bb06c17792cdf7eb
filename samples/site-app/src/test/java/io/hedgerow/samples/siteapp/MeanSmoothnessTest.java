// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.siteapp;

import static io.hedgerow.dp.site.BudgetRequest.epsilon;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.Learning;
import io.hedgerow.core.data.RowSource;
import io.hedgerow.core.method.Agreement;
import io.hedgerow.core.method.Method;
import io.hedgerow.core.method.NamedMethod;
import io.hedgerow.core.method.UploadProtection;
import io.hedgerow.core.method.own.LocalSolvers;
import io.hedgerow.core.method.own.RoundsMethod;
import io.hedgerow.core.model.Parameters;
import io.hedgerow.core.privacy.Adjacency;
import io.hedgerow.core.privacy.PolicyRefusedException;
import io.hedgerow.core.simulation.SimulatedStudy;
import io.hedgerow.dp.accounting.PrivacyBudget;
import io.hedgerow.dp.ledger.LedgerHistory;
import io.hedgerow.dp.method.PrivateLocalSolvers;
import io.hedgerow.dp.method.PrivateMethod;
import io.hedgerow.dp.method.settings.SiteUnits;
import io.hedgerow.dp.site.Ledgers;
import io.hedgerow.secureagg.policy.AggregationPolicy;
import io.hedgerow.secureagg.simulation.MaskedSites;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Sites take the mean of their private second moments, plain and behind masks, for what keeping them costs. */
@Tag("slow")
class MeanSmoothnessTest {

    private static final int D = 4;
    private static final int SITES = 3;
    private static final int ROWS = 400;
    private static final int ROUNDS = 3;
    private static final List<String> DATASETS = List.of("a", "b", "c");

    @TempDir
    Path temp;

    private final SimulatedStudy simulated =
            SimulatedStudy.of(D, 3).sites(SITES).rowsPerSite(ROWS).seed(4).build();
    private final List<RowSource> rows =
            IntStream.range(0, SITES).mapToObj(simulated::rows).toList();
    private final NamedMethod named = Method.named("dp-fed-sparse")
            .withRounds(ROUNDS)
            .with("local-iterations", "3")
            .with("mean-smoothness", "true");

    /** Of each site, round after round: the consensus that it was told, and what it sends. */
    private final Map<String, List<double[]>> told = new TreeMap<>();

    private final Map<String, List<double[]>> sent = new TreeMap<>();

    private RoundsMethod method(UploadProtection uploads) {
        PrivacyBudget budget = new PrivacyBudget(2, 1e-6);
        SiteUnits units = new SiteUnits(ROWS, false, Adjacency.REPLACE_ONE);
        PrivateMethod greedy = PrivateLocalSolvers.proximalGreedy(
                named, Agreement.inProcess("shared", rows.get(0).schema(), SITES, uploads), units, budget);
        return RoundsMethod.of(
                        greedy.study(),
                        site -> greedy.solver(site).postProcessed("watched", (problem, released) -> {
                            add(told, site.value(), problem.consensus());
                            add(sent, site.value(), released.parameters());
                            return released;
                        }),
                        LocalSolvers::consensus)
                .averaging(1, 0.3);
    }

    private static void add(Map<String, List<double[]>> to, String site, Parameters values) {
        double[] moments = new double[D];
        for (int j = 0; j < D; j++) {
            moments[j] = values.get(j * (D + 1) + D);
        }
        to.computeIfAbsent(site, name -> new ArrayList<>()).add(moments);
    }

    private Ledgers ledgers(Path directory) {
        return Ledgers.in(directory).budget(epsilon(2).withDelta(1e-6)).datasets(DATASETS.toArray(String[]::new));
    }

    private void assertToldIsTheMean(double error) {
        assertEquals(SITES, sent.size());
        for (String site : sent.keySet()) {
            assertEquals(ROUNDS, sent.get(site).size());
            for (int round = 1; round < ROUNDS; round++) {
                for (int j = 0; j < D; j++) {
                    int variable = j;
                    double mean = sent.values().stream()
                            .mapToDouble(of -> of.get(0)[variable])
                            .average()
                            .orElseThrow();
                    assertEquals(mean, told.get(site).get(round)[j], error);
                    assertEquals(sent.get(site).get(0)[j], sent.get(site).get(round)[j], "released once");
                }
            }
            assertEquals(0, told.get(site).get(0)[0], "nothing is known in round 0");
        }
        assertTrue(
                sent.values().stream().map(of -> of.get(0)[0]).distinct().count() == SITES, "sites released their own");
    }

    @Test
    void plainSum_isTheMeanOfWhatSitesReleased() throws InterruptedException {
        Learning.of(method(UploadProtection.insecurePlain()))
                .on(Runnable::run)
                .keeping(ledgers(temp.resolve("plain")))
                .learn(rows);
        assertToldIsTheMean(1e-12);
    }

    @Test
    void maskedSum_isTheSameMean_andIsPaidForLikeMomentsThatAreKept() throws Exception {
        MaskedSites masks = new MaskedSites(AggregationPolicy.standard());
        Path directory = temp.resolve("masked");
        Learning.of(method(masks), masks)
                .on(Runnable::run)
                .keeping(ledgers(directory))
                .learn(rows);
        // Values behind masks are whole steps of 2⁻²⁴, and the sum of three is divided by three.
        assertToldIsTheMean(0x1p-22);
        assertTrue(masks.report().released() > 0, "sums came out of masks");
        for (String dataset : DATASETS) {
            double spent =
                    LedgerHistory.read(directory.resolve(dataset)).spent().spentEpsilon();
            assertTrue(spent > 1.99 && spent <= 2, dataset + " spent " + spent);
        }
        told.clear();
        sent.clear();
        assertThrows(
                PolicyRefusedException.class,
                () -> Learning.of(method(masks), masks)
                        .keeping(ledgers(directory))
                        .learn(rows),
                "what was spent is remembered on the disk");
        assertTrue(sent.isEmpty(), "nothing was computed");
    }

    @Test
    void parameter_isOfGreedySteps_andLearnsUnderABudget() throws InterruptedException {
        Learning.of(Method.named("dp-fed-sparse")
                        .with("mean-smoothness", "true")
                        .with("local-iterations", "3")
                        .withRounds(3))
                .on(Runnable::run)
                .keeping(ledgers(temp.resolve("named")))
                .learn(rows);
        assertTrue(Files.exists(temp.resolve("named")));
        assertThrows(
                IllegalArgumentException.class,
                () -> Learning.of(Method.named("dp-fed-bnsl").with("mean-smoothness", "true"))
                        .keeping(ledgers(temp.resolve("none")))
                        .learn(rows));
    }
}
