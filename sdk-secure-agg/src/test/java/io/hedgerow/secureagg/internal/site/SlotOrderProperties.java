// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.secureagg.internal.site;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.secureagg.Federation;
import io.hedgerow.secureagg.GivenLanes;
import io.hedgerow.secureagg.internal.message.SlotMessage.CohortList;
import io.hedgerow.secureagg.internal.message.SlotMessage.ShareMessage;
import io.hedgerow.secureagg.internal.message.SumMessage.Consistency;
import io.hedgerow.secureagg.internal.message.SumMessage.MaskedInput;
import io.hedgerow.secureagg.internal.message.SumMessage.RoundInput;
import io.hedgerow.secureagg.internal.message.SumMessage.SurvivorList;
import io.hedgerow.secureagg.internal.message.SumMessage.UnmaskRequest;
import io.hedgerow.secureagg.internal.message.SumMessage.UnmaskShares;
import io.hedgerow.secureagg.internal.message.ViolationException;
import io.hedgerow.secureagg.internal.site.SiteSlot.State;
import java.util.List;
import java.util.Map;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.function.Executable;

/**
 * A coordinator that sends true, stale, repeated and misplaced messages in any order. Site 0 takes each step in order,
 * or gives up for good; the last two again with the same answer; the ratchet has moved before anything leaves.
 */
class SlotOrderProperties {

    private static final int SITES = 3;
    private static final long[] INPUT = {4, 1};
    private static final List<State> ORDER =
            List.of(State.OPENED, State.SHARED, State.READY, State.MASKED, State.CONSISTENT, State.DONE, State.ABORTED);
    private static final int CONSISTENT = 4;
    private static final int DONE = 5;
    private static final int ABORTED = 6;
    private static @Nullable Slot stale;
    private static @Nullable Federation federation;

    /**
     * The messages to site 0 of one slot, each made when what it depends on is there; before that the stale ones stand
     * in.
     */
    private static final class Slot {
        private final Federation federation;
        private @Nullable CohortList cohort;
        private @Nullable RoundInput input;
        private @Nullable SurvivorList survivors;
        private @Nullable UnmaskRequest request;

        Slot(Federation federation) {
            this.federation = federation;
            long before = federation.sites.get(0).nextSlot();
            federation.start(INPUT.length, u -> Federation.NEVER);
            assertTrue(federation.sites.get(0).nextSlot() > before, "the ratchet must move before the answer");
            cohort = federation.slot.closeAdvertise();
        }

        void shared(ShareMessage of0) {
            federation.slot.receive(of0);
            for (int u = 1; u < SITES; u++) {
                federation.slot.receive(federation.slots.get(u).share(cohort));
            }
            Map<Integer, RoundInput> requests = federation.slot.closeShares(
                    Federation.exact(federation.slot.open().slot()));
            input = requests.get(0);
            for (int u = 1; u < SITES; u++) {
                federation.slot.receive(federation.slots.get(u).mask(requests.get(u), any -> GivenLanes.of(INPUT)));
            }
        }

        void masked(MaskedInput of0) {
            federation.slot.receive(of0);
            survivors = federation.slot.closeMasked();
        }

        void confirmed(Consistency of0) {
            federation.slot.receive(of0);
            for (int u = 1; u < SITES; u++) {
                federation.slot.receive(federation.slots.get(u).confirm(survivors));
            }
            request = federation.slot.closeConsistency();
        }
    }

    private static Slot fresh() {
        if (federation == null
                || (!federation.slots.isEmpty() && federation.slots.get(0).number() > 900)) {
            federation = new Federation(SITES, Federation.CLASSICAL);
            Slot whole = new Slot(federation);
            SiteSlot site = federation.slots.get(0);
            whole.shared(site.share(whole.cohort));
            whole.masked(site.mask(whole.input, any -> GivenLanes.of(INPUT)));
            whole.confirmed(site.confirm(whole.survivors));
            assertEquals(SITES, site.unmask(whole.request).shares().size());
            stale = whole;
            federation = new Federation(SITES, Federation.CLASSICAL);
        }
        return new Slot(federation);
    }

    @Property(tries = 60)
    void anyOrderOfMessages_takesEachStepOnceAndStopsAtTheFirstWrongOne(
            @ForAll @Size(min = 1, max = 8) List<@IntRange(min = 0, max = 11) Integer> actions) {
        Slot now = fresh();
        SiteSlot site = now.federation.slots.get(0);
        int reached = 0;
        int inputsOut = 0;
        Consistency confirmed = null;
        UnmaskShares released = null;
        // below six an action takes the step that is due, so that later steps are reached
        for (int action : actions) {
            int step = action < 6 ? reached : action - 6;
            if (reached >= CONSISTENT && reached <= DONE && step == CONSISTENT - 1) {
                // a coordinator that did not get the answer asks again, for the same
                assertEquals(confirmed, site.confirm(now.survivors));
                reached = CONSISTENT;
            } else if (reached == DONE && step == DONE - 1) {
                assertEquals(released, site.unmask(now.request));
            } else if (step == reached && reached < DONE) {
                switch (step) {
                    case 0 -> now.shared(site.share(now.cohort));
                    case 1 -> site.prepare(now.input, 0);
                    case 2 -> {
                        now.masked(site.mask(any -> GivenLanes.of(INPUT)));
                        inputsOut++;
                    }
                    case 3 -> {
                        confirmed = site.confirm(now.survivors);
                        now.confirmed(confirmed);
                    }
                    default -> {
                        UnmaskShares shares = site.unmask(now.request);
                        assertEquals(SITES, shares.shares().size());
                        assertTrue(released == null || released.equals(shares), "shares must be the same each time");
                        released = shares;
                    }
                }
                reached++;
            } else {
                requireRefused(() -> misplaced(site, now, step));
                reached = ABORTED;
            }
            assertEquals(ORDER.get(reached), site.state());
            assertTrue(reached != ABORTED || site.isErased());
        }
        assertTrue(inputsOut <= 1 && (released == null || inputsOut == 1));
    }

    /** By the protocol, and not because a test has a message too few. */
    private static void requireRefused(Executable step) {
        RuntimeException refused = assertThrows(RuntimeException.class, step);
        assertTrue(
                refused instanceof ViolationException || refused instanceof IllegalStateException, refused::toString);
    }

    private static void misplaced(SiteSlot site, Slot now, int step) {
        Slot old = stale;
        switch (step) {
            case 0 -> site.share(now.cohort);
            case 1 -> site.prepare(now.input == null ? old.input : now.input, 0);
            case 2 -> site.mask(any -> GivenLanes.of(INPUT));
            case 3 -> site.confirm(now.survivors == null ? old.survivors : now.survivors);
            case 4 -> site.unmask(now.request == null ? old.request : now.request);
            default -> site.unmask(now.survivors == null ? old.survivors : now.survivors);
        }
    }

    @Property(tries = 10)
    void staleMessages_areRefusedAtEveryStep(@ForAll @IntRange(min = 0, max = 4) int step) {
        Slot now = fresh();
        Slot old = stale;
        SiteSlot site = now.federation.slots.get(0);
        if (step > 0) {
            now.shared(site.share(now.cohort));
        }
        if (step > 1) {
            site.prepare(now.input, 0);
        }
        if (step > 2) {
            now.masked(site.mask(any -> GivenLanes.of(INPUT)));
        }
        if (step > 3) {
            now.confirmed(site.confirm(now.survivors));
        }
        requireRefused(() -> {
            switch (step) {
                case 0 -> site.share(old.cohort);
                case 1 -> site.prepare(old.input, 0);
                case 2 -> site.prepare(now.input, 0);
                case 3 -> site.confirm(old.survivors);
                default -> site.unmask(old.request);
            }
        });
        assertEquals(State.ABORTED, site.state());
        assertTrue(site.isErased());
        // what it masked is remembered, and over whom it confirmed; nothing else
        assertEquals(
                step > 3,
                now.federation
                        .configurations
                        .get(0)
                        .guard()
                        .cohortOf(Federation.exact(site.number()))
                        .isPresent());
    }
}
