// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.transport.internal.grpc.coordinator;

import io.grpc.Grpc;
import io.grpc.ServerCall;
import io.grpc.StatusException;
import io.hedgerow.core.internal.text.Words;
import io.hedgerow.core.protocol.SiteId;
import io.hedgerow.transport.channel.RefusedException.Refusal;
import io.hedgerow.transport.internal.admission.RefusalNotes;
import io.hedgerow.transport.internal.grpc.coordinator.CoordinatorOptions.PortOptions;
import io.hedgerow.transport.internal.link.RefusalStatus;
import java.security.cert.Certificate;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import javax.net.ssl.SSLPeerUnverifiedException;
import javax.net.ssl.SSLSession;

/**
 * Names the site that makes a call by the certificate of its connection, and refuses the call of any other.
 *
 * <p>The certificate was checked when the connection was made. It is checked again for each call, because a resumed TLS
 * session skips that, and certificates expire and are revoked.
 */
record CallerCertificate(PortOptions options, RefusalNotes notes) {

    SiteId site(ServerCall<?, ?> call) throws StatusException {
        SSLSession session = call.getAttributes().get(Grpc.TRANSPORT_ATTR_SSL_SESSION);
        X509Certificate[] chain = {};
        try {
            if (session == null) {
                throw new SSLPeerUnverifiedException("the connection has no TLS session");
            }
            Certificate[] shown = session.getPeerCertificates();
            chain = new X509Certificate[shown.length];
            for (int i = 0; i < shown.length; i++) {
                chain[i] = (X509Certificate) shown[i];
            }
            options.tls()
                    .trust()
                    .checkClientTrusted(chain, chain[0].getPublicKey().getAlgorithm());
            return options.naming().apply(chain);
        } catch (SSLPeerUnverifiedException | CertificateException e) {
            notes.certificate(chain, where(call), e);
            throw RefusalStatus.exception(
                    Refusal.UNAUTHENTICATED,
                    "the site's certificate is not good: " + Words.reason(e) + "; renew it or ask for a new one");
        } catch (RuntimeException e) {
            notes.certificate(chain, where(call), e);
            throw RefusalStatus.exception(
                    Refusal.UNAUTHENTICATED,
                    "the certificate names no site: " + Words.reason(e)
                            + "; ask the coordinator's operator for a new one");
        }
    }

    /** Where a call comes from, for the notes of an operator. */
    static String where(ServerCall<?, ?> call) {
        return " at " + call.getAttributes().get(Grpc.TRANSPORT_ATTR_REMOTE_ADDR);
    }
}
