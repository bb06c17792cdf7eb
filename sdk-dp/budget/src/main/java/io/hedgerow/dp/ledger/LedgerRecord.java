// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.ledger;

import io.hedgerow.core.privacy.MechanismEvent;
import io.hedgerow.dp.ledger.SitePolicy.StudyCap;
import java.util.Objects;

/** The content of one line of a ledger. The set is closed; a reader that meets anything else refuses. Immutable. */
public sealed interface LedgerRecord {

    /**
     * The first record.
     *
     * @param terms the terms of the ledger
     */
    record Header(LedgerTerms terms) implements LedgerRecord {
        public Header {
            Objects.requireNonNull(terms, "terms");
        }
    }

    /**
     * A limit on the budget of one study, from this record on.
     *
     * @param cap the cap
     */
    record Capped(StudyCap cap) implements LedgerRecord {
        public Capped {
            Objects.requireNonNull(cap, "cap");
        }
    }

    /**
     * The charge of a whole study.
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
     * The admission of a round of a declared study, which costs nothing more.
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
     * The charge of a computation outside any declared study.
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
     * The removal of an incomplete last record, which was never acknowledged, when the ledger was opened.
     *
     * @param bytes how many bytes were cut
     */
    record Recovered(long bytes) implements LedgerRecord {}
}
