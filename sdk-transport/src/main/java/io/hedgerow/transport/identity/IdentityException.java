// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.transport.identity;

import java.util.Objects;
import java.util.Optional;

/**
 * Thrown when a key, a certificate, a request or a signature is not accepted. The message says what, why and what to
 * do; it never contains a private key.
 */
public final class IdentityException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /** The reason why it is not accepted. */
    public enum Reason {
        /** A file is not there. */
        MISSING,
        /** A file is there that must not be replaced. */
        EXISTS,
        /** A file cannot be read or written, or is not what its name says. */
        UNREADABLE,
        /** Others than its owner may read a key, or write to what says on which token it is. */
        PERMISSIONS,
        /** A key is under a passphrase or a PIN, and the one that was given does not open it, or none was. */
        PASSPHRASE,
        /** A key is on a PKCS#11 token, which is not there or cannot be used. */
        TOKEN,
        /** A certificate belongs to another key. */
        KEY_MISMATCH,
        /** A certificate's time is over. */
        EXPIRED,
        /** A certificate's time has not begun. */
        NOT_YET_VALID,
        /** The signer of a certificate is not the study's authority. */
        WRONG_AUTHORITY,
        /** A certificate has another name. */
        WRONG_NAME,
        /** A certificate is of the wrong kind, such as a site's where a coordinator's is needed. */
        WRONG_ROLE,
        /** A certificate was revoked. */
        REVOKED,
        /** The list of revoked certificates is too old, or older than one seen before. */
        STALE_REVOCATIONS,
        /** The site's rules demand a list of revoked certificates, or another than there is. */
        REVOCATIONS_DEMANDED,
        /** A peer showed no certificate. */
        NO_CERTIFICATE,
        /** The peer refused this end's certificate; its log says why. */
        REFUSED_BY_PEER,
        /** A request asks for what an authority does not sign. */
        BAD_REQUEST,
        /** A fingerprint differs from the one that was told. */
        FINGERPRINT,
        /** Too few good signatures. */
        SIGNATURES;

        /**
         * {@return whether this is about a time, so that the same start may succeed when a certificate or the list of
         * revoked ones was renewed in its file, or when its time begins}
         */
        public boolean mayBeRenewed() {
            return switch (this) {
                case EXPIRED, NOT_YET_VALID, STALE_REVOCATIONS, REVOCATIONS_DEMANDED -> true;
                default -> false;
            };
        }
    }

    private final Reason reason;

    /**
     * Says what is wrong.
     *
     * @param reason why
     * @param message what, and what to do
     */
    public IdentityException(Reason reason, String message) {
        super(message);
        this.reason = Objects.requireNonNull(reason, "reason");
    }

    /**
     * Says what is wrong and what caused it.
     *
     * @param reason why
     * @param message what, and what to do
     * @param cause the failure underneath
     */
    public IdentityException(Reason reason, String message, Throwable cause) {
        super(message, cause);
        this.reason = Objects.requireNonNull(reason, "reason");
    }

    /** {@return the reason, for programs} */
    public Reason reason() {
        return reason;
    }

    /**
     * Finds what this module said inside of what a TLS library made of it.
     *
     * @param thrown a failed handshake or call
     * @return the first of its causes that is of this type
     */
    public static Optional<IdentityException> in(Throwable thrown) {
        Throwable cause = thrown;
        for (int depth = 0; cause != null && depth < 50; depth++) {
            if (cause instanceof IdentityException found) {
                return Optional.of(found);
            }
            cause = cause.getCause();
        }
        return Optional.empty();
    }
}
