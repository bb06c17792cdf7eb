// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.transport.channel;

import io.grpc.Status;
import io.hedgerow.transport.channel.SiteLink.Hindrance;
import java.util.Optional;

/**
 * Thrown when a site or a coordinator refuses the other; {@link Refusal#retriable} says whether a retry may help. The
 * message says what to do.
 */
public final class RefusedException extends WireException {

    private static final long serialVersionUID = 1L;
    private final Refusal refusal;

    /**
     * Creates an exception for a refusal.
     *
     * @param refusal why
     * @param message what to do
     */
    public RefusedException(Refusal refusal, String message) {
        super(message);
        this.refusal = refusal;
    }

    /** {@return the reason} */
    public Refusal refusal() {
        return refusal;
    }

    /** The reason for a refusal. Each has a status code of its own, and says whether trying again can help. */
    public enum Refusal {
        /** The certificate names no site, or is no longer good. */
        UNAUTHENTICATED(Status.Code.UNAUTHENTICATED, false),
        /** The certificate names a site that is not part of the study. */
        UNKNOWN_SITE(Status.Code.PERMISSION_DENIED, false),
        /** The coordinator runs another study. */
        FOREIGN_STUDY(Status.Code.NOT_FOUND, false),
        /** Site and coordinator have different plans of the study. */
        PLAN_MISMATCH(Status.Code.FAILED_PRECONDITION, false),
        /** There is no version of the protocol that both speak. */
        VERSION_MISMATCH(Status.Code.UNIMPLEMENTED, false),
        /** Another process of the same site has connected since. */
        SUPERSEDED(Status.Code.ALREADY_EXISTS, false),
        /** The site has taken over tasks which the coordinator does not know. */
        HISTORY_LOST(Status.Code.DATA_LOSS, false),
        /**
         * The site has not taken over tasks whose updates of it the coordinator has: it lost its home, or an older one
         * was put back.
         */
        MEMORY_LOST(Status.Code.INTERNAL, false),
        /** The coordinator's operator goes on without the site. */
        EXCLUDED(Status.Code.UNKNOWN, false),
        /** The coordinator has started again and has not read its journal yet. */
        NOT_READY(Status.Code.OUT_OF_RANGE, true),
        /** A message is beyond the limit. */
        TOO_LARGE(Status.Code.RESOURCE_EXHAUSTED, false),
        /** A frame does not follow the protocol. */
        MALFORMED(Status.Code.INVALID_ARGUMENT, false),
        /** A message is missing; the stream starts again from the last one that arrived. */
        OUT_OF_ORDER(Status.Code.ABORTED, true),
        /** No hello came in time. */
        SILENT(Status.Code.DEADLINE_EXCEEDED, true),
        /**
         * The stream lived as long as one may; the site opens another one, for which its certificate is judged again.
         */
        STREAM_OVER(Status.Code.CANCELLED, true),
        /** The coordinator is shutting down. */
        CLOSING(Status.Code.UNAVAILABLE, true);

        private final Status.Code code;
        private final boolean retriable;

        Refusal(Status.Code code, boolean retriable) {
            this.code = code;
            this.retriable = retriable;
        }

        /** {@return whether the same site may succeed later without a change, so that it reconnects by itself} */
        public boolean retriable() {
            return retriable;
        }

        /**
         * {@return the site's obstacle, for those who wait for a site that is not let in: a reason that people can
         * mend; empty where it is another process, a site of another study, or comes again}
         */
        public Optional<Hindrance.Kind> hindrance() {
            return switch (this) {
                case MEMORY_LOST -> Optional.of(Hindrance.Kind.HOME_LOST);
                case HISTORY_LOST -> Optional.of(Hindrance.Kind.COORDINATOR_OLDER);
                case PLAN_MISMATCH -> Optional.of(Hindrance.Kind.OTHER_PLAN);
                case VERSION_MISMATCH -> Optional.of(Hindrance.Kind.OTHER_RELEASE);
                default -> Optional.empty();
            };
        }

        /** {@return the name of this refusal's gRPC status} */
        public String code() {
            return code.name();
        }
    }
}
