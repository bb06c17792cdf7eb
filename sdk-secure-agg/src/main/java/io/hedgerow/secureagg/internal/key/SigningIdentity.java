// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.secureagg.internal.key;

/**
 * Signs digests with a long-lived key, wherever that key is kept. Extension point for hardware: {@link Ed25519Identity}
 * keeps it in memory.
 */
public interface SigningIdentity {

    IdentityKey publicKey();

    /** Signs a value of {@link Transcript#hash}: an Ed25519 signature of 64 bytes. */
    Octets sign(Octets digest);
}
