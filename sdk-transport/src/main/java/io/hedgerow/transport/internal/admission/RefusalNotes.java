// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.transport.internal.admission;

import io.grpc.netty.shaded.io.netty.handler.ssl.NotSslRecordException;
import io.hedgerow.core.internal.text.Words;
import io.hedgerow.transport.channel.RefusedException.Refusal;
import io.hedgerow.transport.identity.IdentityException;
import io.hedgerow.transport.internal.egress.SecurityEvent;
import io.hedgerow.transport.internal.egress.SecurityEvent.Kind;
import io.hedgerow.transport.internal.egress.SecurityEvent.SecurityEvents;
import io.hedgerow.transport.internal.link.RefusalStatus;
import io.hedgerow.transport.internal.link.WireTls.WatchedTrust.RefusedCertificate;
import java.net.InetSocketAddress;
import java.security.cert.X509Certificate;
import java.util.Optional;

/** Logs peers that a coordinator refuses, without the content of messages. Thread-safe. */
public record RefusalNotes(SecurityEvents events, String study) {

    public void certificate(X509Certificate[] chain, String where, Throwable why) {
        String peer = chain == null || chain.length == 0
                ? "no certificate"
                : chain[0].getSubjectX500Principal().getName() + ", serial "
                        + chain[0].getSerialNumber().toString(16);
        events.happened(new SecurityEvent(
                Kind.WRONG_CERTIFICATE,
                peer + where,
                study,
                RefusalStatus.shown(why.getMessage()),
                IdentityException.in(why).map(known -> known.reason().name()).orElse("")));
    }

    void dismissed(InetSocketAddress remote, String why) {
        note(Kind.CONNECTION_REFUSED, "unknown" + at(remote), why);
    }

    /** A TLS handshake failed. What the peer sent is not repeated: it may be anything. */
    void handshake(InetSocketAddress remote, Throwable failure) {
        for (Throwable why = failure; why != null; why = why.getCause()) {
            if (why instanceof RefusedCertificate refused) {
                certificate(refused.chain(), at(remote), refused);
                return;
            }
        }
        String said = Words.reason(failure);
        if (failure instanceof NotSslRecordException) {
            note(Kind.PROTOCOL_VIOLATION, "unknown" + at(remote), "spoke no TLS, such as plain HTTP");
        } else if (said.contains("Empty client certificate chain")) {
            events.happened(new SecurityEvent(
                    Kind.WRONG_CERTIFICATE,
                    "no certificate" + at(remote),
                    study,
                    "showed no certificate",
                    IdentityException.Reason.NO_CERTIFICATE.name()));
        } else {
            note(
                    Kind.CONNECTION_REFUSED,
                    "unknown" + at(remote),
                    "the TLS handshake failed: " + RefusalStatus.shown(said));
        }
    }

    private static String at(InetSocketAddress remote) {
        return " at " + remote;
    }

    /** A connection or message was refused. Ordinary refusals are not reported. */
    public void refused(String peer, Refusal refusal, String detail) {
        kind(refusal)
                .ifPresent(kind ->
                        events.happened(new SecurityEvent(kind, peer, study, refusal + ": " + detail, refusal.name())));
    }

    /** A message has a number that was there before: an honest site sends none of these. */
    public void repeated(String peer, long number) {
        note(Kind.REPLAY, peer, "message " + number + " came again on one stream and was dropped");
    }

    public void gap(String peer, String detail) {
        note(Kind.PROTOCOL_VIOLATION, peer, detail);
    }

    private void note(Kind kind, String peer, String detail) {
        events.happened(new SecurityEvent(kind, peer, study, detail));
    }

    private static Optional<Kind> kind(Refusal refusal) {
        return switch (refusal) {
            case UNAUTHENTICATED -> Optional.of(Kind.WRONG_CERTIFICATE);
            case UNKNOWN_SITE,
                    FOREIGN_STUDY,
                    PLAN_MISMATCH,
                    VERSION_MISMATCH,
                    SUPERSEDED,
                    HISTORY_LOST,
                    MEMORY_LOST,
                    EXCLUDED -> Optional.of(Kind.CONNECTION_REFUSED);
            case TOO_LARGE, MALFORMED -> Optional.of(Kind.PROTOCOL_VIOLATION);
            case NOT_READY, OUT_OF_ORDER, SILENT, STREAM_OVER, CLOSING -> Optional.empty();
        };
    }
}
