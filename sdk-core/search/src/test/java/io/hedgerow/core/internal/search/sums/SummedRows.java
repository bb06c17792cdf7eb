// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.search.sums;

import io.hedgerow.core.data.DataView;
import io.hedgerow.core.data.SiteData;
import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.data.rows.InMemoryRows;
import io.hedgerow.core.model.Parameters;
import io.hedgerow.core.privacy.DatasetIdentity;
import io.hedgerow.core.privacy.InMemoryLedgerForSimulation;
import io.hedgerow.core.privacy.InsecureNoPrivacy;
import io.hedgerow.core.privacy.MechanismEvent;
import java.util.List;
import java.util.function.Function;

/** The sums of rows of several sites. */
public final class SummedRows {

    private SummedRows() {}

    public static WithinSites of(List<double[][]> sites) {
        return WithinSites.of(sites.get(0)[0].length, sites.size(), sums(sites));
    }

    static Parameters sums(List<double[][]> sites) {
        int d = sites.get(0)[0].length;
        double[] total = new double[SiteSums.layout(d).size()];
        for (double[][] rows : sites) {
            Parameters own =
                    ofSite(SiteData.of(new DatasetIdentity("rows"), InMemoryRows.of(VariableSchema.numbered(d), rows)));
            for (int k = 0; k < total.length; k++) {
                total[k] += own.get(k);
            }
        }
        return Parameters.takeOver(total);
    }

    public static Parameters ofSite(SiteData data) {
        return read(data, SiteSums::of);
    }

    public static <T> T read(SiteData data, Function<DataView, T> computation) {
        try (DataView view = data.open(InsecureNoPrivacy.gate(new InMemoryLedgerForSimulation(), data.identity())
                .reserve("test", 0, new MechanismEvent.NonPrivate("test"))
                .permit())) {
            return computation.apply(view);
        }
    }
}
