// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.transport.internal.egress;

/**
 * A security event with its kind and details. No data: its maker takes texts from configuration, certificates and
 * addresses, and none from records, updates or keys.
 *
 * @param peer the subject, such as a certificate's name or an address; as claimed, not as proven
 * @param detail what was expected and what came
 * @param reason a name of a constant that says more than the kind, or empty
 */
public record SecurityEvent(Kind kind, String peer, String study, String detail, String reason) {

    public SecurityEvent(Kind kind, String peer, String study, String detail) {
        this(kind, peer, study, detail, "");
    }

    public enum Kind {
        CONNECTION_REFUSED,
        /** A certificate is not valid, not of this study or not of who presents it. */
        WRONG_CERTIFICATE,
        POLICY_REFUSED,
        /** A message came again that must come once. */
        REPLAY,
        PROTOCOL_VIOLATION,
        /** A journal, a ledger or a log is not as it was written. */
        TAMPERING
    }

    /**
     * Receives security events. Thread-safe; must neither wait long nor throw. Extension point: no back end is forced.
     */
    @FunctionalInterface
    public interface SecurityEvents {

        void happened(SecurityEvent event);

        static SecurityEvents ignored() {
            return event -> {};
        }
    }
}
