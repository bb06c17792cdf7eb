// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.secureagg.internal.policy;

import io.hedgerow.core.privacy.PolicyRefusedException;
import io.hedgerow.secureagg.internal.policy.ExactRelease.Member;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * A site's record, over all studies, of which sites took part in the exact sums of its rows. Sums over sites A and over
 * sites B tell the sums over A without B, whatever the studies, columns or statistics are called; columns may be copies
 * of each other, and every sum may count rows. So exact releases are accounted for by rows and by who is in the sum:
 *
 * <ul>
 *   <li>another study sums the same rows only over the same sites;
 *   <li>where the site's rules allow several cohorts, only if all releases together keep the promise of each, which
 *       {@link SummedGroups} decides;
 *   <li>a study without masks, in which each site's part is told, has all sites of every masked sum: otherwise what it
 *       tells, taken from a sum, leaves the parts of those that it lacks.
 * </ul>
 *
 * <p>The promise is about the releases that this site took part in. A sum over sites of which none was in the releases
 * that it is compared with is in no one's memory. Thread-safe as the store is.
 */
public final class CohortMemory {

    private final CohortStore store;
    private final ExactRelease study;
    private final boolean several;
    private final Runnable beginning;

    /**
     * The memory as one study uses it.
     *
     * @param study over all sites of its roster
     * @param several whether the site's rules allow exact studies of the same rows over different sites
     */
    public CohortMemory(CohortStore store, ExactRelease study, boolean several) {
        this(store, study, several, () -> {});
    }

    /**
     * The same, with what else must be durable before sums of the study leave.
     *
     * @param beginning is run at each {@link #begins}, before the study is recorded; what it throws is thrown there
     */
    public CohortMemory(CohortStore store, ExactRelease study, boolean several, Runnable beginning) {
        this.store = store;
        this.study = study;
        this.several = several;
        this.beginning = beginning;
    }

    /**
     * Refuses the study if the site's earlier releases forbid it. Records nothing.
     *
     * @throws PolicyRefusedException when it must not be released
     */
    public void requireAllowed() {
        store.update(known -> {
            require(known, study);
            return Optional.empty();
        });
    }

    /**
     * Remembers that sums of the study are about to leave, over all sites of its roster as far as is known then.
     *
     * @throws PolicyRefusedException when they must not be released; nothing was recorded
     */
    public void begins() {
        store.update(known -> {
            require(known, study);
            beginning.run();
            boolean isKnown = known.stream().anyMatch(one -> one.study().equals(study.study()));
            return isKnown ? Optional.empty() : Optional.of(study);
        });
    }

    /**
     * Remembers that this site is about to help to open the study's sum over some sites of the roster only. Until then
     * it counts as one over all.
     *
     * @throws PolicyRefusedException when it must not be opened over these; nothing was recorded
     */
    public void opens(List<Member> sites) {
        ExactRelease opened = study.over(sites);
        store.update(known -> {
            require(known, opened);
            return known.contains(opened) ? Optional.empty() : Optional.of(opened);
        });
    }

    private void require(List<ExactRelease> known, ExactRelease next) {
        Map<Object, ExactRelease> others = new LinkedHashMap<>(); // the last word on a study is over whom it was opened
        for (ExactRelease one : known) {
            if (!one.study().equals(next.study()) && one.mayShareRows(next)) {
                others.put(one.study(), one);
            }
        }
        for (ExactRelease other : others.values()) {
            requireNoRest(other, next);
        }
        if (next.isPlain()) {
            return;
        }
        List<ExactRelease> all = new ArrayList<>(others.values());
        all.removeIf(ExactRelease::isPlain);
        all.add(next);
        SummedGroups groups = new SummedGroups(all);
        if (!groups.areAlike() && !(several && groups.small().isEmpty())) {
            throw PolicyRefusedException.afterRelease(reason(next, all.subList(0, all.size() - 1), groups));
        }
    }

    private static void requireNoRest(ExactRelease other, ExactRelease next) {
        if (other.isPlain() == next.isPlain()) {
            return;
        }
        ExactRelease plain = next.isPlain() ? next : other;
        ExactRelease masked = next.isPlain() ? other : next;
        List<String> rest = SummedGroups.without(masked, plain);
        if (!rest.isEmpty()) {
            throw PolicyRefusedException.afterRelease("study " + plain.name()
                    + ", without secure aggregation, tells what"
                    + " each of its sites sends, and the exact sums of study " + masked.name()
                    + " with the same rows would then tell the sums of " + SummedGroups.named(rest)
                    + " alone: have study " + next.name() + " signed "
                    + (next.isPlain() ? "with secure aggregation, over the same sites as before," : "over other sites")
                    + " or use other rows, as a new version of the data, which the site's policy names");
        }
    }

    private String reason(ExactRelease next, Iterable<ExactRelease> others, SummedGroups groups) {
        List<String> unlike = new ArrayList<>();
        for (ExactRelease other : others) {
            if (!new SummedGroups(List.of(other, next)).areAlike()) {
                unlike.add("study " + other.name() + " over " + SummedGroups.named(other.sites()));
            }
        }
        String rows = next.dataset().isEmpty() ? "of this site" : "of data set " + next.dataset();
        return "exact sums of the rows " + rows + " must be over the same sites as before, which were those of "
                + String.join(" and of ", unlike) + ", those of study " + next.name() + " are over "
                + SummedGroups.named(next.sites()) + (groups.small().isEmpty() ? allowed(groups) : found(groups))
                + "; or sum over the same sites, or other rows, as a new version of the data, which the site's policy"
                + " names";
    }

    private static String found(SummedGroups groups) {
        return ": the releases together would tell the sums of "
                + SummedGroups.named(groups.small().get(0)) + ", and no sum may be of fewer than " + groups.least()
                + " sites: have a plan signed that differs from earlier ones by " + groups.least() + " sites or more";
    }

    private static String allowed(SummedGroups groups) {
        return ", and the site's rules allow one set of sites: the one who decides about the rows may write"
                + " severalExactStudies: true under join, because the sums differ by " + groups.least()
                + " sites or more";
    }

    /**
     * What releases would tell together if all were of the same rows, for those who sign their plans; empty if they
     * keep their promises.
     */
    public static Optional<String> overlap(List<ExactRelease> releases) {
        List<ExactRelease> masked =
                releases.stream().filter(release -> !release.isPlain()).toList();
        for (ExactRelease plain : releases) {
            for (ExactRelease sum : plain.isPlain() ? masked : List.<ExactRelease>of()) {
                List<String> rest = SummedGroups.without(sum, plain);
                if (!rest.isEmpty()) {
                    return Optional.of("the sums of " + SummedGroups.named(rest) + ", because study " + plain.name()
                            + " has no secure aggregation");
                }
            }
        }
        SummedGroups groups = new SummedGroups(masked);
        return groups.areAlike() || groups.small().isEmpty()
                ? Optional.empty()
                : Optional.of("the sums of " + SummedGroups.named(groups.small().get(0)) + ", fewer than "
                        + groups.least() + " sites");
    }

    /** Stores releases durably, across studies, homes and restarts. Extension point. */
    public interface CohortStore {

        /**
         * Decides by all that is remembered, and adds what was decided: one step for all studies and processes.
         *
         * @param decision the release to add, or empty
         */
        void update(Function<List<ExactRelease>, Optional<ExactRelease>> decision);
    }
}
