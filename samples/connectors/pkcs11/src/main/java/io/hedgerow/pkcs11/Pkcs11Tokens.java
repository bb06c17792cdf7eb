// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.pkcs11;

import io.hedgerow.transport.internal.key.OpenedKey;
import io.hedgerow.transport.internal.key.SigningTokens;
import io.hedgerow.transport.internal.key.TokenFile;

/**
 * Opens signing keys on tokens by their makers' libraries, with {@code CKM_EDDSA} of PKCS#11 v3. Found by
 * {@link java.util.ServiceLoader}; it is on the class path or the module path, and programs and the command line sign
 * with what {@code signing.token} names. Thread-safe.
 */
public final class Pkcs11Tokens implements SigningTokens {

    @Override
    public OpenedKey open(TokenFile described, boolean make) {
        return new TokenSigner(described, KeyOnToken.open(described, make));
    }
}
