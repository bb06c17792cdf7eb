package io.hedgerow.secureagg.key;

import java.nio.ByteBuffer;
import java.util.Map;
import java.util.TreeMap;

/**
 * The next slot that a site may use and, for each peer, the chain key from which that slot's keys come. Secret: the text form shows
 * the slot only. Not thread-safe.
 */
public final class RatchetState {

    private final long nextSlot;
    private final TreeMap<Integer, byte[]> chains;

    /**
     * Joins the two.
     *
     * @param nextSlot first slot that may be used
     * @param chains chain key of each peer; copied
     */
    public RatchetState(long nextSlot, Map<Integer, byte[]> chains) {
        this.nextSlot = nextSlot;
        this.chains = new TreeMap<>();
        chains.forEach((peer, chain) -> this.chains.put(peer, chain.clone()));
    }

    /**
     * First slot that may be used.
     *
     * @return the slot
     */
    public long nextSlot() {
        return nextSlot;
    }

    /** The arrays themselves. */
    Map<Integer, byte[]> chains() {
        return chains;
    }

    /**
     * Writes the state for a store that protects it.
     *
     * @return secret bytes
     */
    public byte[] toBytes() {
        ByteBuffer out = ByteBuffer.allocate(Long.BYTES + chains.size() * (Integer.BYTES + Hkdf.KEY_SIZE));
        out.putLong(nextSlot);
        chains.forEach((peer, chain) -> out.putInt(peer).put(chain));
        return out.array();
    }

    /**
     * Reads a state.
     *
     * @param bytes what {@link #toBytes} wrote
     * @return the state
     * @throws IllegalArgumentException when the bytes are anything else
     */
    public static RatchetState ofBytes(byte[] bytes) {
        int entry = Integer.BYTES + Hkdf.KEY_SIZE;
        if (bytes.length < Long.BYTES || (bytes.length - Long.BYTES) % entry != 0) {
            throw new IllegalArgumentException(
                    "a ratchet's state must have 8 bytes and 36 for each peer, had " + bytes.length);
        }
        ByteBuffer in = ByteBuffer.wrap(bytes);
        long slot = in.getLong();
        TreeMap<Integer, byte[]> chains = new TreeMap<>();
        while (in.hasRemaining()) {
            int peer = in.getInt();
            byte[] chain = new byte[Hkdf.KEY_SIZE];
            in.get(chain);
            chains.put(peer, chain);
        }
        return new RatchetState(slot, chains);
    }

    @Override
    public String toString() {
        return "RatchetState[nextSlot=" + nextSlot + "]";
    }
}
