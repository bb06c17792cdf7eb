// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.transport.internal.identity;

import io.hedgerow.transport.identity.IdentityException;
import io.hedgerow.transport.identity.IdentityException.Reason;
import io.hedgerow.transport.internal.certificate.CertifiedName.Role;
import java.util.Locale;
import java.util.Optional;
import javax.net.ssl.SSLException;

public final class HandshakeFailure {

    private static final String ALERT = "received fatal alert: ";

    private HandshakeFailure() {}

    /**
     * The reason, as far as this end can know; empty when it does not concern identity. The peer's alert only hints at
     * what it did not accept; its own log says it fully.
     *
     * @param thrown the TLS library's exception, or one around it
     * @param peer the expected role of the other end
     */
    public static Optional<IdentityException> explain(Throwable thrown, Role peer) {
        Optional<IdentityException> own = IdentityException.in(thrown);
        if (own.isPresent()) {
            return own;
        }
        Throwable cause = thrown;
        for (int depth = 0; cause != null && depth < 50; depth++) {
            if (cause instanceof SSLException && cause.getMessage() != null) {
                String message = cause.getMessage().toLowerCase(Locale.ROOT);
                if (message.contains("empty client certificate chain")) {
                    return Optional.of(TrustSettings.noCertificate(peer));
                }
                int alert = message.indexOf(ALERT);
                if (alert >= 0) {
                    return alert(message.substring(alert + ALERT.length()), peer, cause);
                }
            }
            cause = cause.getCause();
        }
        return Optional.empty();
    }

    private static Optional<IdentityException> alert(String alert, Role peer, Throwable cause) {
        return switch (alert.strip()) {
            case "certificate_expired" -> refused(Reason.EXPIRED, "expired: renew it with `enrol renew`", peer, cause);
            case "certificate_revoked" -> refused(Reason.REVOKED, "revoked: ask the study's operator why", peer, cause);
            case "certificate_required" ->
                refused(
                        Reason.NO_CERTIFICATE,
                        "missing: enrol, and use the directory with the certificate",
                        peer,
                        cause);
            case "certificate_unknown", "bad_certificate", "unknown_ca", "unsupported_certificate", "access_denied" ->
                refused(
                        Reason.REFUSED_BY_PEER,
                        "not accepted (" + alert.strip()
                                + "): it may be of another study's authority, revoked, expired, or"
                                + " the clocks differ; the " + peer.word() + "'s security log says which",
                        peer,
                        cause);
            default -> Optional.empty();
        };
    }

    private static Optional<IdentityException> refused(Reason reason, String why, Role peer, Throwable cause) {
        return Optional.of(new IdentityException(
                reason, "the " + peer.word() + " says that the certificate of this end is " + why, cause));
    }
}
