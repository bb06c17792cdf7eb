// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.pkcs11;

import io.hedgerow.transport.identity.IdentityException;
import io.hedgerow.transport.identity.IdentityException.Reason;
import io.hedgerow.transport.identity.PublicSigningKey;
import io.hedgerow.transport.internal.key.SigningTokens;
import io.hedgerow.transport.internal.key.SigningTokens.OpenedKey;
import io.hedgerow.transport.internal.key.TokenFile;
import org.jspecify.annotations.Nullable;

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

    /**
     * Signs with a key on a token. A session is open until the key is closed; where the token was out in between, the
     * next signature opens another one, with the PIN from where the description says. Thread-safe: one signature at a
     * time.
     */
    private static final class TokenSigner implements OpenedKey {

        private final TokenFile described;
        private final PublicSigningKey publicKey;
        private @Nullable KeyOnToken key;
        private boolean closed;

        TokenSigner(TokenFile described, KeyOnToken key) {
            this.described = described;
            this.publicKey = key.publicKey();
            this.key = key;
        }

        @Override
        public PublicSigningKey publicKey() {
            return publicKey;
        }

        @Override
        public synchronized byte[] sign(byte[] message) {
            boolean fresh = key == null;
            try {
                return signed(message);
            } catch (TokenException e) {
                forget();
                if (fresh || !e.isLost()) {
                    throw failed(e);
                }
            }
            try {
                return signed(message);
            } catch (TokenException e) {
                forget();
                throw failed(e);
            }
        }

        private byte[] signed(byte[] message) {
            if (closed) {
                throw new IllegalStateException("a key that is closed cannot sign: open it again");
            }
            KeyOnToken open = key;
            if (open == null) {
                open = KeyOnToken.open(described, false);
                key = open;
                if (!open.publicKey().equals(publicKey)) {
                    forget();
                    throw new IdentityException(
                            Reason.KEY_MISMATCH,
                            described.file() + ": the key " + described.label() + " on the token is another one than at"
                                    + " the start: put back the token that was there");
                }
            }
            return open.sign(message);
        }

        private IdentityException failed(TokenException e) {
            return new IdentityException(
                    Reason.TOKEN,
                    described.file() + ": the token does not sign with the key " + described.label() + ": " + e.what()
                            + "; put it back if it is out, and see its mechanisms with `pkcs11-tool --module "
                            + described.library() + " -M`, which must have EDDSA",
                    e);
        }

        private void forget() {
            KeyOnToken open = key;
            key = null;
            if (open != null) {
                open.close();
            }
        }

        @Override
        public synchronized void close() {
            closed = true;
            forget();
        }

        @Override
        public String toString() {
            return "TokenSigner[" + described.label() + ", " + publicKey + "]";
        }
    }
}
