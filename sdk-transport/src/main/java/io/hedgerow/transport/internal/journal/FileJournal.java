// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.transport.internal.journal;

import io.hedgerow.core.federation.CoordinatorRecord;
import io.hedgerow.core.federation.Journal;
import io.hedgerow.core.federation.JournalException;
import io.hedgerow.core.internal.protocol.SiteRecord;
import io.hedgerow.core.internal.text.Words;
import io.hedgerow.transport.internal.file.FrameFile;
import java.io.Closeable;
import java.nio.file.Path;
import java.util.Optional;

/**
 * A journal in a file: when {@link #append} returns, the record has been forced to the device. Records are chained by
 * hashes; an incomplete last record, which was never acknowledged, is cut, and any other damage is refused. The file is
 * locked until it is closed, readable by its owner only, and a journal that went missing is not replaced by an empty
 * one: a journal that is put back from an older copy would forget what was sent since, as it would be with a ledger.
 *
 * <p>Its size is linear in what was sent: of solutions only the entries that changed are written.
 *
 * <p>Privacy: a site's journal holds its solutions in the clear, and with exact solvers they tell covariances; it must
 * be kept like the data. A coordinator's holds sums, and nothing that the coordinator was not sent.
 *
 * <p>Not thread-safe. Cost: one write and one fsync for each record.
 */
public final class FileJournal<R> implements Journal<R>, Closeable {

    private final FrameFile file;
    private final JournalCodec<R> codec;
    private Optional<R> ahead = Optional.empty();
    private boolean holds;

    FileJournal(FrameFile file, JournalCodec<R> codec) {
        this.file = file;
        this.codec = codec;
    }

    /** The journal of a coordinator in one study; the file, its directory and a lock file are made when missing. */
    public static FileJournal<CoordinatorRecord> ofCoordinator(Path file) {
        return new FileJournal<>(
                FrameFile.open(file, "hedgerow coordinator journal 1", 0), new CoordinatorRecordCodec());
    }

    /**
     * The journal of a site in one study; the file, its directory and a lock file are made when missing. A paid round's
     * result is not lost to a full disk: its room is taken beforehand in a file beside the journal.
     *
     * @param room in bytes of a record; 0 for a site that does not pay for its rounds
     * @throws io.hedgerow.core.federation.UnwritableFileException when there is not so much room
     */
    public static FileJournal<SiteRecord> ofSite(Path file, int room) {
        return new FileJournal<>(FrameFile.open(file, "hedgerow site journal 1", room), new SiteRecordCodec());
    }

    public boolean isNew() {
        if (!holds) {
            ahead = read();
        }
        return !holds;
    }

    @Override
    public Optional<R> next() {
        Optional<R> looked = ahead;
        ahead = Optional.empty();
        return looked.isPresent() ? looked : read();
    }

    private Optional<R> read() {
        Optional<R> record = file.next().map(this::decoded);
        holds |= record.isPresent();
        return record;
    }

    private R decoded(byte[] bytes) {
        try {
            return codec.decode(bytes);
        } catch (IllegalArgumentException e) {
            throw new JournalException(
                    "journal " + file.path() + " holds a record that this version does not write: " + Words.reason(e),
                    e);
        }
    }

    @Override
    public void append(R record) {
        file.append(codec.encode(record), codec.isWorthRoom(record));
        codec.written(record);
        holds = true;
    }

    /** A sentence for people when an incomplete record was cut, once the history was read. */
    public Optional<String> notice() {
        return file.tornBytes() == 0
                ? Optional.empty()
                : Optional.of("journal " + file.path() + ": " + file.tornBytes()
                        + " bytes of an incomplete last record were cut; it was never acknowledged");
    }

    @Override
    public void close() {
        file.close();
    }

    /** Writes records as bytes and reads them back exactly. A record builds upon the one before, so order matters. */
    interface JournalCodec<R> {

        /** The bytes of a record. Changes nothing: the record may still fail to be written. */
        byte[] encode(R record);

        /** Reads a record and takes note of it. */
        R decode(byte[] bytes);

        default void written(R record) {}

        /** Whether a record that finds no room is to be kept in the spare room; otherwise it was never written. */
        default boolean isWorthRoom(R record) {
            return true;
        }
    }
}
