// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.transport.internal.egress;

/** Where security events go. Thread-safe; must neither wait long nor throw. Extension point: no back end is forced. */
@FunctionalInterface
public interface SecurityEvents {

    /**
     * Takes note of an event.
     *
     * @param event without data
     */
    void happened(SecurityEvent event);

    /** Nobody listens. */
    static SecurityEvents ignored() {
        return event -> {};
    }
}
