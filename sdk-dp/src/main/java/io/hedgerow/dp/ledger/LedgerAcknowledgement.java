// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.ledger;

import io.hedgerow.core.privacy.LedgerException;
import java.nio.file.Path;
import java.util.Objects;

/**
 * Records a person's statement that a ledger which has lost its lock file is whole. The lock file remembers the
 * ledger's last record; without it nothing in the directory shows whether records were cut off, so such a ledger is not
 * opened. The statement is as good as the anchor: a hash that was written down elsewhere. Stateless.
 */
public final class LedgerAcknowledgement {

    private LedgerAcknowledgement() {}

    /**
     * Makes the lock file anew, when the ledger is sound and continues from the anchor. Adds no record and gives
     * nothing back.
     *
     * @param directory the ledger's own directory
     * @param anchor the hash of a record, as it was reported to a person who cannot write the ledger
     * @throws LedgerTamperedException when the ledger was changed by something else, or does not hold that record
     * @throws LedgerException when it is missing or in use, or has its lock file, so that there is nothing to
     *     acknowledge
     */
    public static void of(Path directory, String anchor) {
        FileLedgerStorage.acknowledge(
                Objects.requireNonNull(directory, "directory"), Objects.requireNonNull(anchor, "anchor"));
    }
}
