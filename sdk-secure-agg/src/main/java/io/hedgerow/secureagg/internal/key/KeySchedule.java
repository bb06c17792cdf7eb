// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.secureagg.internal.key;

import java.util.Arrays;

/**
 * Derives the mask keys, wrapping keys and commitments of a slot from the sites' secrets. Symbols: ctx binds who takes
 * part, ctx2 also what is summed; s_{uv} pair seed, b_u self-mask seed, k_u wrap key. Results of type {@code byte[]}
 * are secret and to be erased by the caller. Thread-safe: no state.
 */
public final class KeySchedule {

    private KeySchedule() {}

    /** Key of the mask between two sites: Expand(s, Info("mask", ctx2)), 32 bytes. */
    public static byte[] pairMask(byte[] pairSeed, Octets ctx2) {
        return Hkdf.expand(pairSeed, Transcript.of("mask").octets(ctx2).info());
    }

    /** Key of a site's own mask: Expand(b, Info("selfmask", ctx2, u)), 32 bytes. */
    public static byte[] selfMask(byte[] selfSeed, Octets ctx2, int site) {
        return Hkdf.expand(
                selfSeed, Transcript.of("selfmask").octets(ctx2).u32(site).info());
    }

    /**
     * The pad of the pair seed of u (the owner) and v under u's wrap key: Expand(k, Info("wrap", ctx, u, v)), 32 bytes.
     */
    public static byte[] wrapPad(byte[] wrapKey, Octets ctx, int owner, int peer) {
        return Hkdf.expand(
                wrapKey, Transcript.of("wrap").octets(ctx).u32(owner).u32(peer).info());
    }

    /** Opens a wrap that {@link SlotKeys#wrap} made: the pair seed if the key k_u is right. */
    public static byte[] unwrap(Octets wrap, byte[] wrapKey, Octets ctx, int owner, int peer) {
        wrap.requireSize(Hkdf.KEY_SIZE, "a wrap");
        byte[] seed = wrapPad(wrapKey, ctx, owner, peer);
        for (int i = 0; i < seed.length; i++) {
            seed[i] ^= wrap.raw()[i];
        }
        return seed;
    }

    /** Commitment to a pair seed, equal at both ends: H("cs", ctx, min, max, s), 32 bytes. */
    public static Octets commitPairSeed(Octets ctx, int one, int other, byte[] pairSeed) {
        return Transcript.of("cs")
                .octets(ctx)
                .u32(Math.min(one, other))
                .u32(Math.max(one, other))
                .bytes(pairSeed)
                .hash();
    }

    /** Commitment to a share of a secret of u that v holds: H("csb" or "csk", ctx, u, v, share), 32 bytes. */
    public static Octets commitShare(SecretKind kind, Octets ctx, int owner, int holder, byte[] share) {
        return Transcript.of(kind.shareLabel)
                .octets(ctx)
                .u32(owner)
                .u32(holder)
                .bytes(share)
                .hash();
    }

    /** Commitment to a shared secret: H("cb" or "ck", ctx, u, secret), 32 bytes. */
    public static Octets commitSecret(SecretKind kind, Octets ctx, int owner, byte[] secret) {
        return Transcript.of(kind.secretLabel)
                .octets(ctx)
                .u32(owner)
                .bytes(secret)
                .hash();
    }

    /** The context of a box from u to v: H("box", ctx, u, v), 32 bytes. */
    public static Octets boxContext(Octets ctx, int from, int to) {
        return Transcript.of("box").octets(ctx).u32(from).u32(to).hash();
    }

    public static void erase(byte[]... secrets) {
        for (byte[] secret : secrets) {
            Arrays.fill(secret, (byte) 0);
        }
    }

    /** The two secrets that a site shares in a slot. At most one of them is ever opened. */
    public enum SecretKind {
        /** b, opened for a site whose input is in the sum. */
        SELF_SEED("csb", "cb"),
        /** k, opened for a site that was lost before it sent its input. */
        WRAP_KEY("csk", "ck");

        final String shareLabel;
        final String secretLabel;

        SecretKind(String shareLabel, String secretLabel) {
            this.shareLabel = shareLabel;
            this.secretLabel = secretLabel;
        }
    }
}
