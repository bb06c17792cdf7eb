// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.secureagg.internal.key;

import java.util.Arrays;

/**
 * The keys of one pair of sites in one slot, as the site {@code self} uses them. With PRK = Extract(ctx, RK):
 *
 * <ul>
 *   <li>pair seed s = Expand(PRK, Info("pairseed", min, max)), the same at both ends;
 *   <li>share keys e_{u→v} = Expand(PRK, Info("sharekey", u, v)), one for each direction, each for one box.
 * </ul>
 *
 * <p>Not thread-safe. {@link #close} erases the keys.
 */
public final class SlotKeys implements AutoCloseable {

    private final Octets ctx;
    private final int self;
    private final int peer;
    private final byte[] pairSeed;
    private final byte[] sendKey;
    private final byte[] receiveKey;

    public SlotKeys(byte[] slotKey, Octets ctx, int self, int peer) {
        this.ctx = ctx;
        this.self = self;
        this.peer = peer;
        byte[] prk = Hkdf.extract(ctx.raw(), slotKey);
        pairSeed = Hkdf.expand(
                prk,
                Transcript.of("pairseed")
                        .u32(Math.min(self, peer))
                        .u32(Math.max(self, peer))
                        .info());
        sendKey = Hkdf.expand(prk, Transcript.of("sharekey").u32(self).u32(peer).info());
        receiveKey =
                Hkdf.expand(prk, Transcript.of("sharekey").u32(peer).u32(self).info());
        Arrays.fill(prk, (byte) 0);
        Arrays.fill(slotKey, (byte) 0);
    }

    public byte[] pairSeed() {
        return pairSeed;
    }

    /** Key of the box from this site to the peer, the array itself. */
    public byte[] sendKey() {
        return sendKey;
    }

    /** Key of the box from the peer to this site, the array itself. */
    public byte[] receiveKey() {
        return receiveKey;
    }

    /** The pair seed under this site's wrap key: w = s ⊕ Expand(k, Info("wrap", ctx, u, v)), 32 bytes. */
    public Octets wrap(byte[] wrapKey) {
        byte[] pad = KeySchedule.wrapPad(wrapKey, ctx, self, peer);
        for (int i = 0; i < pad.length; i++) {
            pad[i] ^= pairSeed[i];
        }
        return Octets.takeOver(pad);
    }

    @Override
    public void close() {
        Arrays.fill(pairSeed, (byte) 0);
        Arrays.fill(sendKey, (byte) 0);
        Arrays.fill(receiveKey, (byte) 0);
    }

    @Override
    public String toString() {
        return "SlotKeys[" + self + ", " + peer + "]";
    }
}
