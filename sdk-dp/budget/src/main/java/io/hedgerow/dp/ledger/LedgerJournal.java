// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.ledger;

import io.hedgerow.core.internal.file.FileReason;
import io.hedgerow.core.internal.text.Words;
import io.hedgerow.core.privacy.LedgerException;
import io.hedgerow.dp.internal.ledger.LedgerLine;
import io.hedgerow.dp.internal.ledger.LedgerStorage;
import java.io.Closeable;
import java.io.IOException;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Appends records to a chain. When {@link #append} returns, the record is durable; when it throws, no caller has acted
 * on it, and either it was taken back or the journal takes no more records. For one thread at a time.
 */
final class LedgerJournal implements Closeable {

    private final LedgerStorage storage;
    private final LedgerClock clock;

    private long next;
    private String head = LedgerChain.START;
    private Instant last = Instant.MIN;
    private long length;
    private @Nullable String stopped;
    /** Why it stopped, where waiting may mend it. */
    private @Nullable IOException unwritten;

    LedgerJournal(LedgerStorage storage, LedgerClock clock) {
        this.storage = storage;
        this.clock = clock;
    }

    /** Writes and syncs the header of a new ledger. */
    LedgerEntry create(LedgerTerms terms) {
        LedgerRecord record = new LedgerRecord.Header(terms);
        Instant time = stamp();
        byte[] line = LedgerLine.line(RecordCodec.write(0, LedgerChain.START, time, record));
        try {
            storage.create(line);
        } catch (IOException e) {
            throw failed("cannot be created", e);
        }
        return accept(time, line, record);
    }

    /**
     * Continues after a verified chain; an incomplete record is cut, and the rest made durable: a killed writer may
     * have left a record that is in memory only, and it counts from now on. A clock that has gone back too far is
     * refused here, and not only by the first record: until then others would count on this site.
     */
    void resume(LedgerChain chain) {
        LedgerEntry newest = chain.entries().get(chain.entries().size() - 1);
        next = newest.sequence() + 1;
        head = newest.hash();
        last = newest.time();
        length = chain.length();
        stamp();
        if (chain.tornBytes() > 0) {
            try {
                storage.cut(length);
            } catch (IOException e) {
                throw failed("has an incomplete last record that cannot be cut", e);
            }
        }
        try {
            storage.sync();
        } catch (IOException e) {
            throw failed("cannot be made durable", e);
        }
    }

    LedgerEntry append(LedgerRecord record) {
        requireOpen();
        Instant time = stamp();
        byte[] line = LedgerLine.line(RecordCodec.write(next, head, time, record));
        // An interrupt that is pending would close the file for all threads; it waits until the record is on the disk.
        boolean interrupted = Thread.interrupted();
        try {
            store(line);
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
        return accept(time, line, record);
    }

    /** Others that share the ledger hear of its disk what the first one heard, and stop as it does. */
    private void requireOpen() {
        if (stopped != null) {
            String message = "ledger " + storage.where() + " takes no more records: " + stopped
                    + "; open it again after the cause is gone";
            throw unwritten == null ? new LedgerException(message) : LedgerException.unwritable(message, unwritten);
        }
    }

    private void store(byte[] line) {
        try {
            storage.requireUntouched(length);
        } catch (IOException e) {
            // Another process wrote here: nothing may be written any more, and nothing cut.
            stopped = reason(e);
            throw new LedgerException(message("cannot be written, nothing was recorded", e), e);
        }
        try {
            storage.write(length, line);
        } catch (IOException e) {
            takeBack(e);
            throw failed("cannot be written, nothing was recorded", e);
        }
        try {
            storage.sync();
        } catch (IOException e) {
            // The record may or may not be on the disk: it counts as never made here, and as spent if it is found
            // again.
            stop("a record could not be made durable", e);
            throw failed("cannot be made durable", e);
        }
    }

    private void takeBack(IOException cause) {
        try {
            storage.cut(length);
        } catch (IOException e) {
            stop("a record could be neither written nor taken back", e);
            cause.addSuppressed(e);
        }
    }

    private void stop(String what, IOException cause) {
        stopped = what + " (" + reason(cause) + ")";
        unwritten = cause;
    }

    private LedgerEntry accept(Instant time, byte[] line, LedgerRecord record) {
        LedgerEntry entry = new LedgerEntry(next, time, head, LedgerLine.hash(line), record);
        next++;
        head = entry.hash();
        last = time;
        length += line.length;
        return entry;
    }

    private Instant stamp() {
        try {
            return clock.stamp(last);
        } catch (IllegalStateException e) {
            throw new LedgerException("ledger " + storage.where() + " records nothing: " + Words.reason(e), e);
        }
    }

    private LedgerException failed(String what, IOException cause) {
        return LedgerException.unwritable(message(what, cause), cause);
    }

    private String message(String what, IOException cause) {
        return "ledger " + storage.where() + " " + what + ": " + reason(cause);
    }

    private static String reason(IOException thrown) {
        return FileReason.of(thrown);
    }

    /** Closes the ledger; one in which nothing went wrong is remembered as it is left. */
    @Override
    public void close() throws IOException {
        boolean sound = stopped == null && next > 0;
        stopped = "it was closed";
        unwritten = null;
        try {
            if (sound) {
                storage.remember(head);
            }
        } catch (IOException e) {
            // The records are on the disk; what is lost is evidence against an older copy, and the one before it holds.
        } finally {
            storage.close();
        }
    }
}
