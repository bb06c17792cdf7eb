// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.ledger;

import io.hedgerow.dp.ledger.LedgerEntry;
import io.hedgerow.dp.ledger.LedgerHistory;
import io.hedgerow.dp.ledger.LedgerRecord;
import io.hedgerow.transport.internal.egress.EgressLog.EgressEntry;
import io.hedgerow.transport.internal.egress.EgressLog.EgressEntry.LedgerReference;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Checks that every message that left a site is covered by a charge in its ledger. Every message that carries something
 * of the data must name a record of the ledger by its hash, at or before which the ledger let the message's round
 * through. The hash of a record cannot be known before the record is made, so a line that names one was written after
 * it, whatever any clock says.
 *
 * <p>Not thread-safe.
 */
public final class MessagePaymentCheck implements Consumer<EgressEntry> {

    /** A study in the ledger: the length of its plan, and the records that let its rounds through. */
    private static final class Rounds {
        private int planned = Integer.MAX_VALUE;
        private final Map<Integer, Long> letThrough = new HashMap<>();
    }

    private final List<LedgerEntry> entries;
    private final Map<String, Rounds> studies = new HashMap<>();
    private long paid;
    private long unpaid;
    private @Nullable String problem;

    public MessagePaymentCheck(LedgerHistory ledger) {
        entries = ledger.entries();
        for (LedgerEntry entry : entries) {
            if (entry.record() instanceof LedgerRecord.Declared declared) {
                of(declared.plan().study()).planned = declared.plan().rounds().size();
            } else if (entry.record() instanceof LedgerRecord.Drawn drawn) {
                of(drawn.study()).letThrough.putIfAbsent(drawn.round(), entry.sequence());
            } else if (entry.record() instanceof LedgerRecord.Reserved reserved) {
                of(reserved.study()).letThrough.putIfAbsent(reserved.round(), entry.sequence());
            }
        }
    }

    private Rounds of(String study) {
        return studies.computeIfAbsent(study, unused -> new Rounds());
    }

    @Override
    public void accept(EgressEntry message) {
        if (!message.carriesData()) {
            return;
        }
        Optional<String> objection = objection(message);
        if (objection.isEmpty()) {
            paid++;
            return;
        }
        unpaid++;
        if (problem == null) {
            problem = "an update of study " + message.study() + ", round " + message.round() + ", logged at "
                    + message.time() + ", " + objection.get();
        }
    }

    private Optional<String> objection(EgressEntry message) {
        if (message.ledger().isEmpty()) {
            return Optional.of(
                    "names no record of a ledger: its study promised nothing, or the site did not keep to it");
        }
        LedgerReference named = message.ledger().get();
        if (named.sequence() >= entries.size()
                || !entries.get((int) named.sequence()).hash().equals(named.hash())) {
            return Optional.of("names record " + named.sequence() + " with a hash that this ledger does not have");
        }
        Rounds rounds = studies.get(message.study());
        // behind the end of its plan a study computes on what its last round released
        Long let = rounds == null ? null : rounds.letThrough.get(Math.min(message.round(), rounds.planned - 1));
        if (let == null || let > named.sequence()) {
            return Optional.of(
                    "names record " + named.sequence() + ", up to which the ledger did not let that round through");
        }
        return Optional.empty();
    }

    /** The number of messages with something of the data that the ledger paid for. */
    public long paid() {
        return paid;
    }

    /** The number of messages with something of the data that it did not pay for. */
    public long unpaid() {
        return unpaid;
    }

    /** The problem with the first of them: a sentence, or empty. */
    public Optional<String> problem() {
        return Optional.ofNullable(problem);
    }
}
