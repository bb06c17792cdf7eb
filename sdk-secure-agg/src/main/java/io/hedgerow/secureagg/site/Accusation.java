package io.hedgerow.secureagg.site;

import io.hedgerow.secureagg.key.KeySchedule;
import io.hedgerow.secureagg.key.Octets;
import io.hedgerow.secureagg.key.SigningIdentity;
import io.hedgerow.secureagg.message.BadBox;
import io.hedgerow.secureagg.message.Blame;
import io.hedgerow.secureagg.message.ShareMessage;
import io.hedgerow.secureagg.policy.SessionTerms;
import java.util.Optional;

/**
 * A box did not hold what it should. Either its sender or whoever passed it on is to blame, so its key is shown only for a box that the
 * sender signed: else a coordinator could pass on bad boxes in place of good ones, collect the keys, and open the good ones. An honest
 * sender's signed box always opens, so no share of an honest site is shown. Used once. Not thread-safe.
 */
public final class Accusation implements AutoCloseable {

    private final SessionTerms terms;
    private final SigningIdentity identity;
    private final Octets ctx;
    private final int self;
    private final int accused;
    private final byte[] shareKey;

    Accusation(SessionTerms terms, SigningIdentity identity, Octets ctx, int self, int accused, byte[] shareKey) {
        this.terms = terms;
        this.identity = identity;
        this.ctx = ctx;
        this.self = self;
        this.accused = accused;
        this.shareKey = shareKey;
    }

    /**
     * Who sealed the box, if it came as sealed.
     *
     * @return the site
     */
    public int accused() {
        return accused;
    }

    /**
     * Says so without showing anything.
     *
     * @return for the coordinator, which has the sender's signed shares
     */
    public BadBox complaint() {
        return new BadBox(ctx, self, accused);
    }

    /**
     * Decides with the sender's signed shares and erases the key.
     *
     * @param evidence the accused site's share message of the slot, from the coordinator
     * @return the key for everyone to see, or empty when the box that the sender signed is sound
     * @throws io.hedgerow.secureagg.message.ViolationException when the evidence is not signed by the accused
     */
    public Optional<Blame> decide(ShareMessage evidence) {
        try {
            terms.requireSignature(accused, evidence.digest(), evidence.signature());
            boolean relevant = evidence.ctx().equals(ctx) && evidence.site() == accused;
            Octets key = Octets.copyOf(shareKey);
            if (!relevant || !BlameVerdict.isBad(evidence, self, key)) {
                return Optional.empty();
            }
            Blame unsigned = new Blame(ctx, self, accused, key, Octets.empty());
            return Optional.of(new Blame(ctx, self, accused, key, identity.sign(unsigned.digest())));
        } finally {
            close();
        }
    }

    @Override
    public void close() {
        KeySchedule.erase(shareKey);
    }

    @Override
    public String toString() {
        return "Accusation[of site " + accused + "]";
    }
}
