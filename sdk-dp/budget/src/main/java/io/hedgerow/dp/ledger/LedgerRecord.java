// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.ledger;

import io.hedgerow.core.privacy.MechanismEvent;
import io.hedgerow.dp.ledger.SitePolicy.StudyCap;
import java.util.Objects;

/** The content of one line of a ledger. The set is closed; a reader that meets anything else refuses. Immutable. */
public sealed interface LedgerRecord {

    /**
     * The first record of a ledger, with its terms.
     *
     * @param terms the terms of the ledger
     */
    record Header(LedgerTerms terms) implements LedgerRecord {
        public Header {
            Objects.requireNonNull(terms, "terms");
        }
    }

    /**
     * Changes the cap on what one study may spend.
     *
     * @param cap the cap
     */
    record Capped(StudyCap cap) implements LedgerRecord {
        public Capped {
            Objects.requireNonNull(cap, "cap");
        }
    }

    /**
     * Records that a whole study was charged.
     *
     * @param plan the computation that was allowed
     * @param charge its cost
     */
    record Declared(SpendingPlan plan, Charge charge) implements LedgerRecord {
        public Declared {
            Objects.requireNonNull(plan, "plan");
            Objects.requireNonNull(charge, "charge");
        }
    }

    /**
     * Records that a round of a declared study was allowed. It costs nothing more.
     *
     * @param study the study
     * @param round its round
     * @param declaration sequence number of the declaration that paid
     */
    record Drawn(String study, int round, long declaration) implements LedgerRecord {
        public Drawn {
            Objects.requireNonNull(study, "study");
        }
    }

    /**
     * Records the charge of a computation outside any declared study.
     *
     * @param study the study that asked
     * @param round its round
     * @param event the computation that was allowed
     * @param charge its cost
     */
    record Reserved(String study, int round, MechanismEvent event, Charge charge) implements LedgerRecord {
        public Reserved {
            Objects.requireNonNull(study, "study");
            Objects.requireNonNull(event, "event");
            Objects.requireNonNull(charge, "charge");
        }
    }

    /**
     * Records that an incomplete last record was cut off when the ledger was opened. It was never acknowledged.
     *
     * @param bytes how many bytes were cut
     */
    record Recovered(long bytes) implements LedgerRecord {}
}
