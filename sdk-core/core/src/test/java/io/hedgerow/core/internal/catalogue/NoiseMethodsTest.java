// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.catalogue;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.LearnedNetwork;
import io.hedgerow.core.Learning;
import io.hedgerow.core.data.RowSource;
import io.hedgerow.core.data.SiteData;
import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.graph.StructureMetrics;
import io.hedgerow.core.internal.simulation.model.ErdosRenyi;
import io.hedgerow.core.internal.simulation.model.Noise;
import io.hedgerow.core.internal.simulation.model.SimulatedSites;
import io.hedgerow.core.method.Agreement;
import io.hedgerow.core.method.Method;
import io.hedgerow.core.method.NamedMethod;
import io.hedgerow.core.method.UploadProtection;
import io.hedgerow.core.privacy.DatasetIdentity;
import io.hedgerow.core.search.Evidence;
import io.hedgerow.core.search.Finding.Outcome;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Methods that ask sites again, because noises tell directions. */
class NoiseMethodsTest {

    private static final NamedMethod LINGAM = Method.named("direct-lingam");
    private static final NamedMethod GRAM = Method.named("gram");

    /** Covariances leave three of its edges open, and tell its class. */
    private static SimulatedSites study(Noise noise) {
        return SimulatedSites.of(new ErdosRenyi(6, 6))
                .sites(3)
                .rowsPerSite(500)
                .noise(noise)
                .noiseDeviations(0.5, 2)
                .seed(2)
                .build();
    }

    private static List<RowSource> rows(SimulatedSites study) {
        List<RowSource> rows = new ArrayList<>();
        for (int p = 0; p < study.sites(); p++) {
            rows.add(study.rows(p));
        }
        return rows;
    }

    @Test
    void directLingam_learnsInRounds() throws InterruptedException {
        SimulatedSites study = study(Noise.EXPONENTIAL);
        LearnedNetwork found = Learning.of(LINGAM).learn(rows(study));
        assertEquals(0, StructureMetrics.of(found.network(), study.truth()).shd());
        assertEquals("dag", found.named().kind());
        assertTrue(found.run().notes().isEmpty(), found.run().notes().toString());
        Evidence evidence = found.evidence().orElseThrow();
        assertEquals(Outcome.PASSED, evidence.findings().verdict());
        assertTrue(evidence.pairs().directed().isEmpty());
        assertTrue(found.named().smallestEffect().isEmpty());
    }

    @Test
    void gram_saysThatNoisesTellMore_andDirectsByThemWhenItIsAsked() throws InterruptedException {
        SimulatedSites study = study(Noise.EXPONENTIAL);
        LearnedNetwork open = Learning.of(GRAM).learn(rows(study));
        assertEquals("cpdag", open.named().kind());
        assertEquals(1, open.run().notes().size());
        assertTrue(
                open.run().notes().get(0).contains("orient non-gaussian directs"),
                open.run().notes().get(0));
        LearnedNetwork found = Learning.of(GRAM.with("orient", "non-gaussian")).learn(rows(study));
        assertEquals(0, StructureMetrics.of(found.network(), study.truth()).shd());
        assertEquals("dag", found.named().kind());
        assertTrue(found.run().notes().isEmpty(), found.run().notes().toString());
        // the search on sums that are read in one place says the same, up to the order in which rows are added
        List<SiteData> sites = rows(study).stream()
                .map(rows -> SiteData.of(new DatasetIdentity("rows"), rows))
                .toList();
        LearnedNetwork baseline =
                Baseline.ORDER_MCMC.learn(sites, SearchSettings.ofSearch().directingByNoise(), Optional.empty());
        assertEquals(0, StructureMetrics.of(baseline.network(), study.truth()).shd());
        assertEquals("dag", baseline.named().kind());
    }

    @Test
    void gram_askedToDirectByNormalNoises_saysThatItCannot() throws InterruptedException {
        SimulatedSites study = study(Noise.GAUSSIAN);
        LearnedNetwork found = Learning.of(GRAM.with("orient", "non-gaussian").with("own-units", "true"))
                .learn(rows(study));
        assertEquals("cpdag", found.named().kind());
        assertTrue(
                found.run().notes().get(0).startsWith("orient non-gaussian directed no edge"),
                found.run().notes().toString());
    }

    private static String refused(NamedMethod method) {
        Agreement agreement =
                Agreement.inProcess("test", VariableSchema.numbered(6), 3, UploadProtection.insecurePlain());
        return String.valueOf(assertThrows(IllegalArgumentException.class, () -> method.on(agreement))
                .getMessage());
    }

    @Test
    void tooFewRounds_andOtherWords_areRefused() {
        assertEquals(
                "direct-lingam asks sites again and needs rounds >= 9 for 6 variables, was 8: write rounds: 12, of"
                        + " which it takes no more than it needs",
                refused(LINGAM.withRounds(8)));
        assertTrue(refused(GRAM.with("orient", "non-gaussian").withRounds(1)).contains("needs rounds >= 2"));
        assertEquals(
                "parameter orient of gram must be non-gaussian or left out, was \"both\"",
                refused(GRAM.with("orient", "both")));
        assertTrue(refused(LINGAM.with("seed", "1")).contains("algorithm direct-lingam has no parameter seed"));
    }

    @Test
    void normalScores_areRefused_forTheyTakeAwayWhatTells() {
        for (NamedMethod method : List.of(LINGAM, GRAM.with("orient", "non-gaussian"))) {
            Learning scored = Learning.of(method).inNormalScores();
            assertTrue(assertThrows(IllegalArgumentException.class, () -> scored.learn(rows(study(Noise.GAUSSIAN))))
                    .getMessage()
                    .startsWith("normal scores remove the noise that tells directions"));
        }
    }
}
