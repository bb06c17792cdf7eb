package io.hedgerow.secureagg.policy;

import io.hedgerow.secureagg.key.Octets;
import io.hedgerow.secureagg.key.Transcript;
import io.hedgerow.secureagg.message.InputTerms;
import io.hedgerow.secureagg.message.ViolationException;
import io.hedgerow.secureagg.message.ViolationException.Reason;
import io.hedgerow.secureagg.policy.ReleaseRecord.Event;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * A site's memory of what may be known already. It makes sure that no two sums can be subtracted to find one site:
 *
 * <ul>
 *   <li>a statistic of a data version is released once, over all sites of the roster; in other studies of the same data not at all, when the
 *       site has {@link StatisticClaims} for it;
 *   <li>a slot in which the site's masked input left counts as released until a receipt or enough refusals say otherwise; before that
 *       the site takes part in nothing else. The one exception is the same value again, when the site knows over whom it was, and
 *       the two cohorts differ on either side by nobody or by at least h + n_C sites.
 * </ul>
 *
 * <p>Everything is durable before it counts. Not thread-safe.
 */
public final class ReleaseGuard {

    /** With two, and every two sums having an honest site in common, no combination says more than their difference. */
    private static final int MOST_COHORTS = 2;

    private record SlotName(Octets sid, long slot) {}

    private final ReleaseStore store;
    private final StatisticClaims claims;
    private final Set<Octets> released = new HashSet<>();
    private final Map<SlotName, ReleaseRecord> open = new HashMap<>();
    private final Set<SlotName> sharesReleased = new HashSet<>();

    /**
     * A guard that remembers what its store has.
     *
     * @param store the site's records
     */
    public ReleaseGuard(ReleaseStore store) {
        this(store, StatisticClaims.none());
    }

    /**
     * A guard that also keeps statistics apart that are released in other studies of the same data.
     *
     * @param store the site's records in one study
     * @param claims of this study
     */
    public ReleaseGuard(ReleaseStore store, StatisticClaims claims) {
        this.store = store;
        this.claims = claims;
        store.load().forEach(this::remember);
    }

    /**
     * What an input is a release of. Two inputs with the same name are the same value.
     *
     * @param terms of the input
     * @return H("value", purpose, specification [, round, model])
     */
    public static Octets valueOf(InputTerms terms) {
        Transcript value = Transcript.of("value").u32(terms.purposeCode()).octets(terms.specHash());
        if (terms.purposeCode() != Purpose.STATISTIC.code()) {
            value.u64(terms.round()).octets(terms.modelHash());
        }
        return value.hash();
    }

    /**
     * Decides about an input before it is masked.
     *
     * @param terms what is to be summed
     * @param sharing U2
     * @param rosterSize sites of the roster
     * @throws ViolationException when it may not be released
     */
    public void admitInput(InputTerms terms, List<Integer> sharing, int rosterSize) {
        Purpose purpose = Purpose.of(terms.purposeCode())
                .orElseThrow(() -> refused("a purpose must be known, was " + terms.purposeCode()));
        requireAllOf(purpose, sharing, rosterSize);
        Octets value = valueOf(terms);
        if (released.contains(value)) {
            throw refused("a value must be released once, was released before");
        }
        if (purpose == Purpose.STATISTIC) {
            claims.require(value, terms.round());
        }
        for (ReleaseRecord pending : open.values()) {
            if (!pending.value().equals(value) || pending.sites().isEmpty()) {
                throw refused("slot " + pending.slot() + " must be settled by a receipt or by refusals first");
            }
        }
    }

    /**
     * Decides about who is in the sum.
     *
     * @param sid the session
     * @param slot the slot
     * @param terms what is summed
     * @param survivors U3
     * @param rosterSize sites of the roster
     * @param smallestDifference fewest sites by which cohorts may differ
     * @throws ViolationException when the sum may not be released
     */
    public void admitSurvivors(
            Octets sid, long slot, InputTerms terms, List<Integer> survivors, int rosterSize, int smallestDifference) {
        Purpose.of(terms.purposeCode()).ifPresent(purpose -> requireAllOf(purpose, survivors, rosterSize));
        open.forEach((name, pending) -> {
            if (!name.equals(new SlotName(sid, slot))) {
                requireFarApart(pending.sites(), survivors, smallestDifference);
                requireFarApart(survivors, pending.sites(), smallestDifference);
            }
        });
        requireFew(new SlotName(sid, slot), survivors);
    }

    /** Sums over four cohorts, all far apart by pairs, can be combined to one input: A − B − C + B∩C. */
    private void requireFew(SlotName own, List<Integer> survivors) {
        Set<List<Integer>> cohorts = new HashSet<>();
        open.forEach((name, pending) -> {
            if (!name.equals(own) && !pending.sites().isEmpty()) {
                cohorts.add(pending.sites());
            }
        });
        if (cohorts.size() >= MOST_COHORTS && !cohorts.contains(survivors)) {
            throw refused("a value must be summed over at most " + MOST_COHORTS + " different cohorts, which " + cohorts
                    + " are already; the next must be one of them");
        }
    }

    private static void requireAllOf(Purpose purpose, List<Integer> sites, int rosterSize) {
        if (purpose.needsAll() && sites.size() != rosterSize) {
            throw refused("a sum of values without noise of each site's own must be of all " + rosterSize
                    + " sites, was of " + sites.size());
        }
    }

    private static void requireFarApart(List<Integer> one, List<Integer> other, int smallestDifference) {
        long alone = one.stream().filter(site -> !other.contains(site)).count();
        if (alone != 0 && alone < smallestDifference) {
            throw refused("two cohorts of one value must differ by 0 or at least " + smallestDifference
                    + " sites, differed by " + alone);
        }
    }

    /**
     * Remembers that a masked input is about to leave.
     *
     * @param sid the session
     * @param slot the slot
     * @param ctx2 the context of the sum
     * @param terms what is summed
     * @param threshold t of the slot
     * @param refusals how many of U2 would prove that nothing was released
     * @param sharing U2
     */
    public void masked(
            Octets sid, long slot, Octets ctx2, InputTerms terms, int threshold, int refusals, List<Integer> sharing) {
        // No honest site releases a share of a statistic over fewer sites, so who would be in the sum is known already.
        boolean overAll = terms.purposeCode() == Purpose.STATISTIC.code();
        List<Integer> sites = overAll ? sharing : List.of();
        if (overAll) {
            claims.take(valueOf(terms), terms.round());
        }
        add(new ReleaseRecord(Event.MASKED, sid, slot, ctx2, valueOf(terms), threshold, refusals, sites, sharing));
    }

    /**
     * Remembers that shares are about to leave.
     *
     * @param sid the session
     * @param slot the slot
     * @param survivors U3
     */
    public void sharesReleased(Octets sid, long slot, List<Integer> survivors) {
        add(ReleaseRecord.of(Event.SHARES_RELEASED, sid, slot, Octets.empty(), survivors));
    }

    /**
     * Settles a slot by a receipt that was verified.
     *
     * @param sid the session
     * @param slot the slot
     * @param self this site
     * @param included U3
     * @return true when this site's input was waiting for it and is in the sum
     */
    public boolean received(Octets sid, long slot, int self, List<Integer> included) {
        ReleaseRecord pending = open.get(new SlotName(sid, slot));
        if (pending == null) {
            return false;
        }
        // A site that is not in the sum must not take its value for released, so the record says so by naming nobody.
        boolean inSum = included.contains(self);
        add(ReleaseRecord.of(Event.RECEIVED, sid, slot, pending.value(), inSum ? included : List.of()));
        return inSum;
    }

    /**
     * A slot that waits to be settled.
     *
     * @param sid the session
     * @param slot the slot
     * @return what was remembered when the masked input left, or empty when the slot is not waiting
     */
    public Optional<ReleaseRecord> waiting(Octets sid, long slot) {
        return Optional.ofNullable(open.get(new SlotName(sid, slot)));
    }

    /**
     * Settles a slot by refusals that were verified.
     *
     * @param sid the session
     * @param slot the slot
     */
    public void aborted(Octets sid, long slot) {
        Optional<ReleaseRecord> pending = waiting(sid, slot);
        add(ReleaseRecord.of(Event.ABORTED, sid, slot, Octets.empty(), List.of()));
        pending.map(ReleaseRecord::value).filter(value -> !mayBeKnown(value)).ifPresent(claims::giveBack);
    }

    /**
     * Gives up on settling a slot: the value counts as released, though nobody proved over whom. What is sent later may then be compared
     * with a sum that lacks any of the other sites. A decision for the people of the site, where neither a receipt nor enough refusals
     * can be had.
     *
     * @param sid the session
     * @param slot the slot
     * @throws IllegalStateException when the slot is not waiting
     */
    public void acceptUnsettled(Octets sid, long slot) {
        ReleaseRecord pending = waiting(sid, slot)
                .orElseThrow(() ->
                        new IllegalStateException("slot must be waiting to be given up, slot " + slot + " was not"));
        add(ReleaseRecord.of(Event.GIVEN_UP, sid, slot, pending.value(), List.of()));
    }

    /**
     * Whether this site's shares of a slot ever left.
     *
     * @param sid the session
     * @param slot the slot
     * @return true when they may be out
     */
    public boolean hasReleasedShares(Octets sid, long slot) {
        return sharesReleased.contains(new SlotName(sid, slot));
    }

    private boolean mayBeKnown(Octets value) {
        return released.contains(value)
                || open.values().stream().anyMatch(one -> one.value().equals(value));
    }

    private void add(ReleaseRecord entry) {
        store.append(entry);
        remember(entry);
    }

    private void remember(ReleaseRecord entry) {
        SlotName name = new SlotName(entry.sid(), entry.slot());
        switch (entry.event()) {
            case MASKED -> open.put(name, entry);
            case SHARES_RELEASED -> {
                sharesReleased.add(name);
                open.computeIfPresent(name, (key, masked) -> masked.over(entry.sites()));
            }
            case RECEIVED -> {
                open.remove(name);
                if (!entry.sites().isEmpty()) {
                    released.add(entry.value());
                    // Earlier attempts at this value were far enough apart, or the later one would not have been made.
                    open.values().removeIf(attempt -> attempt.value().equals(entry.value()));
                }
            }
            case ABORTED -> open.remove(name);
            case GIVEN_UP -> {
                open.remove(name);
                released.add(entry.value());
            }
        }
    }

    private static ViolationException refused(String what) {
        return ViolationException.byCoordinator(Reason.RELEASE, what);
    }
}
