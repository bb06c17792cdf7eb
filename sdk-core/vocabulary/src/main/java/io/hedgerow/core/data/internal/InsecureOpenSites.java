// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.data.internal;

import io.hedgerow.core.data.DataView;
import io.hedgerow.core.data.SiteData;
import io.hedgerow.core.data.SufficientStatistics;
import io.hedgerow.core.privacy.InMemoryLedgerForSimulation;
import io.hedgerow.core.privacy.InsecureNoPrivacy;
import io.hedgerow.core.privacy.LedgerException;
import io.hedgerow.core.privacy.MechanismEvent;
import io.hedgerow.core.privacy.PrivacyGate;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/** Reads sites without any privacy, for methods and checks that promise nothing. What promises something is refused. */
public final class InsecureOpenSites {

    private InsecureOpenSites() {}

    /**
     * {@return what is computed from the rows of one site}
     *
     * @param site its data
     * @param computation sees the open data
     */
    public static <T> T read(SiteData site, Function<DataView, T> computation) {
        MechanismEvent event = new MechanismEvent.NonPrivate("statistics for checks and baselines");
        try (DataView view = site.open(InsecureNoPrivacy.gate(new InMemoryLedgerForSimulation(), site.identity())
                .reserve("checks", 0, event)
                .permit())) {
            return computation.apply(view);
        }
    }

    /**
     * {@return gates for a method that promises nothing; they refuse every event with a guarantee, which would be
     * recorded nowhere}
     *
     * @param sites their data
     */
    public static List<PrivacyGate> gates(List<SiteData> sites) {
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
     * {@return the statistics of all rows of one site; later openings of the same data reuse what was read}
     *
     * @param site its data
     */
    public static SufficientStatistics statistics(SiteData site) {
        return read(site, DataView::statistics);
    }

    /**
     * {@return what is computed from the rows of several sites that are open together}
     *
     * @param sites at least one
     * @param computation sees the open data, in the order of the sites
     */
    public static <T> T readAll(List<SiteData> sites, Function<List<DataView>, T> computation) {
        return readAll(sites, List.of(), computation);
    }

    private static <T> T readAll(List<SiteData> closed, List<DataView> open, Function<List<DataView>, T> computation) {
        if (closed.isEmpty()) {
            return computation.apply(open);
        }
        return read(closed.get(0), view -> {
            List<DataView> more = new ArrayList<>(open);
            more.add(view);
            return readAll(closed.subList(1, closed.size()), more, computation);
        });
    }

    /**
     * {@return the statistics of all rows in one place}
     *
     * @param sites at least one
     */
    public static SufficientStatistics pooled(List<SiteData> sites) {
        return sites.stream()
                .map(InsecureOpenSites::statistics)
                .reduce(SufficientStatistics::merge)
                .orElseThrow();
    }
}
