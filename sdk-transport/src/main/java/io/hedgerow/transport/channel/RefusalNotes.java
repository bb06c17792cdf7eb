package io.hedgerow.transport.channel;

import io.hedgerow.transport.egress.SecurityEvent;
import io.hedgerow.transport.egress.SecurityEvent.Kind;
import io.hedgerow.transport.egress.SecurityEvents;
import java.security.cert.X509Certificate;
import java.util.Optional;

/** What a coordinator's wire tells of those whom it refuses. Never what a message holds. Thread-safe. */
record RefusalNotes(SecurityEvents events, String study) {

    /** A certificate was refused, in the handshake or with a call; everything in it is as claimed. */
    void certificate(X509Certificate[] chain, String where, Throwable why) {
        String peer = chain == null || chain.length == 0
                ? "no certificate"
                : chain[0].getSubjectX500Principal().getName() + ", serial "
                        + chain[0].getSerialNumber().toString(16);
        note(Kind.WRONG_CERTIFICATE, peer + where, String.valueOf(why.getMessage()));
    }

    /** A connection or message was refused. Refusals that are part of an ordinary day are not told. */
    void refused(String peer, Refusal refusal, String detail) {
        kind(refusal).ifPresent(kind -> note(kind, peer, refusal + ": " + detail));
    }

    /** A message has a number that was there before: an honest site sends none of these. */
    void repeated(String peer, long number) {
        note(Kind.REPLAY, peer, "message " + number + " came again on one stream and was dropped");
    }

    /** A message of the stream is missing. */
    void gap(String peer, String detail) {
        note(Kind.PROTOCOL_VIOLATION, peer, detail);
    }

    private void note(Kind kind, String peer, String detail) {
        events.happened(new SecurityEvent(kind, peer, study, detail));
    }

    private static Optional<Kind> kind(Refusal refusal) {
        return switch (refusal) {
            case UNAUTHENTICATED -> Optional.of(Kind.WRONG_CERTIFICATE);
            case UNKNOWN_SITE, FOREIGN_STUDY, PLAN_MISMATCH, VERSION_MISMATCH, SUPERSEDED, HISTORY_LOST, MEMORY_LOST ->
                Optional.of(Kind.CONNECTION_REFUSED);
            case TOO_LARGE, MALFORMED -> Optional.of(Kind.PROTOCOL_VIOLATION);
            case NOT_READY, OUT_OF_ORDER, SILENT, STREAM_OVER, CLOSING -> Optional.empty();
        };
    }
}
