// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.secureagg.internal.site;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.secureagg.Federation;
import io.hedgerow.secureagg.GivenLanes;
import io.hedgerow.secureagg.internal.codec.FixedPointPlan.RangeExceededException;
import io.hedgerow.secureagg.internal.coordinator.BelowThresholdException;
import io.hedgerow.secureagg.internal.key.KeySchedule;
import io.hedgerow.secureagg.internal.key.KeySchedule.SecretKind;
import io.hedgerow.secureagg.internal.key.Octets;
import io.hedgerow.secureagg.internal.message.Message;
import io.hedgerow.secureagg.internal.message.SlotMessage.CohortList;
import io.hedgerow.secureagg.internal.message.SlotMessage.RoundOpen;
import io.hedgerow.secureagg.internal.message.SlotMessage.ShareMessage;
import io.hedgerow.secureagg.internal.message.SumMessage.InputTerms;
import io.hedgerow.secureagg.internal.message.SumMessage.MaskedInput;
import io.hedgerow.secureagg.internal.message.SumMessage.RoundInput;
import io.hedgerow.secureagg.internal.message.SumMessage.UnmaskShares;
import io.hedgerow.secureagg.internal.message.ViolationException;
import io.hedgerow.secureagg.internal.message.ViolationException.Reason;
import io.hedgerow.secureagg.internal.policy.ReleaseGuard.Purpose;
import io.hedgerow.secureagg.internal.sharing.ShamirSharing;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A round is repeated, by whom and whenever: the same inputs over the same sites, or nothing. */
@Tag("slow")
class RepeatedSlotTest {

    private static final int N = 5;

    private static int nobody(int site) {
        return Federation.NEVER;
    }

    private static long[][] inputs(long first) {
        long[][] inputs = new long[N][];
        Arrays.setAll(inputs, u -> new long[] {first << u, 1});
        return inputs;
    }

    private static void requireRefused(org.junit.jupiter.api.function.Executable run) {
        assertEquals(Reason.RELEASE, assertThrows(ViolationException.class, run).reason());
    }

    private static void restartAll(Federation federation) {
        IntStream.range(0, N).forEach(federation::restart);
        federation.renew();
    }

    private static List<Octets> maskedInputs(Federation federation) {
        List<Octets> lanes = new ArrayList<>();
        for (Octets sent : federation.wire) {
            if (Message.decodeFromSite(sent, 0) instanceof MaskedInput input) {
                lanes.add(input.lanes());
            }
        }
        return lanes;
    }

    @Test
    void aRoundThatWasOpened_isOpenedAgain_toTheSameSum_behindOtherMasks() {
        for (InputTerms terms :
                List.of(Federation.exact(3), Federation.terms(Purpose.STATISTIC, "gram, version 1", 0))) {
            Federation federation = new Federation(N, Federation.CLASSICAL);
            for (int repeat = 0; repeat < 3; repeat++) {
                assertArrayEquals(
                        new long[] {31, 5},
                        federation
                                .run(inputs(1), terms, RepeatedSlotTest::nobody)
                                .lanes());
                if (repeat == 1) {
                    restartAll(federation);
                }
            }
            List<Octets> masked = maskedInputs(federation);
            assertEquals(3 * N, masked.stream().distinct().count());
        }
    }

    /**
     * The slot stopped at each step, when some had masked, confirmed or released: what comes after is over the same
     * inputs.
     */
    @Test
    void aSlotThatStopped_isRepeatedOverTheSameInputsOnly() {
        long[][] other = inputs(1);
        other[4][0]++;
        for (int step : new int[] {Federation.MASK, Federation.CONFIRM, Federation.UNMASK}) {
            for (boolean restart : new boolean[] {false, true}) {
                Federation federation = stopped(step, restart);
                requireRefused(() -> federation.run(other, Federation.noisy(0), RepeatedSlotTest::nobody));
                assertArrayEquals(
                        new long[] {31, 5},
                        federation
                                .run(inputs(1), Federation.noisy(0), RepeatedSlotTest::nobody)
                                .lanes());
            }
        }
    }

    /** Sites 0 and 1 were away from a step on, the others went as far as they could. */
    private static Federation stopped(int step, boolean restart) {
        Federation federation = new Federation(N, Federation.CLASSICAL);
        assertThrows(
                BelowThresholdException.class,
                () -> federation.run(inputs(1), Federation.noisy(0), u -> u < 2 ? step : Federation.NEVER));
        if (restart) {
            restartAll(federation);
        }
        return federation;
    }

    /** All masked, and three confirmed: one too few. None of the three confirms another cohort, so none is opened. */
    @Test
    void afterSomeConfirmed_theRoundIsOverTheSameSitesOnly() {
        for (boolean restart : new boolean[] {false, true}) {
            for (int missing : new int[] {0, 4}) {
                for (int step : new int[] {Federation.SHARE, Federation.MASK}) {
                    Federation federation = stopped(Federation.CONFIRM, restart);
                    requireRefused(() -> federation.run(
                            inputs(1), Federation.noisy(0), u -> u == missing ? step : Federation.NEVER));
                }
            }
            assertArrayEquals(
                    new long[] {31, 5},
                    stopped(Federation.CONFIRM, restart)
                            .run(inputs(1), Federation.noisy(0), RepeatedSlotTest::nobody)
                            .lanes());
        }
    }

    @Test
    void withoutNoiseOfEachSite_noSumLacksASite() {
        for (InputTerms terms : List.of(Federation.exact(3), Federation.terms(Purpose.STATISTIC, "gram", 0))) {
            Federation federation = new Federation(N, Federation.CLASSICAL);
            for (int step : new int[] {Federation.ADVERTISE, Federation.SHARE, Federation.MASK}) {
                requireRefused(() -> federation.run(inputs(1), terms, u -> u == 2 ? step : Federation.NEVER));
            }
            // after its upload it is in the sum, and the others open it
            assertArrayEquals(
                    new long[] {31, 5},
                    federation
                            .run(inputs(1), terms, u -> u == 2 ? Federation.CONFIRM : Federation.NEVER)
                            .lanes());
        }
    }

    /** With t − 1 responders, what left is t − 1 shares of each secret, and those are not the secret. */
    @Test
    void belowTheThreshold_noSecretCanBeFound() {
        Federation federation = new Federation(N, Federation.CLASSICAL);
        assertThrows(
                BelowThresholdException.class,
                () -> federation.run(
                        inputs(1), Federation.exact(0), u -> u < 2 ? Federation.UNMASK : Federation.NEVER));
        List<ShareMessage> shared = new ArrayList<>();
        List<UnmaskShares> released = new ArrayList<>();
        for (Octets sent : federation.wire) {
            Message message = Message.decodeFromSite(sent, 0);
            if (message instanceof ShareMessage m) {
                shared.add(m);
            } else if (message instanceof UnmaskShares m) {
                released.add(m);
            }
        }
        assertEquals(3, released.size());
        int[] points = released.stream().mapToInt(one -> one.site() + 1).toArray();
        for (int owner = 0; owner < N; owner++) {
            int place = owner;
            byte[] guess = new ShamirSharing(3)
                    .interpolation(points)
                    .combine(released.stream()
                            .map(one -> one.shares().get(place).share().toBytes())
                            .toList());
            ShareMessage of = shared.get(owner);
            assertNotEquals(
                    of.selfCommitment(), KeySchedule.commitSecret(SecretKind.SELF_SEED, of.ctx(), owner, guess));
        }
        federation.slots.values().forEach(slot -> {
            slot.close();
            assertTrue(slot.isErased());
        });
    }

    @Test
    void usedSlot_isRefused_andOneOfAnotherSessionToo() {
        Federation federation = new Federation(3, Federation.CLASSICAL);
        federation.run(inputs(1), Federation.exact(0), RepeatedSlotTest::nobody);
        RoundOpen opened = federation.slot.open();
        MaskingSession member = federation.sites.get(0);
        assertEquals(
                Reason.REPLAY,
                assertThrows(ViolationException.class, () -> member.open(opened))
                        .reason());
        federation.restart(0);
        federation.renew();
        MaskingSession joined = federation.sites.get(0);
        assertEquals(
                Reason.CONTEXT,
                assertThrows(ViolationException.class, () -> joined.open(opened))
                        .reason());
    }

    @Test
    void fullDisk_letsNothingLeave() {
        Federation federation = new Federation(3, Federation.CLASSICAL);
        federation.start(2, RepeatedSlotTest::nobody);
        CohortList cohort = federation.slot.closeAdvertise();
        for (int u = 0; u < 3; u++) {
            federation.slot.receive(federation.slots.get(u).share(cohort));
        }
        Map<Integer, RoundInput> requests = federation.slot.closeShares(Federation.exact(0));
        federation.stores.get(0).fail(true);
        SiteSlot slot = federation.slots.get(0);
        assertThrows(
                IllegalStateException.class, () -> slot.mask(requests.get(0), any -> GivenLanes.of(new long[] {1, 1})));
        assertTrue(slot.isErased());
        // a site that abstains leaves nothing either, and has given nothing for the round
        SiteSlot other = federation.slots.get(1);
        assertThrows(
                RangeExceededException.class,
                () -> other.mask(requests.get(1), any -> {
                    throw new RangeExceededException(1);
                }));
        assertTrue(other.isErased());
        assertEquals(List.of(), federation.stores.get(1).load());
        // nor may it confirm what it cannot keep
        SiteSlot last = federation.slots.get(2);
        federation.slot.receive(last.mask(requests.get(2), any -> GivenLanes.of(new long[] {1, 1})));
        assertEquals(1, federation.stores.get(2).load().size());
    }

    @Test
    void whoCannotKeepTheCohort_doesNotConfirmIt_andReleasesNothing() {
        Federation federation = new Federation(3, Federation.CLASSICAL);
        federation.line = (kind, from, to, bytes) -> {
            federation.stores.get(0).fail(to == 0 && kind.getSimpleName().equals("SurvivorList"));
            return bytes;
        };
        assertThrows(
                IllegalStateException.class,
                () -> federation.run(inputs(1), Federation.exact(0), RepeatedSlotTest::nobody));
        assertTrue(federation.slots.get(0).isErased());
        assertTrue(federation
                .configurations
                .get(0)
                .guard()
                .cohortOf(Federation.exact(0))
                .isEmpty());
    }
}
