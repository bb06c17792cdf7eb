// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.secureagg.internal.key;

import java.util.Arrays;

/**
 * The first chain key of a pair of sites, from what both agreed on. With i &lt; j the pair's context is H("pair", sid,
 * i, j, X_i, X_j, EK_j, CT_ij), the root Extract(context, [ss_mlkem ‖] ss_x25519), and the chain key Expand(root,
 * Info("chain0")). Both public keys and the ciphertext are in the salt, so the secret holds if either component does.
 * Without a KEM its two fields are empty. Thread-safe: immutable.
 *
 * @param low the smaller site number i
 * @param high the larger one j
 * @param lowKey X_i
 * @param highKey X_j
 * @param encapsulationKey EK_j, or empty
 * @param ciphertext CT_ij, or empty
 */
public record PairChain(
        Octets sid, int low, int high, Octets lowKey, Octets highKey, Octets encapsulationKey, Octets ciphertext) {
    public PairChain {
        if (!(low >= 0 && low < high)) {
            throw new IllegalArgumentException("a pair must be two sites in ascending order, was " + low + ", " + high);
        }
    }

    /** Derives the chain key, 32 bytes, and erases both secrets; the KEM's is empty without a KEM. */
    public byte[] start(byte[] kemSecret, byte[] agreed) {
        Octets context = Transcript.of("pair")
                .octets(sid)
                .u32(low)
                .u32(high)
                .octets(lowKey)
                .octets(highKey)
                .octets(encapsulationKey)
                .octets(ciphertext)
                .hash();
        byte[] root = Hkdf.extract(context.raw(), kemSecret, agreed);
        byte[] chain = Hkdf.expand(root, Transcript.of("chain0").info());
        Arrays.fill(root, (byte) 0);
        Arrays.fill(kemSecret, (byte) 0);
        Arrays.fill(agreed, (byte) 0);
        return chain;
    }
}
