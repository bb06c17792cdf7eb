// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.transport.internal.egress;

/** Takes security events. Thread-safe; must neither wait long nor throw. Extension point: no back end is forced. */
@FunctionalInterface
public interface SecurityEvents {

    void happened(SecurityEvent event);

    static SecurityEvents ignored() {
        return event -> {};
    }
}
