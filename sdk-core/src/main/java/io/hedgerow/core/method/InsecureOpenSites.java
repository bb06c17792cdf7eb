// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.method;

import io.hedgerow.core.data.DataView;
import io.hedgerow.core.data.SiteData;
import io.hedgerow.core.data.SufficientStatistics;
import io.hedgerow.core.data.diagnostics.DataDiagnostics;
import io.hedgerow.core.data.diagnostics.DataDiagnostics.DataWarning;
import io.hedgerow.core.internal.federation.site.InsecureReading;
import io.hedgerow.core.privacy.InsecureNoPrivacy;
import io.hedgerow.core.privacy.LedgerException;
import io.hedgerow.core.privacy.MechanismEvent;
import io.hedgerow.core.privacy.PrivacyGate;
import java.util.ArrayList;
import java.util.List;

/**
 * Reads sites without any privacy, for methods and checks that promise nothing. Whatever promises something is refused.
 */
public final class InsecureOpenSites {

    private InsecureOpenSites() {}

    /**
     * Lets a method read that promises nothing.
     *
     * @param method that will run
     * @param sites their data
     * @return gates that refuse every event with a guarantee: it would be recorded nowhere
     */
    public static List<PrivacyGate> admit(Method method, List<SiteData> sites) {
        return sites.stream()
                .map(site -> InsecureNoPrivacy.gate(
                        request -> {
                            if (!(request.event() instanceof MechanismEvent.NonPrivate)) {
                                throw new LedgerException("a method with a guarantee needs ledgers that record what"
                                        + " it costs: give the run an admission");
                            }
                        },
                        site.identity()))
                .toList();
    }

    /**
     * The statistics of one site.
     *
     * @param site its data
     * @return of all its rows; later openings of the same data reuse what was read
     */
    public static SufficientStatistics statistics(SiteData site) {
        return InsecureReading.read(site, DataView::statistics);
    }

    /**
     * Looks for odd columns.
     *
     * @param sites at least one
     * @param columns how many to look at; lags of series are as odd as the present
     * @return see {@link DataDiagnostics#shapes}
     */
    public static List<DataWarning> shapes(List<SiteData> sites, int columns) {
        return shapes(sites, columns, List.of());
    }

    private static List<DataWarning> shapes(List<SiteData> closed, int columns, List<DataView> open) {
        if (closed.isEmpty()) {
            return DataDiagnostics.shapes(open, columns);
        }
        return InsecureReading.read(closed.get(0), view -> {
            List<DataView> more = new ArrayList<>(open);
            more.add(view);
            return shapes(closed.subList(1, closed.size()), columns, more);
        });
    }

    /**
     * The statistics of all rows in one place.
     *
     * @param sites at least one
     * @return merged
     */
    public static SufficientStatistics pooled(List<SiteData> sites) {
        return sites.stream()
                .map(InsecureOpenSites::statistics)
                .reduce(SufficientStatistics::merge)
                .orElseThrow();
    }
}
