// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.secureagg.internal.site;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.secureagg.Federation;
import io.hedgerow.secureagg.GivenLanes;
import io.hedgerow.secureagg.internal.key.Octets;
import io.hedgerow.secureagg.internal.message.SlotMessage.Advertise;
import io.hedgerow.secureagg.internal.message.SlotMessage.CohortList;
import io.hedgerow.secureagg.internal.message.SlotMessage.RoundOpen;
import io.hedgerow.secureagg.internal.message.SlotMessage.ShareMessage;
import io.hedgerow.secureagg.internal.message.SumMessage.Consistency;
import io.hedgerow.secureagg.internal.message.SumMessage.InputTerms;
import io.hedgerow.secureagg.internal.message.SumMessage.MaskedInput;
import io.hedgerow.secureagg.internal.message.SumMessage.MaskedSignature;
import io.hedgerow.secureagg.internal.message.SumMessage.RoundInput;
import io.hedgerow.secureagg.internal.message.SumMessage.SurvivorList;
import io.hedgerow.secureagg.internal.message.SumMessage.UnmaskRequest;
import io.hedgerow.secureagg.internal.message.SumMessage.UnmaskShares;
import io.hedgerow.secureagg.internal.message.ViolationException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/**
 * A coordinator that tells two groups of honest sites different things, with n = 8, two of which collude with it: never
 * do t shares of both secrets of a site leave, so every masked input keeps at least one mask that cannot be opened.
 */
class EquivocationTest {

    private static final int N = 8;
    private static final int HONEST = 6;
    private static final int T = 6;
    private static final long[] INPUT = {9, 1};

    /** Shares of each kind that left, by owner. */
    private static final class Leaked {
        private final int[] selfSeed = new int[N];
        private final int[] wrapKey = new int[N];

        void add(UnmaskShares shares, List<Integer> survivors) {
            shares.shares().forEach(one -> {
                int[] count = survivors.contains(one.owner()) ? selfSeed : wrapKey;
                count[one.owner()]++;
            });
        }

        /** The colluding sites have a share of each kind of everyone. */
        void assertNoInputIsOpen() {
            int colluding = N - HONEST;
            for (int u = 0; u < HONEST; u++) {
                boolean self = selfSeed[u] + colluding >= T;
                boolean wrap = wrapKey[u] + colluding >= T;
                assertFalse(self && wrap, "both secrets of site " + u + " can be found");
            }
        }
    }

    private static List<Integer> group(int mask, boolean inGroup) {
        List<Integer> sites = new ArrayList<>();
        for (int u = 0; u < HONEST; u++) {
            if ((mask >> u & 1) == 1 == inGroup) {
                sites.add(u);
            }
        }
        return sites;
    }

    private static Federation shared() {
        Federation federation = new Federation(N, Federation.CLASSICAL);
        federation.start(INPUT.length, u -> Federation.NEVER);
        CohortList cohort = federation.slot.closeAdvertise();
        for (int u = 0; u < N; u++) {
            federation.slot.receive(federation.slots.get(u).share(cohort));
        }
        return federation;
    }

    private static RoundInput signed(Federation federation, RoundInput request, InputTerms terms) {
        RoundInput unsigned = new RoundInput(request.ctx(), terms, request.sharing(), request.boxes(), Octets.empty());
        return new RoundInput(
                request.ctx(),
                terms,
                request.sharing(),
                request.boxes(),
                federation.coordinatorIdentity.sign(unsigned.digest()));
    }

    private static SurvivorList list(Federation federation, Octets ctx2, List<MaskedSignature> signatures) {
        SurvivorList unsigned = new SurvivorList(ctx2, signatures, Octets.empty());
        return new SurvivorList(ctx2, signatures, federation.coordinatorIdentity.sign(unsigned.digest()));
    }

    /** Colluding sites sign whatever they are asked to. */
    private static MaskedSignature colluder(Federation federation, int site, Octets ctx2) {
        Octets digest = Octets.copyOf(new byte[32]);
        Octets signed = new MaskedSignature(site, digest, Octets.empty()).digest(ctx2);
        return new MaskedSignature(site, digest, federation.identities.get(site).sign(signed));
    }

    /**
     * One test object per split would repeat the handshake 31 times; splits up to exchange of the groups are all that
     * differ.
     */
    @Test
    void twoModels_areNeverBothSummed() {
        for (int mask : new int[] {0b000001, 0b000011, 0b000111, 0b010101, 0b001111}) {
            Federation federation = shared();
            InputTerms terms = Federation.noisy(0);
            InputTerms other = Federation.noisy(1);
            Map<Integer, RoundInput> requests = federation.slot.closeShares(terms);
            Map<Integer, MaskedSignature> signatures = new TreeMap<>();
            Octets[] contexts = new Octets[2];
            for (int side = 0; side < 2; side++) {
                for (int u : group(mask, side == 1)) {
                    RoundInput request = signed(federation, requests.get(u), side == 1 ? other : terms);
                    contexts[side] = request.context();
                    MaskedInput made = federation.slots.get(u).mask(request, any -> GivenLanes.of(INPUT));
                    signatures.put(u, made.signed());
                }
            }
            Leaked leaked = new Leaked();
            int refused = 0;
            for (int side = 0; side < 2; side++) {
                List<MaskedSignature> mixed = new ArrayList<>(signatures.values());
                List<MaskedSignature> own = new ArrayList<>();
                group(mask, side == 1).forEach(u -> own.add(signatures.get(u)));
                for (int c = HONEST; c < N; c++) {
                    own.add(colluder(federation, c, contexts[side]));
                    mixed.add(colluder(federation, c, contexts[side]));
                }
                SurvivorList mixedList = list(federation, contexts[side], mixed);
                SurvivorList ownList = list(federation, contexts[side], own);
                List<Integer> members = group(mask, side == 1);
                for (int i = 0; i < members.size(); i++) {
                    SiteSlot slot = federation.slots.get(members.get(i));
                    // to one site of the group the list with everyone, to the others the one with its own kind
                    boolean mixedShown = i == 0;
                    SurvivorList shown = mixedShown ? mixedList : ownList;
                    try {
                        Consistency confirmed = slot.confirm(shown);
                        assertTrue(own.size() >= T && !mixedShown, "confirmed too few: " + confirmed.site());
                    } catch (ViolationException e) {
                        refused++;
                    }
                }
            }
            assertTrue(refused >= 2);
            leaked.assertNoInputIsOpen();
        }
    }

    @Test
    void twoListsOfSurvivors_areNeverBothConfirmed() {
        for (int mask = 0; mask < 1 << HONEST; mask += 5) {
            Federation federation = shared();
            Map<Integer, RoundInput> requests = federation.slot.closeShares(Federation.noisy(0));
            Octets ctx2 = requests.get(0).context();
            List<MaskedSignature> all = new ArrayList<>();
            for (int u = 0; u < N; u++) {
                all.add(
                        u < HONEST
                                ? federation
                                        .slots
                                        .get(u)
                                        .mask(requests.get(u), any -> GivenLanes.of(INPUT))
                                        .signed()
                                : colluder(federation, u, ctx2));
            }
            SurvivorList everyone = list(federation, ctx2, all);
            // the second list leaves out a colluding site: both lists are sound for every honest site
            SurvivorList fewer = list(federation, ctx2, all.subList(0, N - 1));
            Leaked leaked = new Leaked();
            Map<Octets, List<Consistency>> confirmations = new HashMap<>();
            for (int side = 0; side < 2; side++) {
                SurvivorList shown = side == 1 ? everyone : fewer;
                List<Consistency> confirmed = new ArrayList<>();
                for (int u : group(mask, side == 1)) {
                    confirmed.add(federation.slots.get(u).confirm(shown));
                }
                for (int c = HONEST; c < N; c++) {
                    if (shown.sites().contains(c)) {
                        Octets cons = shown.consistency();
                        confirmed.add(new Consistency(
                                cons, c, federation.identities.get(c).sign(cons)));
                    }
                }
                confirmations.put(shown.consistency(), confirmed);
            }
            int released = 0;
            for (int side = 0; side < 2; side++) {
                SurvivorList shown = side == 1 ? everyone : fewer;
                UnmaskRequest request = new UnmaskRequest(shown.consistency(), confirmations.get(shown.consistency()));
                boolean enough = request.confirmations().size() >= T;
                boolean any = false;
                for (int u : group(mask, side == 1)) {
                    try {
                        leaked.add(federation.slots.get(u).unmask(request), shown.sites());
                        any = true;
                    } catch (ViolationException e) {
                        assertFalse(enough, "enough confirmations were refused: " + e.getMessage());
                    }
                }
                assertTrue(enough || !any);
                released += any ? 1 : 0;
            }
            assertTrue(released <= 1, "two lists were confirmed");
            leaked.assertNoInputIsOpen();
        }
    }

    @Test
    void sitesThatSeeAnotherCohortOrOpening_openNoBoxes() {
        Federation federation = new Federation(N, Federation.CLASSICAL);
        federation.start(INPUT.length, u -> Federation.NEVER);
        CohortList all = federation.slot.closeAdvertise();
        List<Advertise> most = new ArrayList<>(all.advertised());
        most.remove(N - 1);
        CohortList fewer = new CohortList(all.open(), most);
        for (int u = 0; u < N - 1; u++) {
            ShareMessage made = federation.slots.get(u).share(u < 3 ? fewer : all);
            if (u < 3) {
                // the split shows to an honest coordinator, and its boxes are useless to a dishonest one
                assertThrows(ViolationException.class, () -> federation.slot.receive(made));
            } else {
                federation.slot.receive(made);
            }
        }
        // a list with an answer to another opening
        Federation again = new Federation(N, Federation.CLASSICAL);
        RoundOpen one = again.coordinator.open(INPUT.length).open();
        RoundOpen two = again.coordinator.open(INPUT.length).open();
        List<Advertise> mixed = new ArrayList<>();
        List<SiteSlot> slots = new ArrayList<>();
        for (int u = 0; u < N; u++) {
            slots.add(again.sites.get(u).open(u == 5 ? two : one));
            mixed.add(slots.get(u).advertise());
        }
        CohortList list = new CohortList(one.digest(), mixed);
        slots.forEach(slot -> assertThrows(ViolationException.class, () -> slot.share(list)));
    }

    @Test
    void loweredTerms_areRefusedBeforeTheSlotIsUsed() {
        Federation federation = new Federation(N, Federation.CLASSICAL);
        RoundOpen open = federation.coordinator.open(INPUT.length).open();
        MaskingSession site = federation.sites.get(0);
        for (RoundOpen lowered : Arrays.asList(
                new RoundOpen(open.sid(), 5, 8, 5, 3, open.policyHash(), Octets.empty()),
                new RoundOpen(open.sid(), 5, 8, 9, 3, open.policyHash(), Octets.empty()),
                new RoundOpen(open.sid(), 5, 8, 6, 2, open.policyHash(), Octets.empty()),
                new RoundOpen(open.sid(), 5, 9, 7, 3, open.policyHash(), Octets.empty()),
                new RoundOpen(open.sid(), 5, 2, 2, 2, open.policyHash(), Octets.empty()),
                new RoundOpen(open.sid(), 5, 8, 6, 9, open.policyHash(), Octets.empty()),
                new RoundOpen(open.sid(), 5, 8, 6, 3, open.sid(), Octets.empty()),
                new RoundOpen(open.policyHash(), 5, 8, 6, 3, open.policyHash(), Octets.empty()))) {
            RoundOpen signed = new RoundOpen(
                    lowered.sid(),
                    lowered.slot(),
                    lowered.sites(),
                    lowered.threshold(),
                    lowered.minCohort(),
                    lowered.policyHash(),
                    federation.coordinatorIdentity.sign(lowered.digest()));
            assertThrows(ViolationException.class, () -> site.open(signed));
        }
        assertEquals(0, site.nextSlot());
        site.open(open);
    }
}
