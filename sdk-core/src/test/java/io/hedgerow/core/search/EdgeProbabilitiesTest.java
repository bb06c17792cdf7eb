package io.hedgerow.core.search;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.data.SiteData;
import io.hedgerow.core.data.SufficientStatistics;
import io.hedgerow.core.graph.WeightMatrix;
import io.hedgerow.core.method.Baseline;
import io.hedgerow.core.method.InsecureOpenSites;
import io.hedgerow.core.method.LearnedNetwork;
import io.hedgerow.core.privacy.DatasetIdentity;
import io.hedgerow.core.simulation.ErdosRenyi;
import io.hedgerow.core.simulation.SimulatedStudy;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class EdgeProbabilitiesTest {

    @Test
    void of_isWhatOrderMcmcShowsOfItsEdges() {
        SimulatedStudy study = SimulatedStudy.of(new ErdosRenyi(6, 8))
                .noiseDeviations(0.5, 2)
                .sites(3)
                .rowsPerSite(60)
                .seed(2)
                .build();
        List<SiteData> sites = new ArrayList<>();
        for (int p = 0; p < 3; p++) {
            sites.add(SiteData.of(new DatasetIdentity("site " + p), study.rows(p)));
        }
        List<SufficientStatistics> statistics =
                sites.stream().map(InsecureOpenSites::statistics).toList();
        LearnedNetwork learned = Baseline.ORDER_MCMC.learn(sites, Baseline.ORDER_MCMC.settings(), Optional.empty());
        WeightMatrix shown = learned.confidence().orElseThrow();
        WeightMatrix found =
                EdgeProbabilities.of(statistics, Baseline.ORDER_MCMC.settings().seed());
        double elsewhere = 0;
        for (int i = 0; i < 6; i++) {
            for (int j = 0; j < 6; j++) {
                if (learned.network().hasEdge(i, j)) {
                    assertEquals(shown.get(i, j), Math.min(0.99, found.get(i, j)));
                } else {
                    elsewhere += found.get(i, j);
                }
            }
        }
        assertTrue(elsewhere > 0.1, "edges that were not chosen have probabilities, too: " + elsewhere);
    }
}
