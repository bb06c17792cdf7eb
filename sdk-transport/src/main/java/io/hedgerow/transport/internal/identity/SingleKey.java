// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.transport.internal.identity;

import java.net.Socket;
import java.security.Principal;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import java.util.List;
import java.util.function.Supplier;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.X509ExtendedKeyManager;
import org.jspecify.annotations.Nullable;

/** Shows the one certificate there is, even if the peer names other authorities: its refusal says more than silence. */
final class SingleKey extends X509ExtendedKeyManager {

    private static final String ALIAS = "hedgerow";
    private static final String TYPE = "EC";

    private final PrivateKey key;
    private final Supplier<X509Certificate> certificate;

    SingleKey(PrivateKey key, Supplier<X509Certificate> certificate) {
        this.key = key;
        this.certificate = certificate;
    }

    private static @Nullable String alias(String... types) {
        return List.of(types).contains(TYPE) ? ALIAS : null;
    }

    @Override
    public String[] getClientAliases(String type, Principal[] issuers) {
        return new String[] {ALIAS};
    }

    @Override
    public @Nullable String chooseClientAlias(String[] types, Principal[] issuers, Socket socket) {
        return alias(types);
    }

    @Override
    public @Nullable String chooseEngineClientAlias(String[] types, Principal[] issuers, SSLEngine engine) {
        return alias(types);
    }

    @Override
    public String[] getServerAliases(String type, Principal[] issuers) {
        return new String[] {ALIAS};
    }

    @Override
    public @Nullable String chooseServerAlias(String type, Principal[] issuers, Socket socket) {
        return alias(type);
    }

    @Override
    public @Nullable String chooseEngineServerAlias(String type, Principal[] issuers, SSLEngine engine) {
        return alias(type);
    }

    @Override
    public X509Certificate[] getCertificateChain(String alias) {
        return new X509Certificate[] {certificate.get()};
    }

    @Override
    public PrivateKey getPrivateKey(String alias) {
        return key;
    }
}
