// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.secureagg.internal.policy;

import io.hedgerow.core.federation.JournalException;
import io.hedgerow.secureagg.internal.key.Octets;
import io.hedgerow.secureagg.internal.key.Transcript;
import io.hedgerow.secureagg.internal.message.SumMessage.InputTerms;
import io.hedgerow.secureagg.internal.message.ViolationException;
import io.hedgerow.secureagg.internal.message.ViolationException.Reason;
import io.hedgerow.secureagg.internal.policy.ReleaseGuard.ReleaseStore.ReleaseRecord;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Ensures, by durable records, that a site masks only one input and opens only one sum for each round or statistic. A
 * subject is a round of a study, or a statistic of it. For each subject a site masks one input, and helps to open a sum
 * over one cohort:
 *
 * <ul>
 *   <li>the digest of the input is durable before the masked input leaves; other lanes are never masked for the
 *       subject;
 *   <li>the cohort is durable before the site confirms it; no other cohort of the subject is ever confirmed.
 * </ul>
 *
 * <p>Any number of slots may be run for a subject: they all open the same sum, even if a process was killed in between.
 * Where nothing but the sum hides an input, the cohort is all sites of the roster; see {@link Purpose#needsAll}. An
 * exact statistic is released in one study only, when the site has {@link StatisticClaims} for it; a claim of which
 * this memory has no input is of a newer memory, and refused.
 *
 * <p>Everything is durable before it counts. Not thread-safe.
 */
public final class ReleaseGuard {

    private final ReleaseStore store;
    private final StatisticClaims claims;
    private final boolean oneRelease;
    private final Map<Octets, ReleaseRecord> known = new HashMap<>();

    public ReleaseGuard(ReleaseStore store) {
        this(store, StatisticClaims.none());
    }

    /** A guard that also separates statistics which other studies of the same data release. */
    public ReleaseGuard(ReleaseStore store, StatisticClaims claims) {
        this(store, claims, false);
    }

    /**
     * A guard of a study that may release one statistic and nothing else, if {@code oneRelease}. An operator may go on
     * without a site before the sum is opened; the cohort that this site confirms is still the only one.
     */
    public ReleaseGuard(ReleaseStore store, StatisticClaims claims, boolean oneRelease) {
        this.oneRelease = oneRelease;
        this.store = store;
        this.claims = claims;
        store.load().forEach(entry -> known.put(entry.subject(), entry));
    }

    /**
     * The subject of an input: H("subject", purpose, specification, round), the same for all attempts. The
     * specification names the study.
     */
    public static Octets subjectOf(InputTerms terms) {
        return Transcript.of("subject")
                .u32(terms.purposeCode())
                .octets(terms.specHash())
                .u64(terms.round())
                .hash();
    }

    private static Purpose purposeOf(InputTerms terms) {
        return Purpose.of(terms.purposeCode())
                .orElseThrow(() -> refused("a purpose must be known, was " + terms.purposeCode()));
    }

    private void requireAllOf(InputTerms terms, List<Integer> sites, int rosterSize) {
        Purpose purpose = purposeOf(terms);
        boolean once = oneRelease && purpose == Purpose.STATISTIC && terms.round() == 0;
        if (purpose.needsAll() && !once && sites.size() != rosterSize) {
            throw refused("a sum of values without noise of each site's own must be of all " + rosterSize
                    + " sites, was of " + sites.size());
        }
    }

    /**
     * Decides about an input before it is made, and changes nothing.
     *
     * @param sharing U2
     * @throws ViolationException when it may not be masked with these sites
     * @throws io.hedgerow.core.privacy.PolicyRefusedException when another study was given it
     */
    public void admit(InputTerms terms, List<Integer> sharing, int rosterSize) {
        requireAllOf(terms, sharing, rosterSize);
        Octets subject = subjectOf(terms);
        if (purposeOf(terms) == Purpose.STATISTIC) {
            claims.require(subject, terms.round());
            requireRemembered(subject, terms.round());
        }
        ReleaseRecord before = known.get(subject);
        if (before != null && !sharing.containsAll(before.cohort())) {
            throw otherCohort(before, sharing);
        }
    }

    /** Remembers the digest of the lanes that are about to leave; refuses other lanes for the same subject. */
    public void masked(InputTerms terms, Octets input) {
        Octets subject = subjectOf(terms);
        ReleaseRecord before = known.get(subject);
        if (before != null && !before.input().equals(input)) {
            throw refused("round " + terms.round() + " must have one input of this site, has another one already");
        }
        boolean statistic = purposeOf(terms) == Purpose.STATISTIC;
        if (statistic) {
            requireRemembered(subject, terms.round());
        }
        if (before == null) {
            add(new ReleaseRecord(subject, input, List.of()));
        }
        // after the input: a claim without an input tells that this memory is older than the claims
        if (statistic) {
            claims.take(subject, terms.round());
        }
    }

    /**
     * Refuses a statistic that was given to this study, as the claims say, when this memory has no input of it.
     *
     * @throws JournalException when this memory is older than the claims, or an earlier release, which claimed first,
     *     was stopped before it recorded the input: both look the same
     */
    private void requireRemembered(Octets subject, long round) {
        if (!known.containsKey(subject) && claims.isGiven(subject, round)) {
            throw new JournalException("the memory of releases must know the input for " + claims.statistic()
                    + ", which was given to this study before, and does not: it is older than the memory of claims;"
                    + " bring the newest home back, never an older copy of a part of it; if this is the newest home,"
                    + " an earlier release was stopped between its two writes: these records cannot be summed, only"
                    + " other records can, as a new version of the data, which the site's policy names");
        }
    }

    /**
     * Remembers the sites over which this site is about to help to open a sum.
     *
     * @param survivors U3
     * @throws ViolationException when the sum may not be over these sites
     */
    public void confirmed(InputTerms terms, List<Integer> survivors, int rosterSize) {
        requireAllOf(terms, survivors, rosterSize);
        ReleaseRecord before = requireMasked(known.get(subjectOf(terms)));
        if (before.cohort().isEmpty()) {
            add(new ReleaseRecord(before.subject(), before.input(), survivors));
        } else if (!before.cohort().equals(survivors)) {
            throw otherCohort(before, survivors);
        }
    }

    /** The cohort U3 over which this site confirmed the sum of a subject, or empty before it confirmed any. */
    public Optional<List<Integer>> cohortOf(InputTerms terms) {
        return Optional.ofNullable(known.get(subjectOf(terms)))
                .map(ReleaseRecord::cohort)
                .filter(cohort -> !cohort.isEmpty());
    }

    private static ReleaseRecord requireMasked(@Nullable ReleaseRecord before) {
        if (before == null) {
            throw new IllegalStateException("an input must be masked before its cohort is confirmed");
        }
        return before;
    }

    private void add(ReleaseRecord entry) {
        store.append(entry);
        known.put(entry.subject(), entry);
    }

    private static ViolationException otherCohort(ReleaseRecord before, List<Integer> sites) {
        return refused("a round must be summed over the sites that this site confirmed for it, " + before.cohort()
                + ", was to be over " + sites);
    }

    private static ViolationException refused(String what) {
        return ViolationException.byCoordinator(Reason.RELEASE, what);
    }

    /** The purpose of a sum, which determines how often it may be released. */
    public enum Purpose {
        /** A statistic of one data version: released at most once, over all sites of the roster. */
        STATISTIC(1),
        /** Changes without a budget, or with noise that sites share: over all sites of the roster in every round. */
        CHANGE(2),
        /**
         * Changes in which every site hides its part with its own noise: over the sites that are there, from a quorum
         * on.
         */
        NOISY_CHANGE(3);

        private final int code;

        Purpose(int code) {
            this.code = code;
        }

        public int code() {
            return code;
        }

        /**
         * Whether nothing but the sum hides a site's input, so that every sum must be over all sites of the roster.
         * Sums over sites that come and go would tell it: the total of a site that is dropped stays, those of the
         * others become what the coordinator sends.
         */
        public boolean needsAll() {
            return this != NOISY_CHANGE;
        }

        public static Optional<Purpose> of(int code) {
            for (Purpose purpose : values()) {
                if (purpose.code == code) {
                    return Optional.of(purpose);
                }
            }
            return Optional.empty();
        }
    }

    /** Stores a site's releases durably, across sessions and restarts. Extension point. */
    public interface ReleaseStore {

        List<ReleaseRecord> load();

        void append(ReleaseRecord entry);

        /**
         * A site's record of the releases of one subject.
         *
         * @param subject the sum, as {@link ReleaseGuard#subjectOf} names it
         * @param input digest of the only lanes that the site masks for it
         * @param cohort the only sites over which it helps to open a sum; empty before it confirmed any
         */
        record ReleaseRecord(Octets subject, Octets input, List<Integer> cohort) {
            public ReleaseRecord {
                cohort = List.copyOf(cohort);
            }
        }
    }
}
