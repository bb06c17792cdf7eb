// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.transport.node.internal;

import io.hedgerow.core.federation.Journal;
import io.hedgerow.core.federation.JournalException;
import io.hedgerow.core.federation.UnwritableFileException;
import io.hedgerow.core.internal.file.FileReason;
import io.hedgerow.core.internal.file.PrivateFiles;
import io.hedgerow.transport.study.StudyPlan;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Binds a journal to one signed plan. A journal itself names the study that follows from a plan, which leaves things
 * out, such as the network rule. The plan's digest is in a file beside it, durable before the first record is; a
 * journal with records and another digest, or none, is refused before its first record is used. Not thread-safe.
 *
 * @param <R> the records
 */
public final class PlanBoundJournal<R> implements Journal<R> {

    private final Journal<R> journal;
    private final Path file;
    private final Path mark;
    private final StudyPlan plan;
    private boolean looked;
    private boolean unmarked;

    public PlanBoundJournal(Journal<R> journal, Path file, StudyPlan plan) {
        this.journal = journal;
        this.file = file;
        this.mark = file.resolveSibling(plan.name() + ".plan");
        this.plan = plan;
    }

    @Override
    public Optional<R> next() {
        Optional<R> record = journal.next();
        if (!looked) {
            looked = true;
            unmarked = record.isEmpty();
            if (record.isPresent()) {
                requireSame();
            }
        }
        return record;
    }

    @Override
    public void append(R record) {
        if (unmarked) {
            replace(mark, plan.digest() + "\n");
            unmarked = false;
        }
        journal.append(record);
    }

    private void requireSame() {
        String today = plan.digest().toString();
        if (!Files.exists(mark)) {
            throw new JournalException("journal " + file
                    + " was begun by a release that did not note its plan: go on with"
                    + " that release; or, if you are sure that it is of today's plan, write " + today + " to " + mark);
        }
        String begun;
        try {
            begun = Files.readString(mark, StandardCharsets.US_ASCII).strip();
        } catch (IOException e) {
            throw new JournalException("file " + mark + " cannot be read: " + FileReason.of(e), e);
        }
        if (!begun.equals(today)) {
            throw new JournalException("journal " + file + " is of plan " + begun + ", the plan file is " + today
                    + ": bring back the plan as it was, or have the changed one signed under another name, "
                    + "for it is another study");
        }
    }

    static void replace(Path file, String text) {
        try {
            PrivateFiles.replaceOwn(file, text.getBytes(StandardCharsets.US_ASCII));
        } catch (IOException e) {
            throw new UnwritableFileException("file " + file + " cannot be written: " + FileReason.of(e), e);
        }
    }
}
