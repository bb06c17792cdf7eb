// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.secureagg.internal.message;

import java.util.OptionalInt;

/**
 * A message or its sender broke the protocol. A site that throws this has erased the slot's secrets and emits nothing
 * more for it; a coordinator that throws this while it receives has ignored the message.
 */
public final class ViolationException extends RuntimeException {

    private static final long serialVersionUID = 1L;
    private static final int COORDINATOR = -1;

    public enum Reason {
        /** The sender wrote bytes that this protocol does not have. */
        MALFORMED,
        SIGNATURE,
        /** A message of another session, slot, cohort or input. */
        CONTEXT,
        /** A message at the wrong time, or twice. */
        ORDER,
        /** A slot that was used before. */
        REPLAY,
        /** Terms that the receiver's own policy does not allow. */
        POLICY,
        /** A box that does not open, or shares that are not those committed to. */
        BOX,
        /** A share or a secret that is not the one committed to. */
        SHARE,
        /** A value that may not be released again. */
        RELEASE
    }

    private final Reason reason;
    private final int sender;

    private ViolationException(Reason reason, int sender, String message) {
        super(message);
        this.reason = reason;
        this.sender = sender;
    }

    /** A violation by a site; the message has no secrets. */
    public static ViolationException bySite(Reason reason, int site, String message) {
        return new ViolationException(reason, site, "site " + site + ": " + message);
    }

    /** A violation by the coordinator, or by someone who changed its message; the message has no secrets. */
    public static ViolationException byCoordinator(Reason reason, String message) {
        return new ViolationException(reason, COORDINATOR, "coordinator: " + message);
    }

    public Reason reason() {
        return reason;
    }

    /** The site that broke the protocol, or empty when it was the coordinator. */
    public OptionalInt site() {
        return sender == COORDINATOR ? OptionalInt.empty() : OptionalInt.of(sender);
    }
}
