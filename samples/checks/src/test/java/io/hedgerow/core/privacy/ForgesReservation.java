// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.privacy;

import io.hedgerow.core.privacy.PrivacyGate.Reservation;

/** Gets to data without asking the ledger. */
public final class ForgesReservation {
    public Reservation forge(DatasetIdentity dataset) {
        return new Reservation(dataset);
    }
}
