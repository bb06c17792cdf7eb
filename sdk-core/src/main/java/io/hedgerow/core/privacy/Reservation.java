// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.privacy;

import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Proof that a cost was recorded. Minted by {@link PrivacyGate} alone, after the ledger has returned. Yields one
 * permit. Thread-safe.
 */
public final class Reservation {

    private final DatasetIdentity dataset;
    private final MechanismEvent event;
    private final AtomicBoolean permitTaken = new AtomicBoolean();

    Reservation(DatasetIdentity dataset, MechanismEvent event) {
        this.dataset = dataset;
        this.event = event;
    }

    /**
     * {@return the permit that this reservation paid for, to open the data once}
     *
     * @throws IllegalStateException when the permit was already taken
     */
    public DataPermit permit() {
        if (!permitTaken.compareAndSet(false, true)) {
            throw new IllegalStateException("this reservation's permit was already taken: reserve again to open again");
        }
        return new DataPermit(dataset);
    }

    /** {@return the reserved event} */
    public MechanismEvent event() {
        return event;
    }
}
