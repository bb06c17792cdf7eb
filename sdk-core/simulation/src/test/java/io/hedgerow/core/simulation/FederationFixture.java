// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.simulation;

import io.hedgerow.core.data.SiteData;
import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.internal.simulation.model.ErdosRenyi;
import io.hedgerow.core.internal.simulation.model.SimulatedSites;
import io.hedgerow.core.privacy.DatasetIdentity;
import java.util.ArrayList;
import java.util.List;

/** Sites of simulated studies. */
public final class FederationFixture {

    private FederationFixture() {}

    public static SimulatedSites study(int d, int edges, int sites, long rows, double heterogeneity, long seed) {
        return SimulatedSites.of(new ErdosRenyi(d, edges))
                .sites(sites)
                .rowsPerSite(rows)
                .heterogeneity(heterogeneity)
                .seed(seed)
                .build();
    }

    /** Sites with the exact population moments: n = ∞. */
    public static List<SiteData> population(SimulatedSites study) {
        List<SiteData> sites = new ArrayList<>();
        for (int p = 0; p < study.sites(); p++) {
            sites.add(SiteData.ofMoments(
                    new DatasetIdentity("site " + p),
                    VariableSchema.numbered(study.truth().variables()),
                    study.model(p).population(1000)));
        }
        return sites;
    }

    /** Sites with rows. */
    public static List<SiteData> rows(SimulatedSites study) {
        List<SiteData> sites = new ArrayList<>();
        for (int p = 0; p < study.sites(); p++) {
            sites.add(SiteData.of(new DatasetIdentity("site " + p), study.rows(p)));
        }
        return sites;
    }
}
