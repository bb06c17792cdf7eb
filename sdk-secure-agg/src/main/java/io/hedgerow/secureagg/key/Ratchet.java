package io.hedgerow.secureagg.key;

import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;

/**
 * Gives the pair keys of each slot at most once, ever: the next slot is durable before a key is handed out, and the chain keys that
 * led to it are erased. With chain key CK_s of a peer, RK = Expand(CK_s, Info("slotkey", s)) and CK_{s+1} = Expand(CK_s,
 * Info("ratchet", s)). A site that missed slots skips them. Who learns the state later learns nothing about slots before. Not
 * thread-safe.
 */
public final class Ratchet implements AutoCloseable {

    /** Slots of a session; then sites agree on new keys. */
    public static final long MAX_SLOTS = 1024;

    private final Octets sid;
    private final SlotStore store;
    private final TreeMap<Integer, byte[]> chains = new TreeMap<>();
    private long nextSlot;

    private Ratchet(Octets sid, RatchetState state, SlotStore store) {
        this.sid = sid;
        this.store = store;
        nextSlot = state.nextSlot();
        state.chains().forEach((peer, chain) -> chains.put(peer, chain.clone()));
    }

    /**
     * Starts a session's ratchet.
     *
     * @param sid the session; new
     * @param chains first chain key of each peer; copied, then erased
     * @param store where to keep the state
     * @return the ratchet before slot 0
     * @throws IllegalStateException when the store knows the session already
     */
    public static Ratchet start(Octets sid, Map<Integer, byte[]> chains, SlotStore store) {
        if (store.load(sid).isPresent()) {
            throw new IllegalStateException("a session must be new to start its ratchet; resume it instead");
        }
        RatchetState state = new RatchetState(0, chains);
        chains.values().forEach(chain -> Arrays.fill(chain, (byte) 0));
        store.save(sid, state);
        return new Ratchet(sid, state, store);
    }

    /**
     * Continues a session's ratchet after a restart.
     *
     * @param sid the session
     * @param store where the state is
     * @return the ratchet where it was
     * @throws IllegalStateException when the store does not know the session
     */
    public static Ratchet resume(Octets sid, SlotStore store) {
        RatchetState state = store.load(sid)
                .orElseThrow(() -> new IllegalStateException("a session must have been started to be resumed"));
        return new Ratchet(sid, state, store);
    }

    /**
     * First slot that may still be used.
     *
     * @return the slot
     */
    public long nextSlot() {
        return nextSlot;
    }

    /**
     * Takes the pair keys of a slot out. Whatever happens after, that slot and those before are used up.
     *
     * @param slot not below {@link #nextSlot} and below {@link #MAX_SLOTS}
     * @return the slot key RK of each peer, to be erased by the caller
     * @throws IllegalArgumentException when the slot may not be used; nothing changes
     */
    public Map<Integer, byte[]> take(long slot) {
        if (!(slot >= nextSlot && slot < MAX_SLOTS)) {
            throw new IllegalArgumentException("slot must be " + nextSlot + " to " + (MAX_SLOTS - 1) + ", was " + slot);
        }
        TreeMap<Integer, byte[]> keys = new TreeMap<>();
        TreeMap<Integer, byte[]> next = new TreeMap<>();
        chains.forEach((peer, chain) -> {
            byte[] current = chain.clone();
            for (long s = nextSlot; s < slot; s++) {
                current = step(current, s);
            }
            keys.put(
                    peer,
                    Hkdf.expand(current, Transcript.of("slotkey").u64(slot).info()));
            next.put(peer, step(current, slot));
        });
        close();
        chains.putAll(next);
        nextSlot = slot + 1;
        store.save(sid, new RatchetState(nextSlot, chains));
        return keys;
    }

    private static byte[] step(byte[] chain, long slot) {
        byte[] next = Hkdf.expand(chain, Transcript.of("ratchet").u64(slot).info());
        Arrays.fill(chain, (byte) 0);
        return next;
    }

    /** Erases the keys in memory. Those in the store remain for a restart. */
    @Override
    public void close() {
        chains.values().forEach(chain -> Arrays.fill(chain, (byte) 0));
        chains.clear();
    }

    @Override
    public String toString() {
        return "Ratchet[nextSlot=" + nextSlot + "]";
    }
}
