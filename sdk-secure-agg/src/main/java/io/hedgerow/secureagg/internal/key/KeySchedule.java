// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.secureagg.internal.key;

import java.util.Arrays;

/**
 * What is derived in a slot from secrets that sites and coordinator come to hold: mask keys, wraps, commitments.
 * Symbols: ctx binds who takes part, ctx2 also what is summed; s_{uv} pair seed, b_u self-mask seed, k_u wrap key.
 * Results of type {@code byte[]} are secret and to be erased by the caller. Thread-safe: no state.
 */
public final class KeySchedule {

    private KeySchedule() {}

    /**
     * Key of the mask between two sites: Expand(s, Info("mask", ctx2)).
     *
     * @param pairSeed s
     * @param ctx2 the context of the sum
     * @return 32 bytes
     */
    public static byte[] pairMask(byte[] pairSeed, Octets ctx2) {
        return Hkdf.expand(pairSeed, Transcript.of("mask").octets(ctx2).info());
    }

    /**
     * Key of a site's own mask: Expand(b, Info("selfmask", ctx2, u)).
     *
     * @param selfSeed b
     * @param ctx2 the context of the sum
     * @param site u
     * @return 32 bytes
     */
    public static byte[] selfMask(byte[] selfSeed, Octets ctx2, int site) {
        return Hkdf.expand(
                selfSeed, Transcript.of("selfmask").octets(ctx2).u32(site).info());
    }

    /**
     * What wraps the pair seed of u and v under u's wrap key: Expand(k, Info("wrap", ctx, u, v)).
     *
     * @param wrapKey k_u
     * @param ctx the slot's context
     * @param owner u
     * @param peer v
     * @return 32 bytes
     */
    public static byte[] wrapPad(byte[] wrapKey, Octets ctx, int owner, int peer) {
        return Hkdf.expand(
                wrapKey, Transcript.of("wrap").octets(ctx).u32(owner).u32(peer).info());
    }

    /**
     * Opens a wrap.
     *
     * @param wrap what {@link SlotKeys#wrap} made
     * @param wrapKey k_u
     * @param ctx the slot's context
     * @param owner u
     * @param peer v
     * @return the pair seed if the key is right
     */
    public static byte[] unwrap(Octets wrap, byte[] wrapKey, Octets ctx, int owner, int peer) {
        wrap.requireSize(Hkdf.KEY_SIZE, "a wrap");
        byte[] seed = wrapPad(wrapKey, ctx, owner, peer);
        for (int i = 0; i < seed.length; i++) {
            seed[i] ^= wrap.raw()[i];
        }
        return seed;
    }

    /**
     * Commitment to a pair seed, equal at both ends: H("cs", ctx, min, max, s).
     *
     * @param ctx the slot's context
     * @param other another
     * @param pairSeed s
     * @return 32 bytes
     */
    public static Octets commitPairSeed(Octets ctx, int one, int other, byte[] pairSeed) {
        return Transcript.of("cs")
                .octets(ctx)
                .u32(Math.min(one, other))
                .u32(Math.max(one, other))
                .bytes(pairSeed)
                .hash();
    }

    /**
     * Commitment to a share: H("csb" or "csk", ctx, u, v, share).
     *
     * @param kind which secret
     * @param ctx the slot's context
     * @param owner u, whose secret it is
     * @param holder v, who holds the share
     * @param share 32 bytes
     * @return 32 bytes
     */
    public static Octets commitShare(SecretKind kind, Octets ctx, int owner, int holder, byte[] share) {
        return Transcript.of(kind.shareLabel)
                .octets(ctx)
                .u32(owner)
                .u32(holder)
                .bytes(share)
                .hash();
    }

    /**
     * Commitment to a shared secret: H("cb" or "ck", ctx, u, secret).
     *
     * @param kind which secret
     * @param ctx the slot's context
     * @param owner u
     * @param secret 32 bytes
     * @return 32 bytes
     */
    public static Octets commitSecret(SecretKind kind, Octets ctx, int owner, byte[] secret) {
        return Transcript.of(kind.secretLabel)
                .octets(ctx)
                .u32(owner)
                .bytes(secret)
                .hash();
    }

    /**
     * What a box is bound to: H("box", ctx, u, v).
     *
     * @param ctx the slot's context
     * @param from sender u
     * @param to receiver v
     * @return 32 bytes
     */
    public static Octets boxContext(Octets ctx, int from, int to) {
        return Transcript.of("box").octets(ctx).u32(from).u32(to).hash();
    }

    /**
     * Erases secrets.
     *
     * @param secrets arrays to fill with zeros
     */
    public static void erase(byte[]... secrets) {
        for (byte[] secret : secrets) {
            Arrays.fill(secret, (byte) 0);
        }
    }
}
