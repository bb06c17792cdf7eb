// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.transport.internal.key;

import io.hedgerow.transport.identity.MessageSigner;

/**
 * Signs with Ed25519 keys on PKCS#11 tokens; found by {@link java.util.ServiceLoader}, since the platform has no
 * Ed25519 for tokens and the SDK has no native code. Thread-safe.
 */
public interface SigningTokens {

    /**
     * Opens a key.
     *
     * @param described where it is
     * @param make whether to make it, sensitive and not extractable, where the token has no key under that label
     * @return the key, which keeps the token busy until it is closed
     * @throws io.hedgerow.transport.identity.IdentityException when there is no such token or key, the PIN is wrong, or
     *     the key is another than Ed25519
     */
    OpenedKey open(TokenFile described, boolean make);

    /** A signing key of an identity directory, opened for a study; closing it forgets it, here and not on its token. */
    interface OpenedKey extends MessageSigner, AutoCloseable {

        @Override
        void close();
    }
}
