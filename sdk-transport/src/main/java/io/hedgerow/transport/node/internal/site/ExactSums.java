// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.transport.node.internal.site;

import io.hedgerow.core.method.Method;
import io.hedgerow.core.protocol.SiteId;
import io.hedgerow.secureagg.internal.key.Octets;
import io.hedgerow.secureagg.internal.policy.CohortMemory;
import io.hedgerow.secureagg.internal.policy.ExactRelease;
import io.hedgerow.secureagg.internal.policy.ExactRelease.Member;
import io.hedgerow.secureagg.internal.policy.ReleaseGuard.ReleaseStore;
import io.hedgerow.secureagg.internal.policy.Roster;
import io.hedgerow.secureagg.internal.store.FileCohortStore;
import io.hedgerow.transport.identity.IdentityDirectory;
import io.hedgerow.transport.node.internal.PlannedMasks;
import io.hedgerow.transport.study.StudyPlan;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The exact sums of a plan: those without a privacy budget. Behind masks only the values of other sites hide a site's.
 * Without masks the coordinator sees what each site sends; that is remembered for the masked sums of the same rows.
 */
public final class ExactSums {

    private static final String FILE = "exact-releases";

    private ExactSums() {}

    /**
     * Who is in them, each site alone without masks; empty where a budget pays.
     *
     * @param roster the sites with their keys, where it is known
     * @param dataset whose rows; empty when they are not named
     */
    public static Optional<ExactRelease> of(
            StudyPlan plan, Method method, Optional<Roster> roster, Optional<String> dataset) {
        if (plan.privacy().budget().isPresent()) {
            return Optional.empty();
        }
        boolean masked = plan.secureAggregation().isPresent();
        Map<String, Octets> keys = new TreeMap<>();
        roster.ifPresent(known -> known.members()
                .forEach(member -> keys.put(member.name(), member.key().encoded())));
        Map<String, List<Member>> sums = new TreeMap<>();
        for (SiteId site : plan.sites()) {
            sums.computeIfAbsent(masked ? method.sum(site) : site.value(), sum -> new ArrayList<>())
                    .add(new Member(site.value(), keys.getOrDefault(site.value(), Octets.empty())));
        }
        return Optional.of(new ExactRelease(
                Octets.ofHex(plan.digest().hex()),
                plan.name(),
                dataset.orElse(""),
                List.copyOf(sums.values()),
                masked ? PlannedMasks.fewestInSum(plan) : 1));
    }

    /**
     * The files that remember them: one in the home, one beside the identity and one among the anchors, if there are
     * any, so that a second home does not forget what the first gave. One beside an identity that cannot be written is
     * read.
     *
     * @param masked whether the study has masks; without them a site that has no place remembers in its home
     * @throws IllegalArgumentException when the anchors are inside the home
     * @throws io.hedgerow.core.federation.JournalException when there is no place outside of the home
     */
    public static FileCohortStore store(
            Path home, IdentityDirectory identity, Optional<Path> anchors, SiteId site, boolean masked) {
        OutsideOfHome outside = OutsideOfHome.of(home, identity, anchors, site, FILE);
        if (masked) {
            outside.require(
                    "exact sums are remembered outside of the home, too, so that another home does not give them"
                            + " over other sites");
        }
        List<Path> files = new ArrayList<>(List.of(home.resolve(FILE)));
        files.addAll(outside.written());
        return new FileCohortStore(files, outside.readOnly());
    }

    /**
     * The memory of masks of a study, which first tells the memory of exact sums what is about to leave: an input, and
     * the sites over which a sum is opened. What it knew before, as from an earlier release, is told at once.
     */
    public static ReleaseStore watched(ReleaseStore releases, CohortMemory memory, Roster roster) {
        Watched watched = new Watched(releases, memory, roster);
        releases.load().forEach(watched::tell);
        return watched;
    }

    private static final class Watched implements ReleaseStore {
        private final ReleaseStore releases;
        private final CohortMemory memory;
        private final Roster roster;
        private boolean begun;

        Watched(ReleaseStore releases, CohortMemory memory, Roster roster) {
            this.releases = releases;
            this.memory = memory;
            this.roster = roster;
        }

        @Override
        public List<ReleaseRecord> load() {
            return releases.load();
        }

        @Override
        public void append(ReleaseRecord entry) {
            tell(entry);
            releases.append(entry);
        }

        void tell(ReleaseRecord entry) {
            if (!begun) {
                memory.begins();
                begun = true;
            }
            List<Integer> opened = entry.cohort();
            if (!opened.isEmpty() && opened.size() < roster.size()) {
                memory.opens(opened.stream()
                        .map(number -> member(roster.members().get(number)))
                        .toList());
            }
        }

        private static Member member(Roster.Member site) {
            return new Member(site.name(), site.key().encoded());
        }
    }
}
