package io.hedgerow.secureagg.site;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.secureagg.Federation;
import io.hedgerow.secureagg.codec.LaneSource;
import io.hedgerow.secureagg.key.Octets;
import io.hedgerow.secureagg.message.AbortCertificate;
import io.hedgerow.secureagg.message.Advertise;
import io.hedgerow.secureagg.message.CohortList;
import io.hedgerow.secureagg.message.Consistency;
import io.hedgerow.secureagg.message.MaskedInput;
import io.hedgerow.secureagg.message.MaskedSignature;
import io.hedgerow.secureagg.message.PeerShare;
import io.hedgerow.secureagg.message.Refusal;
import io.hedgerow.secureagg.message.RelayedBox;
import io.hedgerow.secureagg.message.RoundInput;
import io.hedgerow.secureagg.message.RoundOpen;
import io.hedgerow.secureagg.message.ShareMessage;
import io.hedgerow.secureagg.message.SurvivorList;
import io.hedgerow.secureagg.message.UnmaskRequest;
import io.hedgerow.secureagg.message.ViolationException;
import io.hedgerow.secureagg.message.ViolationException.Reason;
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
import org.junit.jupiter.api.Test;

/**
 * A coordinator signs what it likes: slots for few sites, and certificates with refusals of sites that were not in the slot. Whatever it does,
 * no two sums of one value may differ by few sites, and none may be over few honest ones.
 */
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
            Octets policy = federation.policy.hash();
            RoundOpen unsigned = new RoundOpen(sid, slot, sites, threshold, 3, policy, Octets.empty());
            return new RoundOpen(sid, slot, sites, threshold, 3, policy, sign(unsigned.digest()));
        }

        /** Runs a slot over these sites until all have released their shares. The coordinator knows their sum then, and tells nobody. */
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
                    new RoundInput(cohort.context(), federation.change(0), members, List.of(), Octets.empty());
            List<MaskedSignature> signed = new ArrayList<>();
            for (int u : members) {
                RoundInput request = new RoundInput(
                        common.ctx(), common.terms(), members, boxesFor(u, shared), sign(common.digest()));
                MaskedInput masked = slots.get(u).mask(request, any -> LaneSource.of(INPUT));
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

        /** The sites outside the slot refuse it, as they honestly may; the sites in it are shown that. */
        void settleByOthers(long slot, List<Integer> members) {
            List<Refusal> refusals = new ArrayList<>();
            for (int u = 0; u < federation.sites.size(); u++) {
                if (!members.contains(u)) {
                    refusals.add(federation.sites.get(u).refuse(slot));
                }
            }
            AbortCertificate certificate = federation.coordinator.certificate(slot, refusals);
            members.forEach(u -> federation.sites.get(u).accept(certificate));
        }

        void requireNobodyIsAlone() {
            int colluding = federation.policy.colluding(federation.sites.size());
            for (List<Integer> one : opened) {
                for (List<Integer> other : opened) {
                    long alone = one.stream().filter(u -> !other.contains(u)).count();
                    assertTrue(
                            alone == 0 || alone >= MIN_HONEST + colluding,
                            "sums over " + one + " and " + other + " are open");
                }
                assertTrue(one.size() - colluding >= MIN_HONEST, "a sum over " + one + " is open");
            }
        }
    }

    private static List<Integer> first(int count) {
        return IntStream.range(0, count).boxed().toList();
    }

    /** Opens a slot for few, has it sworn off by the others, and asks all for the same value. Returns how many sums came to be known. */
    private static int run(int roster, int members) {
        Attack attack = new Attack(roster);
        try {
            attack.release(attack.open(0, members, attack.federation.policy.threshold(members)), first(members));
            attack.settleByOthers(0, first(members));
            attack.release(attack.open(1, roster, attack.federation.policy.threshold(roster)), first(roster));
        } catch (ViolationException stopped) {
            assertEquals(Reason.POLICY, stopped.reason());
        }
        attack.requireNobodyIsAlone();
        return attack.opened.size();
    }

    @Test
    void fourSites_slotForThreeSwornOffByTheFourth_givesNoDifference() {
        assertEquals(0, run(4, 3));
    }

    @Property(tries = 40)
    void noSlotForAPartOfTheSession_isolatesASite(
            @ForAll @IntRange(min = 3, max = 9) int roster, @ForAll @IntRange(min = 3, max = 9) int members) {
        run(roster, Math.min(roster, members));
    }

    /** The other half of the rule: of a slot that was opened as it must be, some sites stayed away, and only they refuse. */
    @Property(tries = 20)
    void refusalsOfSitesThatDoNotShare_settleNothing(@ForAll @IntRange(min = 5, max = 10) int roster) {
        Attack attack = new Attack(roster);
        int threshold = attack.federation.policy.threshold(roster);
        List<Integer> members = first(threshold);
        attack.release(attack.open(0, roster, threshold), members);
        ViolationException refused = assertThrows(ViolationException.class, () -> attack.settleByOthers(0, members));
        assertEquals(Reason.POLICY, refused.reason());
        Octets sid = attack.federation.coordinator.terms().sid();
        assertTrue(attack.federation.sites.get(0).guard().waiting(sid, 0).isPresent());
        assertThrows(ViolationException.class, () -> attack.release(attack.open(1, roster, threshold), first(roster)));
        attack.requireNobodyIsAlone();
    }

    /** The harness can open sums: without that the tests above would show nothing. */
    @Test
    void slotForAll_isOpened() {
        Attack attack = new Attack(4);
        attack.release(attack.open(0, 4, 4), first(4));
        assertEquals(Set.of(first(4)), attack.opened);
    }
}
