package io.hedgerow.secureagg.site;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.secureagg.Federation;
import io.hedgerow.secureagg.codec.LaneSource;
import io.hedgerow.secureagg.message.CohortList;
import io.hedgerow.secureagg.message.Consistency;
import io.hedgerow.secureagg.message.MaskedInput;
import io.hedgerow.secureagg.message.Refusal;
import io.hedgerow.secureagg.message.RoundInput;
import io.hedgerow.secureagg.message.ShareMessage;
import io.hedgerow.secureagg.message.SurvivorList;
import io.hedgerow.secureagg.message.UnmaskRequest;
import io.hedgerow.secureagg.message.UnmaskShares;
import io.hedgerow.secureagg.site.SiteSlot.State;
import java.util.List;
import java.util.Map;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.jspecify.annotations.Nullable;

/**
 * A coordinator that sends true, stale, repeated and misplaced messages in any order. Site 0 takes each step once and in order, or gives
 * up for good; the ratchet has moved before anything leaves.
 */
class SlotOrderProperties {

    private static final int SITES = 3;
    private static final long[] INPUT = {4, 1};
    private static final List<State> ORDER =
            List.of(State.OPENED, State.SHARED, State.READY, State.MASKED, State.CONSISTENT, State.DONE, State.ABORTED);
    private static final int DONE = 5;
    private static final int ABORTED = 6;
    private static @Nullable Slot stale;
    private static @Nullable Federation federation;

    /** The messages to site 0 of one slot, each made when what it depends on is there; before that the stale ones stand in. */
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
                    federation.change(federation.slot.open().slot()));
            input = requests.get(0);
            for (int u = 1; u < SITES; u++) {
                federation.slot.receive(federation.slots.get(u).mask(requests.get(u), any -> LaneSource.of(INPUT)));
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
            whole.masked(site.mask(whole.input, any -> LaneSource.of(INPUT)));
            whole.confirmed(site.confirm(whole.survivors));
            assertEquals(SITES, site.unmask(whole.request).shares().size());
            federation.slots.get(1).close();
            stale = whole;
            // nobody but site 0 released, so two refusals and a receipt would settle; a new federation shares nothing
            // with it
            Federation next = new Federation(SITES, Federation.CLASSICAL);
            federation = next;
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
        int sharesOut = 0;
        // below six an action takes the step that is due, so that later steps are reached
        for (int action : actions) {
            int step = action < 6 ? reached : action - 6;
            if (step == reached && reached < DONE) {
                switch (step) {
                    case 0 -> now.shared(site.share(now.cohort));
                    case 1 -> site.prepare(now.input, 0);
                    case 2 -> {
                        now.masked(site.mask(any -> LaneSource.of(INPUT)));
                        inputsOut++;
                    }
                    case 3 -> now.confirmed(site.confirm(now.survivors));
                    default -> {
                        UnmaskShares shares = site.unmask(now.request);
                        assertEquals(SITES, shares.shares().size());
                        sharesOut++;
                    }
                }
                reached++;
            } else {
                assertThrows(RuntimeException.class, () -> misplaced(site, now, step));
                reached = ABORTED;
            }
            assertEquals(ORDER.get(reached), site.state());
            assertTrue(reached < DONE || site.isErased());
        }
        assertTrue(inputsOut <= 1 && sharesOut <= inputsOut);
        boolean released = sharesOut == 1;
        if (released) {
            // shares are out, so the slot cannot be refused any more
            assertThrows(
                    IllegalStateException.class,
                    () -> now.federation.sites.get(0).refuse(site.number()));
            federation = null;
        } else {
            settleWithoutShares(now);
        }
    }

    private static void misplaced(SiteSlot site, Slot now, int step) {
        Slot old = stale;
        switch (step) {
            case 0 -> site.share(now.cohort);
            case 1 -> site.prepare(now.input == null ? old.input : now.input, 0);
            case 2 -> site.mask(any -> LaneSource.of(INPUT));
            case 3 -> site.confirm(now.survivors == null ? old.survivors : now.survivors);
            case 4 -> site.unmask(now.request == null ? old.request : now.request);
            default -> site.unmask(now.survivors == null ? old.survivors : now.survivors);
        }
    }

    private static void settleWithoutShares(Slot now) {
        long slot = now.federation.slot.open().slot();
        List<Refusal> refusals =
                now.federation.sites.stream().map(site -> site.refuse(slot)).toList();
        now.federation.sites.forEach(site -> site.accept(now.federation.coordinator.certificate(slot, refusals)));
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
            now.masked(site.mask(any -> LaneSource.of(INPUT)));
        }
        if (step > 3) {
            now.confirmed(site.confirm(now.survivors));
        }
        assertThrows(RuntimeException.class, () -> {
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
        assertFalse(now.federation
                .sites
                .get(0)
                .guard()
                .hasReleasedShares(now.federation.coordinator.terms().sid(), site.number()));
        settleWithoutShares(now);
    }
}
