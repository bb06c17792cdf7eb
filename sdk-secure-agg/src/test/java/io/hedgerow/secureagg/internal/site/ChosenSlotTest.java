// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.secureagg.internal.site;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.secureagg.Federation;
import io.hedgerow.secureagg.GivenLanes;
import io.hedgerow.secureagg.internal.key.Octets;
import io.hedgerow.secureagg.internal.message.SlotMessage.Advertise;
import io.hedgerow.secureagg.internal.message.SlotMessage.CohortList;
import io.hedgerow.secureagg.internal.message.SlotMessage.PeerShare;
import io.hedgerow.secureagg.internal.message.SlotMessage.RoundOpen;
import io.hedgerow.secureagg.internal.message.SlotMessage.ShareMessage;
import io.hedgerow.secureagg.internal.message.SumMessage.Consistency;
import io.hedgerow.secureagg.internal.message.SumMessage.MaskedInput;
import io.hedgerow.secureagg.internal.message.SumMessage.MaskedSignature;
import io.hedgerow.secureagg.internal.message.SumMessage.RelayedBox;
import io.hedgerow.secureagg.internal.message.SumMessage.RoundInput;
import io.hedgerow.secureagg.internal.message.SumMessage.SurvivorList;
import io.hedgerow.secureagg.internal.message.SumMessage.UnmaskRequest;
import io.hedgerow.secureagg.internal.message.ViolationException;
import io.hedgerow.secureagg.internal.message.ViolationException.Reason;
import io.hedgerow.secureagg.internal.policy.SessionTerms;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * A coordinator signs what it likes: slots for few sites, and slots of one round for several cohorts, in one session or
 * in several. Whatever it does, the sum of a round is over one cohort, and over enough honest sites.
 */
@Tag("slow")
@net.jqwik.api.Tag("slow")
class ChosenSlotTest {

    private static final int MIN_HONEST = 3;
    private static final long[] INPUT = {7, 1};

    /** One federation with a coordinator that follows nothing. */
    private static final class Attack {
        private final Federation federation;
        private final Set<List<Integer>> opened = new HashSet<>();

        Attack(int roster) {
            federation = new Federation(roster, Federation.CLASSICAL);
        }

        private Octets sign(Octets digest) {
            return federation.coordinatorIdentity.sign(digest);
        }

        RoundOpen open(long slot, int sites, int threshold) {
            Octets sid = federation.coordinator.terms().sid();
            Octets policy = SessionTerms.hashOf(federation.policy);
            RoundOpen unsigned = new RoundOpen(sid, slot, sites, threshold, 3, policy, Octets.empty());
            return new RoundOpen(sid, slot, sites, threshold, 3, policy, sign(unsigned.digest()));
        }

        /**
         * Runs a slot over these sites until all have released their shares. The coordinator knows their sum then, and
         * tells nobody.
         */
        void release(RoundOpen open, List<Integer> members) {
            Map<Integer, SiteSlot> slots = new TreeMap<>();
            List<Advertise> advertised = new ArrayList<>();
            for (int u : members) {
                slots.put(u, federation.sites.get(u).open(open));
                advertised.add(slots.get(u).advertise());
            }
            CohortList cohort = new CohortList(open.digest(), advertised);
            List<ShareMessage> shared = new ArrayList<>();
            slots.values().forEach(slot -> shared.add(slot.share(cohort)));
            RoundInput common =
                    new RoundInput(cohort.context(), Federation.noisy(0), members, List.of(), Octets.empty());
            List<MaskedSignature> signed = new ArrayList<>();
            for (int u : members) {
                RoundInput request = new RoundInput(
                        common.ctx(), common.terms(), members, boxesFor(u, shared), sign(common.digest()));
                MaskedInput masked = slots.get(u).mask(request, any -> GivenLanes.of(INPUT));
                signed.add(masked.signed());
            }
            SurvivorList unsigned = new SurvivorList(common.context(), signed, Octets.empty());
            SurvivorList survivors = new SurvivorList(common.context(), signed, sign(unsigned.digest()));
            List<Consistency> confirmed = new ArrayList<>();
            slots.values().forEach(slot -> confirmed.add(slot.confirm(survivors)));
            UnmaskRequest unmask = new UnmaskRequest(survivors.consistency(), confirmed);
            slots.values().forEach(slot -> slot.unmask(unmask));
            opened.add(members);
        }

        private static List<RelayedBox> boxesFor(int receiver, List<ShareMessage> shared) {
            List<RelayedBox> boxes = new ArrayList<>();
            for (ShareMessage of : shared) {
                if (of.site() != receiver) {
                    PeerShare entry = of.entry(receiver).orElseThrow();
                    boxes.add(new RelayedBox(
                            of.site(), entry.box(), entry.selfShareCommitment(), entry.wrapShareCommitment()));
                }
            }
            return boxes;
        }

        void requireOneCohort() {
            int colluding = federation.policy.colluding(federation.sites.size());
            assertTrue(opened.size() <= 1, "sums over " + opened + " are open");
            opened.forEach(one -> assertTrue(one.size() - colluding >= MIN_HONEST, "a sum over " + one + " is open"));
        }
    }

    private static List<Integer> first(int count) {
        return IntStream.range(0, count).boxed().toList();
    }

    /** Opens a slot for few, then one of the same round for all, in the same session or another one. */
    private static int run(int roster, int members, int opening, boolean restarts) {
        Attack attack = new Attack(roster);
        int threshold = attack.federation.policy.threshold(roster);
        for (List<Integer> cohort : List.of(first(members), first(roster))) {
            try {
                attack.release(attack.open(attack.federation.sites.get(0).nextSlot(), opening, threshold), cohort);
            } catch (ViolationException stopped) {
                assertTrue(Set.of(Reason.POLICY, Reason.RELEASE).contains(stopped.reason()), stopped.toString());
            }
            if (restarts) {
                IntStream.range(0, roster).forEach(attack.federation::restart);
                attack.federation.renew();
            }
        }
        attack.requireOneCohort();
        return attack.opened.size();
    }

    @Test
    void slotForThree_orForAPartOfTheSession_isNotTakenPartIn() {
        assertEquals(0, run(4, 3, 3, false));
    }

    @Test
    void twoSlotsOfARound_overDifferentCohorts_areNotBothOpened() {
        for (boolean restarts : new boolean[] {false, true}) {
            assertEquals(1, run(8, 6, 8, restarts));
            assertEquals(1, run(8, 7, 8, restarts));
        }
    }

    @Property(tries = 40)
    void noTwoSlotsOfARound_isolateASite(
            @ForAll @IntRange(min = 3, max = 9) int roster,
            @ForAll @IntRange(min = 3, max = 9) int members,
            @ForAll boolean restarts) {
        run(roster, Math.min(roster, members), roster, restarts);
    }

    /** The harness can open sums: without that the tests above would show nothing. */
    @Test
    void slotForAll_isOpened_asOftenAsItIsAskedFor() {
        assertEquals(1, run(4, 4, 4, false));
        assertEquals(1, run(4, 4, 4, true));
    }
}
