// SPDX-License-Identifier: Apache-2.0
/** Signatures of secure aggregation by keys on PKCS#11 tokens. */
@SuppressWarnings("module") // the digits are the name of the standard
module io.hedgerow.pkcs11 {
    requires com.sun.jna;
    requires io.hedgerow.transport;
    requires static org.jspecify;

    provides io.hedgerow.transport.internal.key.SigningTokens with
            io.hedgerow.pkcs11.Pkcs11Tokens;
}
