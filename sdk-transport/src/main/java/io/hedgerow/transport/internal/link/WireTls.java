// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.transport.internal.link;

import io.grpc.netty.shaded.io.grpc.netty.GrpcSslContexts;
import io.grpc.netty.shaded.io.netty.handler.ssl.ClientAuth;
import io.grpc.netty.shaded.io.netty.handler.ssl.SslContext;
import io.grpc.netty.shaded.io.netty.handler.ssl.SslContextBuilder;
import io.grpc.netty.shaded.io.netty.handler.ssl.SslProvider;
import io.hedgerow.core.internal.text.Printable;
import java.net.Socket;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.util.Locale;
import java.util.stream.Stream;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLException;
import javax.net.ssl.X509ExtendedTrustManager;
import javax.net.ssl.X509KeyManager;
import javax.net.ssl.X509TrustManager;
import org.jspecify.annotations.Nullable;

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
        requireNoPlaintext(System.getProperty("javax.net.debug"));
        try {
            return GrpcSslContexts.configure(builder.trustManager(trust), SslProvider.JDK)
                    .protocols("TLSv1.3")
                    .build();
        } catch (SSLException e) {
            throw new IllegalArgumentException("TLS 1.3 could not be set up with this key and trust", e);
        }
    }

    /**
     * Refuses settings with which Java's own TLS prints messages before they are encrypted. Those that only show
     * handshakes are fine.
     */
    static void requireNoPlaintext(@Nullable String debug) {
        String said = debug == null ? "ssl" : debug.toLowerCase(Locale.ROOT);
        if (said.isBlank() || Stream.of("all", "data", "packet", "plaintext").anyMatch(said::contains)) {
            throw new IllegalArgumentException(
                    "-Djavax.net.debug must not show what is encrypted, as all, data, packet,"
                            + " plaintext and an empty value do, was \"" + Printable.line(said)
                            + "\": messages of the study would be printed; take it away, or say ssl:handshake");
        }
    }

    /** Delegates to another trust manager, and reports the certificates that it refuses. */
    public static final class WatchedTrust extends X509ExtendedTrustManager {

        private final X509ExtendedTrustManager trust;

        WatchedTrust(X509ExtendedTrustManager trust) {
            this.trust = trust;
        }

        /** A certificate that was refused. The cause, from which TLS chooses its alert, is that of the original. */
        public static final class RefusedCertificate extends CertificateException {
            private static final long serialVersionUID = 1L;

            private final transient X509Certificate[] chain;

            RefusedCertificate(X509Certificate[] chain, Exception why) {
                super(why.getMessage(), why instanceof CertificateException ? why.getCause() : why);
                this.chain = chain == null ? new X509Certificate[0] : chain.clone();
            }

            public X509Certificate[] chain() {
                return chain.clone();
            }
        }

        private interface Check {
            void run() throws CertificateException;
        }

        private void watched(X509Certificate[] chain, Check check) throws CertificateException {
            try {
                check.run();
            } catch (CertificateException | RuntimeException e) {
                throw new RefusedCertificate(chain, e);
            }
        }

        @Override
        public void checkClientTrusted(X509Certificate[] chain, String authType) throws CertificateException {
            watched(chain, () -> trust.checkClientTrusted(chain, authType));
        }

        @Override
        public void checkClientTrusted(X509Certificate[] chain, String authType, Socket socket)
                throws CertificateException {
            watched(chain, () -> trust.checkClientTrusted(chain, authType, socket));
        }

        @Override
        public void checkClientTrusted(X509Certificate[] chain, String authType, SSLEngine engine)
                throws CertificateException {
            watched(chain, () -> trust.checkClientTrusted(chain, authType, engine));
        }

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String authType) throws CertificateException {
            trust.checkServerTrusted(chain, authType);
        }

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String authType, Socket socket)
                throws CertificateException {
            trust.checkServerTrusted(chain, authType, socket);
        }

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String authType, SSLEngine engine)
                throws CertificateException {
            trust.checkServerTrusted(chain, authType, engine);
        }

        @Override
        public X509Certificate[] getAcceptedIssuers() {
            return trust.getAcceptedIssuers();
        }
    }
}
