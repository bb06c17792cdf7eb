package io.hedgerow.samples.operate;

import io.hedgerow.core.protocol.CoordinatorRecord;
import io.hedgerow.core.federation.Journal;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A journal from which one can see how the study ended, also before a restart. Not thread-safe. */
final class RememberedEnd implements Journal<CoordinatorRecord> {

    private final Journal<CoordinatorRecord> journal;
    private CoordinatorRecord.@Nullable Ended end;

    RememberedEnd(Journal<CoordinatorRecord> journal) {
        this.journal = journal;
    }

    Optional<CoordinatorRecord.Ended> end() {
        return Optional.ofNullable(end);
    }

    @Override
    public Optional<CoordinatorRecord> next() {
        Optional<CoordinatorRecord> record = journal.next();
        record.ifPresent(this::look);
        return record;
    }

    @Override
    public void append(CoordinatorRecord record) {
        journal.append(record);
        look(record);
    }

    private void look(CoordinatorRecord record) {
        if (record instanceof CoordinatorRecord.Ended ended) {
            end = ended;
        }
    }
}
