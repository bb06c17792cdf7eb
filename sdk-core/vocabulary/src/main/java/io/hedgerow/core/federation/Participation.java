// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.federation;

import io.hedgerow.core.model.Parameters;
import io.hedgerow.core.protocol.SiteId;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * The rounds in which each site took part, as the coordinator's sums show, and the sites whose first update was an
 * outlier. A network in which a site was not at the end, or seldom, is not the network of all sites. Not thread-safe.
 */
public final class Participation implements RoundObserver {

    /** A site that was absent in more of the rounds than this share is named in warnings. */
    public static final double ABSENT_SHARE = 0.1;

    private final Map<SiteId, Integer> rounds = new TreeMap<>();
    private final Map<SiteId, Integer> last = new TreeMap<>();
    private final Set<SiteId> outlying = new TreeSet<>();
    private int ended;

    /** Creates the participation in a study before its first round. */
    public Participation() {}

    @Override
    public void roundEnded(RoundReport report, Parameters consensus) {
        add(report);
    }

    /**
     * Adds the next round.
     *
     * @param report of a round that ended
     */
    public void add(RoundReport report) {
        add(report.round(), report.included());
        outlying.addAll(report.outlying());
    }

    /**
     * Adds the next round of a study whose rounds have no reports, such as a release.
     *
     * @param round from 0
     * @param included the sites in its sum
     */
    public void add(int round, Set<SiteId> included) {
        ended++;
        for (SiteId site : included) {
            rounds.merge(site, 1, Integer::sum);
            last.put(site, round);
        }
    }

    /**
     * Notes the sites whose only update stood out, in a study without reports.
     *
     * @param sites those whose update stands out
     */
    public void standOut(Set<SiteId> sites) {
        outlying.addAll(sites);
    }

    /** {@return the number of rounds that were added} */
    public int rounds() {
        return ended;
    }

    /**
     * {@return the number of rounds with a site}
     *
     * @param site its name
     */
    public int rounds(SiteId site) {
        return rounds.getOrDefault(site, 0);
    }

    /**
     * {@return the last round with a site, counted from 0; empty without one}
     *
     * @param site its name
     */
    public OptionalInt last(SiteId site) {
        Integer round = last.get(site);
        return round == null ? OptionalInt.empty() : OptionalInt.of(round);
    }

    /**
     * {@return whether a site's first update stood out from the others, see {@link RoundReport#outlying}}
     *
     * @param site its name
     */
    public boolean isOutlying(SiteId site) {
        return outlying.contains(site);
    }

    /**
     * {@return whether a site should be named in a warning: it was not in the last round, or missing in more than
     * {@link #ABSENT_SHARE} of all}
     *
     * @param site its name
     */
    public boolean isMissed(SiteId site) {
        return ended > 0 && (last.getOrDefault(site, -1) < ended - 1 || ended - rounds(site) > ABSENT_SHARE * ended);
    }

    /**
     * {@return warnings about a network's sites for people who use it: one line for each site whose first update stood
     * out, and one that names all sites to be named as missing; empty when there are none}
     *
     * @param sites of the study
     */
    public List<String> warnings(Collection<SiteId> sites) {
        List<SiteId> ordered = sites.stream().sorted().toList();
        List<String> warnings = new ArrayList<>();
        ordered.stream()
                .filter(this::isOutlying)
                .map(site -> "the first update of site " + site.value()
                        + " stands out from those of the others: ask its people"
                        + " about units, the number of rows and where they come from")
                .forEach(warnings::add);
        String missed =
                ordered.stream().filter(this::isMissed).map(this::presence).collect(Collectors.joining(", "));
        if (!missed.isEmpty()) {
            warnings.add(
                    "this is not the network of all sites, missing at the end or in more than a tenth of the rounds: "
                            + missed);
        }
        return warnings;
    }

    private String presence(SiteId site) {
        OptionalInt in = last(site);
        return site.value() + " (in " + rounds(site) + " of " + ended + " rounds"
                + (in.isPresent() ? ", last in round " + (in.getAsInt() + 1) : "") + ")";
    }
}
