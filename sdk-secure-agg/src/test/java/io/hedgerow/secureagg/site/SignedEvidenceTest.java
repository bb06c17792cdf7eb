package io.hedgerow.secureagg.site;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.secureagg.Federation;
import io.hedgerow.secureagg.codec.LaneSource;
import io.hedgerow.secureagg.key.Octets;
import io.hedgerow.secureagg.message.Blame;
import io.hedgerow.secureagg.message.CohortList;
import io.hedgerow.secureagg.message.Encapsulated;
import io.hedgerow.secureagg.message.Message;
import io.hedgerow.secureagg.message.PeerShare;
import io.hedgerow.secureagg.message.Refusal;
import io.hedgerow.secureagg.message.RoundInput;
import io.hedgerow.secureagg.message.ShareMessage;
import io.hedgerow.secureagg.message.ViolationException;
import io.hedgerow.secureagg.message.ViolationException.Reason;
import io.hedgerow.secureagg.policy.AggregationPolicy;
import io.hedgerow.secureagg.policy.SessionTerms;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What decides about somebody counts only with that one's own signature: blames, evidence, refusals, ciphertexts. */
class SignedEvidenceTest {

    private static final int SITES = 3;

    private final Federation federation = new Federation(SITES, Federation.CLASSICAL);

    /** Signed by another site of the same session: well formed, and of somebody else. */
    private Octets forged(int signer, Octets digest) {
        return federation.identities.get(signer).sign(digest);
    }

    private static void requireSignatureOf(int site, org.junit.jupiter.api.function.Executable step) {
        ViolationException refused = assertThrows(ViolationException.class, step);
        assertEquals(Reason.SIGNATURE, refused.reason());
        assertEquals(site, refused.site().orElseThrow());
    }

    /** Site 1 seals rubbish for site 0 and signs it. */
    private Accusation accusationOfSite1() {
        federation.start(2, u -> Federation.NEVER);
        CohortList cohort = federation.slot.closeAdvertise();
        for (int u = 0; u < SITES; u++) {
            ShareMessage made = federation.slots.get(u).share(cohort);
            federation.slot.receive(u == 1 ? withRubbishFor0(made) : made);
        }
        Map<Integer, RoundInput> requests = federation.slot.closeShares(federation.change(0));
        assertThrows(
                ViolationException.class,
                () -> federation.slots.get(0).mask(requests.get(0), any -> LaneSource.of(new long[] {1, 1})));
        return federation.slots.get(0).accusation().orElseThrow();
    }

    private ShareMessage withRubbishFor0(ShareMessage made) {
        List<PeerShare> entries = made.peers().stream()
                .map(entry -> entry.peer() != 0
                        ? entry
                        : new PeerShare(
                                0,
                                Octets.copyOf(new byte[80]),
                                entry.wrap(),
                                entry.pairCommitment(),
                                entry.selfShareCommitment(),
                                entry.wrapShareCommitment(),
                                entry.sendKeyCommitment(),
                                entry.receiveKeyCommitment()))
                .toList();
        return signedBy(made.site(), made, entries);
    }

    private ShareMessage signedBy(int signer, ShareMessage made, List<PeerShare> entries) {
        ShareMessage unsigned = new ShareMessage(
                made.ctx(),
                made.site(),
                entries,
                made.ownShareCommitment(),
                made.selfCommitment(),
                made.wrapCommitment(),
                Octets.empty());
        return new ShareMessage(
                made.ctx(),
                made.site(),
                entries,
                made.ownShareCommitment(),
                made.selfCommitment(),
                made.wrapCommitment(),
                forged(signer, unsigned.digest()));
    }

    @Test
    void accusation_isDecidedByWhatTheAccusedSigned_andBySomebodyElseNot() {
        Accusation accusation = accusationOfSite1();
        ShareMessage evidence = federation.slot.evidence(1);
        ShareMessage forged = signedBy(2, evidence, evidence.peers());
        requireSignatureOf(1, () -> accusation.decide(forged));
        // refused evidence erases the key as well, so that nobody can try again
        assertTrue(accusation.decide(evidence).isEmpty());
        assertEquals("Accusation[of site 1]", accusation.toString());
    }

    @Test
    void verdict_needsTheSignaturesOfAccuserAndAccused_andTheirOwnSlot() {
        Accusation accusation = accusationOfSite1();
        SessionTerms terms = federation.coordinator.terms();
        ShareMessage evidence = federation.slot.evidence(1);
        Blame blame = accusation.decide(evidence).orElseThrow();
        assertTrue(BlameVerdict.convicts(terms, blame, evidence));
        Blame forged =
                new Blame(blame.ctx(), blame.accuser(), blame.accused(), blame.shareKey(), forged(2, blame.digest()));
        requireSignatureOf(0, () -> BlameVerdict.convicts(terms, forged, evidence));
        requireSignatureOf(1, () -> BlameVerdict.convicts(terms, blame, signedBy(2, evidence, evidence.peers())));
        Blame elsewhere = blameBy0(evidence.digest(), blame.shareKey());
        assertFalse(BlameVerdict.convicts(terms, elsewhere, evidence));
        Blame otherKey = blameBy0(blame.ctx(), Octets.copyOf(new byte[32]));
        assertFalse(BlameVerdict.convicts(terms, otherKey, evidence));
    }

    private Blame blameBy0(Octets ctx, Octets key) {
        Blame unsigned = new Blame(ctx, 0, 1, key, Octets.empty());
        return new Blame(ctx, 0, 1, key, forged(0, unsigned.digest()));
    }

    @Test
    void refusal_countsForItsSignerOnly() {
        SessionTerms terms = federation.coordinator.terms();
        Refusal unsigned = new Refusal(terms.sid(), 0, 1, Octets.empty());
        Refusal forged = new Refusal(terms.sid(), 0, 1, forged(2, unsigned.digest()));
        requireSignatureOf(1, () -> terms.requireRefusals(0, List.of(forged)));
        requireSignatureOf(1, () -> federation.coordinator.certificate(0, List.of(forged)));
        Refusal own = new Refusal(terms.sid(), 0, 1, forged(1, unsigned.digest()));
        assertEquals(1, terms.requireRefusals(0, List.of(own, own)));
    }

    /** Ciphertexts are passed on by the coordinator: one that the sender did not sign is noticed at both ends. */
    @Test
    void ciphertext_isItsSendersOwn_atTheCoordinatorAndAtTheReceiver() {
        for (boolean atTheReceiver : new boolean[] {false, true}) {
            ViolationException refused = assertThrows(
                    ViolationException.class,
                    () -> new Federation(SITES, AggregationPolicy.standard(), (kind, from, to, bytes) -> {
                        boolean here = kind == Encapsulated.class && (atTheReceiver ? to == 2 : from == 0);
                        return here ? withAnotherSignature(bytes) : bytes;
                    }));
            assertEquals(Reason.SIGNATURE, refused.reason());
            assertEquals(0, refused.site().orElseThrow());
        }
    }

    private static Octets withAnotherSignature(Octets bytes) {
        Encapsulated one = (Encapsulated) Message.decodeFromSite(bytes, 0);
        Octets other = Octets.copyOf(new byte[64]);
        return new Encapsulated(one.sid(), one.from(), one.to(), one.ciphertext(), other).encode();
    }

    /** A receiver gets its own ciphertexts: of every site with a smaller number, and none of those between others. */
    @Test
    void ciphertexts_goToTheirReceiversOnly() {
        int[] seen = new int[SITES];
        new Federation(SITES, AggregationPolicy.standard(), (kind, from, to, bytes) -> {
            if (kind == Encapsulated.class && to >= 0) {
                Encapsulated one = (Encapsulated) Message.decodeFromCoordinator(bytes);
                assertEquals(to, one.to());
                assertTrue(one.from() < to);
                seen[to]++;
            }
            return bytes;
        });
        assertEquals(List.of(0, 1, 2), List.of(seen[0], seen[1], seen[2]));
    }
}
