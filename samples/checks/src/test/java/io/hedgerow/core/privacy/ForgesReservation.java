// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.privacy;

/** Gets to data without asking the ledger. */
public final class ForgesReservation {
    public Reservation forge(DatasetIdentity dataset, MechanismEvent event) {
        return new Reservation(dataset, event);
    }
}
