// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.queue;

import io.hedgerow.core.internal.text.Words;
import io.hedgerow.transport.identity.IdentityException;
import io.hedgerow.transport.node.SignedPlan;
import io.hedgerow.transport.study.StudyPlanException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Comparator;
import java.util.Optional;

/**
 * A study in a queue.
 *
 * @param name the study's name, and that of its folder
 * @param folder with its plan, roster, rules and result
 * @param submitted when it was put into the queue, by which it has its turn
 * @param reason why it is in its state, or what it waits for; empty when there is nothing to say
 * @param cancelAsked whether a stop was asked for
 */
public record QueuedStudy(
        String name, Path folder, State state, Instant submitted, String reason, boolean cancelAsked) {

    static final String PLAN = "study.yaml";
    static final String ROSTER = "roster.yaml";
    static final String RULES = "join.yaml";

    /** Those that were interrupted first, then in the order in which they came. */
    static final Comparator<QueuedStudy> TURN = Comparator.comparing((QueuedStudy one) -> one.state != State.RUNNING)
            .thenComparing(QueuedStudy::submitted)
            .thenComparing(QueuedStudy::name);

    public enum State {
        QUEUED,
        /** It runs, or ran when its process ended, and goes on with the next. */
        RUNNING,
        /** It has ended, with or without a result. */
        ENDED,
        /** It was stopped by an error; submitted again it goes on. */
        FAILED,
        /** It was stopped on request; submitted again it goes on. */
        CANCELLED,
        /** The file with its state cannot be read now, or is damaged; submitted again the study goes on. */
        UNREADABLE;

        /** Whether it will run without being submitted again. */
        public boolean isOpen() {
            return this == QUEUED || this == RUNNING;
        }
    }

    /**
     * The plan with its signatures and its roster.
     *
     * @throws StudyPlanException when one of these files cannot be read, also for a moment, or is damaged; it names the
     *     file and says what to do
     */
    public SignedPlan plan() {
        try {
            return SignedPlan.read(folder.resolve(PLAN));
        } catch (StudyPlanException | IdentityException e) {
            throw unreadable(Words.reason(e), e);
        } catch (IllegalArgumentException e) {
            throw unreadable(folder + ": " + Words.reason(e), e);
        }
    }

    private static StudyPlanException unreadable(String what, Exception cause) {
        return new StudyPlanException(
                what + "; it must be as it was signed: make it readable, or submit the study again with queue submit",
                cause);
    }

    /** The rules of a site for this study, where it has its own. */
    public Optional<Path> rules() {
        return Optional.of(folder.resolve(RULES)).filter(file -> !Files.notExists(file));
    }

    /**
     * The rules of a site for this study: its own, or those that the site has for all.
     *
     * @throws StudyPlanException when the study's files are away, so that its own rules may be away with them
     */
    public Path rules(Path ofAll) {
        Optional<Path> own = rules();
        Path plan = folder.resolve(PLAN);
        if (own.isEmpty() && !Files.exists(plan)) {
            throw unreadable(plan + ": cannot be read", new NoSuchFileException(plan.toString()));
        }
        return own.orElse(ofAll);
    }

    public Path result() {
        return folder.resolve("result");
    }
}
