// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.federation.coordinator;

import io.hedgerow.core.federation.CoordinatorRecord;
import io.hedgerow.core.federation.Journal;
import io.hedgerow.core.federation.JournalException;
import io.hedgerow.core.protocol.SiteId;
import io.hedgerow.core.protocol.StudyState;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Replays a coordinator's journal: repeated computations must agree with it, and new records are written before they
 * take effect.
 */
final class RoundLog {

    private final Journal<CoordinatorRecord> journal;
    private @Nullable CoordinatorRecord next;

    private RoundLog(Journal<CoordinatorRecord> journal) {
        this.journal = journal;
        this.next = journal.next().orElse(null);
    }

    static RoundLog open(Journal<CoordinatorRecord> journal, CoordinatorRecord.Opened opened) {
        RoundLog log = new RoundLog(journal);
        if (log.next instanceof CoordinatorRecord.Opened recorded && !recorded.equals(opened)) {
            throw new JournalException("the journal is of " + describe(recorded) + ", was opened for "
                    + describe(opened) + ": every study needs a journal of its own");
        }
        log.expect(opened);
        return log;
    }

    private static String describe(CoordinatorRecord.Opened opened) {
        return "study " + opened.study() + " with digest " + opened.studyDigest() + ", " + opened.computation() + ", "
                + opened.protection() + ", sites "
                + opened.sites().stream().map(SiteId::value).toList();
    }

    boolean isReplaying() {
        return next != null;
    }

    <T extends CoordinatorRecord> Optional<T> take(Class<T> kind) {
        if (!kind.isInstance(next)) {
            return Optional.empty();
        }
        T taken = kind.cast(next);
        next = journal.next().orElse(null);
        return Optional.of(taken);
    }

    /** Takes a transition: in the history it must be the recorded one, after it it is recorded. */
    void expect(CoordinatorRecord record) {
        if (next == null) {
            journal.append(record);
        } else if (next.equals(record)) {
            next = journal.next().orElse(null);
        } else {
            throw new JournalException("the journal says " + describe(next) + " where this computation has "
                    + describe(record)
                    + ": it was written by another version of the software or on another Java runtime, or was changed;"
                    + " go on with the same software and Java as before");
        }
    }

    /** Takes the end; its words may differ between versions, its meaning may not. */
    void expectEnd(StudyState state, String reason) {
        if (!endsAs(state) || take(CoordinatorRecord.Ended.class).isEmpty()) {
            expect(new CoordinatorRecord.Ended(state, reason));
        }
    }

    /** Whether the history has this end next. */
    boolean endsAs(StudyState state) {
        return next instanceof CoordinatorRecord.Ended known && known.state() == state;
    }

    private static String describe(CoordinatorRecord record) {
        if (record instanceof CoordinatorRecord.Begun begun) {
            return "a task of round " + begun.task().round();
        }
        if (record instanceof CoordinatorRecord.Summed summed) {
            return "a sum of round " + summed.aggregate().round();
        }
        if (record instanceof CoordinatorRecord.Excluded excluded) {
            return "the exclusion of site " + excluded.site().value();
        }
        return record instanceof CoordinatorRecord.Ended ended ? "the end, " + ended.state() : "its beginning";
    }
}
