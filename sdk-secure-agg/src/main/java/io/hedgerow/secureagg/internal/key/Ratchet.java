// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.secureagg.internal.key;

import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;

/**
 * Gives the pair keys of each slot at most once: the chain keys that led to it are erased before a key is handed out.
 * With chain key CK_s of a peer, RK = Expand(CK_s, Info("slotkey", s)) and CK_{s+1} = Expand(CK_s, Info("ratchet", s)).
 * A site that missed slots skips them. Anyone who learns the state later learns nothing about slots before. The state
 * is in memory only: it ends with the process, and the site joins another session. Not thread-safe.
 */
public final class Ratchet implements AutoCloseable {

    /** Slots of a session; then sites agree on new keys. */
    public static final long MAX_SLOTS = 1024;

    private final TreeMap<Integer, byte[]> chains = new TreeMap<>();
    private long nextSlot;

    /** Starts before slot 0; the first chain key of each peer is copied, then erased. */
    public Ratchet(Map<Integer, byte[]> chains) {
        chains.forEach((peer, chain) -> this.chains.put(peer, chain.clone()));
        chains.values().forEach(chain -> Arrays.fill(chain, (byte) 0));
    }

    public long nextSlot() {
        return nextSlot;
    }

    /**
     * Takes the pair keys RK of a slot out, which the caller erases. Whatever happens after, that slot and those before
     * are used up. Nothing changes when the slot may not be used.
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
        return keys;
    }

    private static byte[] step(byte[] chain, long slot) {
        byte[] next = Hkdf.expand(chain, Transcript.of("ratchet").u64(slot).info());
        Arrays.fill(chain, (byte) 0);
        return next;
    }

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
