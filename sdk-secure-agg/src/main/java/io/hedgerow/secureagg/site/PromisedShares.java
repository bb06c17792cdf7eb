package io.hedgerow.secureagg.site;

import io.hedgerow.secureagg.key.KeySchedule;
import io.hedgerow.secureagg.key.Octets;
import io.hedgerow.secureagg.key.Transcript;
import io.hedgerow.secureagg.message.Message;
import io.hedgerow.secureagg.message.UnmaskShares;
import java.util.List;

/**
 * The only shares that a site can ever release in a slot: chosen when it accepts who is in the sum, before it says so to anyone. What is not
 * among them is erased at the same time, so that a site that is asked again, also after a restart, has the same answer or none. Secret
 * until they are released; the text form shows none. Not thread-safe.
 */
public final class PromisedShares implements AutoCloseable {

    private final Octets sid;
    private final long slot;
    private final Octets ctx2;
    private final List<Integer> survivors;
    private final int threshold;
    private final byte[] answer;

    /**
     * Joins what is kept.
     *
     * @param sid the session
     * @param slot the slot
     * @param ctx2 the context of the sum
     * @param survivors U3
     * @param threshold t of the slot
     * @param answer the byte form of the message with the shares; copied
     */
    public PromisedShares(Octets sid, long slot, Octets ctx2, List<Integer> survivors, int threshold, byte[] answer) {
        this.sid = sid;
        this.slot = slot;
        this.ctx2 = ctx2;
        this.survivors = List.copyOf(survivors);
        this.threshold = threshold;
        this.answer = answer.clone();
    }

    /**
     * The session.
     *
     * @return its name
     */
    public Octets sid() {
        return sid;
    }

    /**
     * The slot.
     *
     * @return its number
     */
    public long slot() {
        return slot;
    }

    /**
     * The sum.
     *
     * @return its context
     */
    public Octets ctx2() {
        return ctx2;
    }

    /**
     * Who is in the sum.
     *
     * @return U3
     */
    public List<Integer> survivors() {
        return survivors;
    }

    /**
     * How many of them must confirm it.
     *
     * @return t of the slot
     */
    public int threshold() {
        return threshold;
    }

    /**
     * The message with the shares.
     *
     * @return a copy of its bytes; secret until it is released
     */
    public byte[] answer() {
        return answer.clone();
    }

    /** What sites confirm, as in {@link io.hedgerow.secureagg.message.SurvivorList#consistency}. */
    Octets consistency() {
        return Transcript.of("cons").octets(ctx2).sites(survivors).hash();
    }

    UnmaskShares shares(int self) {
        return (UnmaskShares) Message.decodeFromSite(Octets.copyOf(answer), self);
    }

    /** Erases the shares. */
    @Override
    public void close() {
        KeySchedule.erase(answer);
    }

    @Override
    public String toString() {
        return "PromisedShares[slot=" + slot + ", survivors=" + survivors + "]";
    }
}
