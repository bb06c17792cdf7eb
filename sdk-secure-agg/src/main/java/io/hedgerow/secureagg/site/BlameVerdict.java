package io.hedgerow.secureagg.site;

import io.hedgerow.secureagg.key.KeySchedule;
import io.hedgerow.secureagg.key.Octets;
import io.hedgerow.secureagg.key.SecretKind;
import io.hedgerow.secureagg.key.ShareBox;
import io.hedgerow.secureagg.message.Blame;
import io.hedgerow.secureagg.message.PeerShare;
import io.hedgerow.secureagg.message.ShareMessage;
import io.hedgerow.secureagg.policy.SessionTerms;
import java.util.Arrays;
import java.util.Optional;

/**
 * Judges a blame. Anyone can: it takes the accused site's signed shares and the key that the accuser shows, to which the accused is
 * committed. Thread-safe: no state.
 */
public final class BlameVerdict {

    private BlameVerdict() {}

    /**
     * Whether the accused is to blame.
     *
     * @param terms of the session
     * @param blame with the key
     * @param evidence the accused site's share message of the slot
     * @return true when the accused signed a bad box, false when the blame proves nothing
     * @throws io.hedgerow.secureagg.message.ViolationException when a signature is not good
     */
    public static boolean convicts(SessionTerms terms, Blame blame, ShareMessage evidence) {
        terms.requireSignature(blame.accuser(), blame.digest(), blame.signature());
        terms.requireSignature(blame.accused(), evidence.digest(), evidence.signature());
        return evidence.site() == blame.accused()
                && evidence.ctx().equals(blame.ctx())
                && isBad(evidence, blame.accuser(), blame.shareKey());
    }

    /** The sender committed to this key, and under it the box does not hold the shares it committed to. */
    static boolean isBad(ShareMessage evidence, int receiver, Octets shareKey) {
        Optional<PeerShare> found = evidence.entry(receiver);
        byte[] key = shareKey.toBytes();
        int sender = evidence.site();
        if (found.isEmpty()
                || !KeySchedule.commitShareKey(evidence.ctx(), sender, receiver, key)
                        .equals(found.get().sendKeyCommitment())) {
            return false;
        }
        PeerShare entry = found.get();
        Optional<byte[]> opened =
                ShareBox.open(key, KeySchedule.boxContext(evidence.ctx(), sender, receiver), entry.box());
        if (opened.isEmpty()) {
            return true;
        }
        byte[] shares = opened.get();
        int half = shares.length / 2;
        Octets self = KeySchedule.commitShare(
                SecretKind.SELF_SEED, evidence.ctx(), sender, receiver, Arrays.copyOfRange(shares, 0, half));
        Octets wrap = KeySchedule.commitShare(
                SecretKind.WRAP_KEY, evidence.ctx(), sender, receiver, Arrays.copyOfRange(shares, half, 2 * half));
        return !self.equals(entry.selfShareCommitment()) || !wrap.equals(entry.wrapShareCommitment());
    }
}
