// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.secureagg.internal.federation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.method.SumForm;
import io.hedgerow.core.protocol.encoding.Payload;
import io.hedgerow.core.study.CommunicationPolicy;
import io.hedgerow.core.study.Study;
import io.hedgerow.secureagg.internal.federation.TroubledWorld.Lie;
import io.hedgerow.secureagg.internal.federation.TroubledWorld.Site;
import io.hedgerow.secureagg.internal.key.Octets;
import io.hedgerow.secureagg.internal.message.Message;
import io.hedgerow.secureagg.internal.message.SessionMessage.Encapsulated;
import io.hedgerow.secureagg.internal.message.SessionMessage.Hello;
import io.hedgerow.secureagg.internal.message.SlotMessage.BadBox;
import io.hedgerow.secureagg.internal.message.SlotMessage.PeerShare;
import io.hedgerow.secureagg.internal.message.SlotMessage.RoundOpen;
import io.hedgerow.secureagg.internal.message.SlotMessage.ShareMessage;
import io.hedgerow.secureagg.internal.message.SumMessage.RoundInput;
import io.hedgerow.secureagg.policy.AggregationPolicy;
import io.hedgerow.secureagg.policy.AggregationPolicy.CoordinatorTrust;
import io.hedgerow.secureagg.policy.AggregationPolicy.Suite;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * One site that does not do its part before anything is masked ends no study that can do without it, and is named where
 * it cannot.
 */
@Tag("slow")
class DishonestSiteTest {

    private static final int SITES = 5;
    private static final int LIAR = 1;
    private static final Set<Integer> ALL = Set.of(0, 1, 2, 3, 4);
    private static final Set<Integer> OTHERS = Set.of(0, 2, 3, 4);
    /** n = 5, n_C = 1, h = 2, t = 4: one site may be missing. */
    private static final AggregationPolicy POLICY =
            new AggregationPolicy(Suite.HYBRID, CoordinatorTrust.MALICIOUS, OptionalInt.empty(), 2, 3, false, true);

    private static final CommunicationPolicy STEPS =
            CommunicationPolicy.economical(0.3).inSteps();
    private static final Study STUDY = Sites.study(SITES, STEPS, SITES);
    private static final SummedStudy EXACT = SummedStudy.changes(STUDY);
    private static final SummedStudy NOISY = SummedStudy.withOwnNoise(Sites.study(SITES, STEPS, 4));
    private static final SummedStudy STATISTIC =
            SummedStudy.of(STUDY, new SumForm.Statistic(0x1p20, "statistic of version 1"));

    /** What the site does at a step. */
    private enum Fault implements Lie {
        SAYS_THAT_IT_HAS_NO_SESSION {
            @Override
            Optional<Payload> answer(Site site, Message asked, List<Message> honest) {
                return Optional.of(asked instanceof RoundOpen ? Payload.empty() : Envelope.of(honest));
            }
        },
        WITHHOLDS_ITS_KEYS {
            @Override
            Optional<Payload> answer(Site site, Message asked, List<Message> honest) {
                return honest.get(0) instanceof Hello ? Optional.empty() : Optional.of(Envelope.of(honest));
            }
        },
        HAS_A_KEY_OF_SMALL_ORDER {
            @Override
            Optional<Payload> answer(Site site, Message asked, List<Message> honest) {
                return Optional.of(replaced(honest, one -> one instanceof Hello hello ? small(site, hello) : one));
            }
        },
        WITHHOLDS_A_CIPHERTEXT {
            @Override
            Optional<Payload> answer(Site site, Message asked, List<Message> honest) {
                return Optional.of(Envelope.of(
                        honest.get(0) instanceof Encapsulated ? honest.subList(0, honest.size() - 1) : honest));
            }
        },
        SENDS_NO_CIPHERTEXTS {
            @Override
            Optional<Payload> answer(Site site, Message asked, List<Message> honest) {
                return honest.get(0) instanceof Encapsulated ? Optional.empty() : Optional.of(Envelope.of(honest));
            }
        },
        HAS_AN_UNSOUND_ENCAPSULATION_KEY {
            @Override
            Optional<Payload> answer(Site site, Message asked, List<Message> honest) {
                return Optional.of(replaced(honest, one -> one instanceof Hello hello ? unsound(site, hello) : one));
            }
        };

        abstract Optional<Payload> answer(Site site, Message asked, List<Message> honest);

        @Override
        public Optional<Payload> answer(Site site, List<Message> question, Supplier<Optional<Payload>> honest) {
            Optional<Payload> own = honest.get();
            List<Message> messages =
                    own.map(payload -> Envelope.fromSite(payload, site.number)).orElse(List.of());
            return site.number != LIAR || messages.isEmpty()
                    ? own
                    : answer(site, question.get(question.size() - 1), messages);
        }
    }

    private static Payload replaced(List<Message> messages, UnaryOperator<Message> change) {
        return Envelope.of(messages.stream().map(change).toList());
    }

    private static Hello signed(Site site, Hello hello, Octets agreementKey, Octets encapsulationKey) {
        Hello unsigned = new Hello(
                hello.sid(), hello.rosterHash(), hello.site(), agreementKey, encapsulationKey, Octets.empty());
        return new Hello(
                hello.sid(),
                hello.rosterHash(),
                hello.site(),
                agreementKey,
                encapsulationKey,
                site.identity.sign(unsigned.digest()));
    }

    private static Hello small(Site site, Hello hello) {
        return signed(site, hello, Octets.copyOf(new byte[32]), hello.encapsulationKey());
    }

    /** Coefficients beyond the modulus, which FIPS 203 has the sender refuse. */
    private static Hello unsound(Site site, Hello hello) {
        byte[] key = hello.encapsulationKey().toBytes();
        Arrays.fill(key, 0, 64, (byte) 0xff);
        return signed(site, hello, hello.agreementKey(), Octets.copyOf(key));
    }

    @ParameterizedTest
    @EnumSource(Fault.class)
    void changesGoOnWithoutTheSite_andWithItWhenItDoesItsPart(Fault fault) throws InterruptedException {
        TroubledWorld world = new TroubledWorld(POLICY, NOISY);
        assertEquals(Optional.of(ALL), world.run(0), () -> world.reasons.toString());
        world.lie = fault;
        world.passADay();
        for (int round = 1; round < 4; round++) {
            assertEquals(Optional.of(OTHERS), world.run(round), () -> world.reasons.toString());
        }
        world.lie = (site, question, honest) -> honest.get();
        world.passADay();
        assertEquals(Optional.of(ALL), world.run(4), () -> world.reasons.toString());
    }

    @ParameterizedTest
    @EnumSource(Fault.class)
    void whereAllAreNeeded_theReasonNamesTheSite(Fault fault) throws InterruptedException {
        for (SummedStudy sums : List.of(EXACT, STATISTIC)) {
            TroubledWorld world = new TroubledWorld(POLICY, sums);
            world.lie = fault;
            assertEquals(Optional.empty(), world.run(0));
            String reason = world.reasons.get(world.reasons.size() - 1);
            assertTrue(reason.contains("site site-1 "), reason);
            for (int other : OTHERS) {
                assertTrue(!reason.contains("site site-" + other + " "), reason);
            }
        }
    }

    @ParameterizedTest
    @EnumSource(Fault.class)
    void aStatistic_isReleasedWhenTheSiteDoesItsPart(Fault fault) throws InterruptedException {
        TroubledWorld world = new TroubledWorld(POLICY, STATISTIC);
        int[] honestAfter = {12};
        world.lie = (site, question, honest) -> {
            boolean lies = site.number == LIAR && honestAfter[0]-- > 0;
            return lies ? fault.answer(site, question, honest) : honest.get();
        };
        assertEquals(Optional.of(ALL), world.run(0), () -> world.reasons.toString());
    }

    /** t = 4 of 5: when the liar had its session, another site that loses its own must get one, too. */
    @Test
    void siteThatLosesItsSessionAfterTheLiarsRenewal_isInTheSum() throws InterruptedException {
        TroubledWorld world = new TroubledWorld(POLICY, NOISY);
        assertEquals(Optional.of(ALL), world.run(0));
        int[] openings = {0};
        world.lie = (site, question, honest) -> {
            boolean opens = question.get(question.size() - 1) instanceof RoundOpen;
            if (opens && site.number == 3 && openings[0]++ == 1) {
                site.loseMemory();
            }
            return opens && site.number == LIAR ? Optional.of(Payload.empty()) : honest.get();
        };
        assertEquals(Optional.of(OTHERS), world.run(1), () -> world.reasons.toString());
    }

    private static PeerShare another(PeerShare entry) {
        return new PeerShare(
                entry.peer(),
                entry.box(),
                entry.wrap(),
                Octets.copyOf(new byte[32]),
                entry.selfShareCommitment(),
                entry.wrapShareCommitment());
    }

    /** Commits to another seed for one peer, and signs it. */
    private static Message lying(Site site, ShareMessage made, int victim) {
        return changed(site, made, entry -> entry.peer() == victim ? another(entry) : entry);
    }

    private static Message changed(Site site, ShareMessage made, UnaryOperator<PeerShare> change) {
        List<PeerShare> peers = made.peers().stream().map(change).toList();
        ShareMessage unsigned = new ShareMessage(
                made.ctx(),
                made.site(),
                peers,
                made.ownShareCommitment(),
                made.selfCommitment(),
                made.wrapCommitment(),
                Octets.empty());
        return new ShareMessage(
                made.ctx(),
                made.site(),
                peers,
                made.ownShareCommitment(),
                made.selfCommitment(),
                made.wrapCommitment(),
                site.identity.sign(unsigned.digest()));
    }

    private static Lie disputingWith(int victim) {
        return (site, question, honest) -> {
            Optional<Payload> own = honest.get();
            return site.number != LIAR
                    ? own
                    : own.map(payload -> replaced(
                            Envelope.fromSite(payload, LIAR),
                            one -> one instanceof ShareMessage made ? lying(site, made, victim) : one));
        };
    }

    /** Nobody can tell who of the two lies, and a sum with both would be rubbish. */
    @Test
    void lieAboutOneKey_endsTheStudy_andNamesThePair() throws InterruptedException {
        for (SummedStudy sums : List.of(EXACT, NOISY, STATISTIC)) {
            TroubledWorld world = new TroubledWorld(POLICY, sums);
            world.lie = disputingWith(3);
            assertEquals(Optional.empty(), world.run(0));
            String reason = world.reasons.get(world.reasons.size() - 1);
            assertTrue(reason.contains("site-1 and site-3 commit to different keys"), reason);
        }
    }

    /** Seals rubbish for one peer, and signs it. */
    private static Lie rubbishFor(int victim) {
        return (site, question, honest) -> honest.get()
                .map(payload -> site.number != LIAR
                        ? payload
                        : replaced(
                                Envelope.fromSite(payload, LIAR),
                                one -> one instanceof ShareMessage made
                                        ? changed(
                                                site,
                                                made,
                                                entry -> entry.peer() == victim
                                                        ? new PeerShare(
                                                                victim,
                                                                Octets.copyOf(new byte[80]),
                                                                entry.wrap(),
                                                                entry.pairCommitment(),
                                                                entry.selfShareCommitment(),
                                                                entry.wrapShareCommitment())
                                                        : entry)
                                        : one));
    }

    /**
     * It is noticed before anybody masks or computes; the two ends of the box are named, since nobody else knows who of
     * them lies.
     */
    @Test
    void rubbishInABox_leavesItsReceiverOut_orEndsTheStudyAndNamesBoth() throws InterruptedException {
        TroubledWorld world = new TroubledWorld(POLICY, NOISY);
        assertEquals(Optional.of(ALL), world.run(0));
        world.lie = rubbishFor(3);
        assertEquals(Optional.of(Set.of(0, 1, 2, 4)), world.run(1), () -> world.reasons.toString());
        TroubledWorld all = new TroubledWorld(POLICY, EXACT);
        all.lie = rubbishFor(3);
        assertEquals(Optional.empty(), all.run(0));
        String reason = all.reasons.get(all.reasons.size() - 1);
        assertTrue(reason.contains("site site-3 complains about the box that site-1 sent to site-3"), reason);
        assertTrue(reason.contains("site site-1 is said to have sealed badly"), reason);
    }

    /** The number of a site that is in no slot is no reason to end. The liar goes on as if it had not complained. */
    @ParameterizedTest
    @ValueSource(ints = {LIAR, 5, 60_000})
    void complaintAboutASiteThatSentNoBox_endsNothing(int accused) throws InterruptedException {
        TroubledWorld world = new TroubledWorld(POLICY, NOISY);
        assertEquals(Optional.of(ALL), world.run(0));
        world.lie = (site, question, honest) -> {
            Optional<Payload> own = honest.get();
            return site.number == LIAR && question.get(question.size() - 1) instanceof RoundInput input
                    ? Optional.of(Envelope.of(new BadBox(input.ctx(), LIAR, accused)))
                    : own;
        };
        assertEquals(Optional.of(ALL), world.run(1), () -> world.reasons.toString());
    }
}
