// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.ledger;

import io.hedgerow.core.internal.file.FileReason;
import io.hedgerow.core.privacy.DatasetIdentity;
import io.hedgerow.core.privacy.LedgerException;
import io.hedgerow.core.privacy.MechanismEvent;
import io.hedgerow.core.privacy.ReservationRequest;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * Reads a ledger from disk and verifies it from the first byte to the last, without locking or changing it. For reports
 * and auditors; may be read while a site writes. Immutable.
 */
public final class LedgerHistory {

    private final LedgerChain chain;
    private final SpentReport spent;

    private LedgerHistory(LedgerChain chain, SpentReport spent) {
        this.chain = chain;
        this.spent = spent;
    }

    /**
     * Says whether a directory holds a ledger.
     *
     * @param directory any directory
     * @return true when a ledger was made in it, even if it is damaged
     */
    public static boolean isIn(Path directory) {
        return Files.exists(directory.resolve(FileLedgerStorage.FILE)) || remembersOne(directory);
    }

    /**
     * Whether a directory remembers a ledger; not where its making ran out of room: there a ledger can still be made.
     */
    private static boolean remembersOne(Path directory) {
        try {
            return mark(directory.resolve(FileLedgerStorage.LOCK)).wasMade();
        } catch (IOException e) {
            return true;
        }
    }

    /**
     * Reads and verifies the ledger of a directory.
     *
     * @param directory the ledger's directory
     * @throws LedgerTamperedException when it was changed by something else
     * @throws LedgerException when it cannot be read
     */
    public static LedgerHistory read(Path directory) {
        Path file = directory.resolve(FileLedgerStorage.FILE);
        try {
            // first, because a writer that closes in between marks what is read next
            LedgerMark mark = mark(directory.resolve(FileLedgerStorage.LOCK));
            byte[] content = Files.readAllBytes(file);
            LedgerHistory history = of(content, file.toString());
            mark.requireContinued(content, file.toString());
            return history;
        } catch (IOException e) {
            throw new LedgerException("ledger " + file + " cannot be read: " + FileReason.of(e), e);
        }
    }

    /**
     * Records an operator's statement that a ledger without its lock file is complete: makes the lock file anew, when
     * the ledger is sound and continues from the anchor. The lock file remembers the last record; without it nothing
     * shows whether records were cut off, and the ledger is not opened. The statement is as good as the anchor, a hash
     * that was written down elsewhere. Adds no record and gives nothing back.
     *
     * @param directory the ledger's own directory
     * @param anchor the hash of a record, as it was reported to a person who cannot write the ledger
     * @throws LedgerTamperedException when the ledger was changed by something else, or does not hold that record
     * @throws LedgerException when it is missing or in use, or has its lock file, so that there is nothing to
     *     acknowledge
     */
    public static void acknowledge(Path directory, String anchor) {
        FileLedgerStorage.acknowledge(
                Objects.requireNonNull(directory, "directory"), Objects.requireNonNull(anchor, "anchor"));
    }

    /**
     * Refuses a ledger that does not continue from its anchor, as opening it would. Locks and changes nothing.
     *
     * @param directory the ledger's directory; there may be no ledger yet
     * @param dataset the data set of the ledger
     * @param rule whether an anchor is required
     * @param anchors the directory of anchors that was given
     * @return a notice for an operator, such as that the anchor is not where it was
     * @throws LedgerTamperedException when the ledger was changed by something else, or does not continue from its
     *     anchor
     * @throws io.hedgerow.core.privacy.PolicyRefusedException when an anchor is required and none is there
     * @throws LedgerException when ledger or anchor cannot be read
     */
    public static Optional<String> requireAnchored(
            Path directory, DatasetIdentity dataset, SitePolicy.Anchors rule, Optional<Path> anchors) {
        LedgerAnchor anchor = LedgerAnchor.find(directory, rule, anchors, dataset);
        if (!isIn(directory)) {
            anchor.requireNone(directory.toString());
        } else if (anchor.isThere()) {
            anchor.requireContinued(read(directory).chain, directory.toString());
        }
        return anchor.notice();
    }

    private static LedgerMark mark(Path lock) throws IOException {
        return LedgerMark.parse(Files.isRegularFile(lock) ? Files.readString(lock, StandardCharsets.ISO_8859_1) : "");
    }

    static LedgerHistory of(byte[] content, String where) {
        LedgerChain chain = LedgerChain.read(content, where);
        return new LedgerHistory(chain, SpentReport.of(LedgerState.of(chain, where)));
    }

    /** {@return the terms of the ledger, from its header} */
    public LedgerTerms terms() {
        return chain.terms();
    }

    /** {@return all records, oldest first} */
    public List<LedgerEntry> entries() {
        return chain.entries();
    }

    /** Adds up the records: totals, studies, mechanisms and the head of the chain. */
    public SpentReport spent() {
        return spent;
    }

    /**
     * {@return the bytes of an incomplete record at the end, which is being written or was cut short by a crash; 0
     * without one}
     */
    public long incompleteBytes() {
        return chain.tornBytes();
    }

    /**
     * Says whether this ledger continues the one of which an anchor was taken. When it does not, records were removed
     * or rewritten since, or the anchor is of another ledger.
     *
     * @param anchor the hash of some record, as it was reported at the time
     * @return true when a record has this hash
     */
    public boolean continuesFrom(String anchor) {
        return chain.entries().stream().anyMatch(entry -> entry.hash().equals(anchor));
    }

    /** The requests that were let through, oldest first: draws of declared plans and reservations. */
    public List<ReservationRequest> requests() {
        Map<String, SpendingPlan> plans = new HashMap<>();
        List<ReservationRequest> requests = new ArrayList<>();
        for (LedgerEntry entry : chain.entries()) {
            LedgerRecord record = entry.record();
            if (record instanceof LedgerRecord.Declared declared) {
                plans.put(declared.plan().study(), declared.plan());
            } else if (record instanceof LedgerRecord.Drawn drawn) {
                SpendingPlan plan = Objects.requireNonNull(plans.get(drawn.study()));
                requests.add(request(drawn.study(), drawn.round(), plan.rounds().get(drawn.round())));
            } else if (record instanceof LedgerRecord.Reserved reserved) {
                requests.add(request(reserved.study(), reserved.round(), reserved.event()));
            }
        }
        return requests;
    }

    private ReservationRequest request(String study, int round, MechanismEvent event) {
        LedgerTerms terms = chain.terms();
        return new ReservationRequest(terms.dataset(), terms.unit(), terms.adjacency(), study, round, event);
    }
}
