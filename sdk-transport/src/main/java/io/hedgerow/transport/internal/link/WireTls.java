// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.transport.internal.link;

import io.grpc.netty.shaded.io.grpc.netty.GrpcSslContexts;
import io.grpc.netty.shaded.io.netty.handler.ssl.ClientAuth;
import io.grpc.netty.shaded.io.netty.handler.ssl.SslContext;
import io.grpc.netty.shaded.io.netty.handler.ssl.SslContextBuilder;
import io.grpc.netty.shaded.io.netty.handler.ssl.SslProvider;
import javax.net.ssl.SSLException;
import javax.net.ssl.X509ExtendedTrustManager;
import javax.net.ssl.X509KeyManager;
import javax.net.ssl.X509TrustManager;

public record WireTls(X509KeyManager key, X509TrustManager trust) {
    public SslContext server() {
        X509TrustManager watched =
                trust instanceof X509ExtendedTrustManager extended ? new WatchedTrust(extended) : trust;
        return build(SslContextBuilder.forServer(key).clientAuth(ClientAuth.REQUIRE), watched);
    }

    public SslContext client() {
        return build(SslContextBuilder.forClient().keyManager(key), trust);
    }

    private static SslContext build(SslContextBuilder builder, X509TrustManager trust) {
        try {
            return GrpcSslContexts.configure(builder.trustManager(trust), SslProvider.JDK)
                    .protocols("TLSv1.3")
                    .build();
        } catch (SSLException e) {
            throw new IllegalArgumentException("TLS 1.3 could not be set up with this key and trust", e);
        }
    }
}
