// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.queue;

import com.fasterxml.jackson.databind.JsonNode;
import io.hedgerow.core.internal.file.FileReason;
import io.hedgerow.core.internal.file.PrivateFiles;
import io.hedgerow.core.internal.file.WriterLock;
import io.hedgerow.core.internal.text.PlainName;
import io.hedgerow.core.internal.text.Words;
import io.hedgerow.samples.output.JsonOutput;
import io.hedgerow.samples.queue.QueuedStudy.State;
import io.hedgerow.transport.identity.DocumentSignatures;
import io.hedgerow.transport.identity.IdentityException;
import io.hedgerow.transport.node.FilePermissions;
import io.hedgerow.transport.node.PlannedMethod;
import io.hedgerow.transport.node.SignedPlan;
import io.hedgerow.transport.study.StudyPlan;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A directory with a folder for each study: {@code study.yaml} with its signatures, {@code roster.yaml} where it has
 * secure aggregation, {@code state.json}, and {@code result} when it has ended. A folder appears complete or not at
 * all. The directory belongs to one account: anyone who may write to it may run studies. Commands and the process that
 * runs the studies may use it at a time.
 */
public final class StudyQueue {

    private static final String STATE = "state.json";
    private static final String CANCEL = "cancel";
    /** No study's name begins with a dot. */
    private static final String LOCK = ".lock";
    /** Files that a study is submitted with; signatures first, since a plan without them may be refused meanwhile. */
    private static final List<String> SUBMITTED = Stream.of(QueuedStudy.RULES, QueuedStudy.ROSTER, QueuedStudy.PLAN)
            .map(Path::of)
            .flatMap(file -> Stream.of(DocumentSignatures.beside(file), file))
            .map(Path::toString)
            .toList();

    private final Path directory;
    /** Studies that are over, which only {@link #submit} changes: there may be thousands, and they are listed often. */
    private final Map<String, Known> over = new HashMap<>();

    private record Known(FileTime written, QueuedStudy study) {}

    public StudyQueue(Path directory) {
        this.directory = directory;
    }

    /** Locks the queue for the one process that runs its studies. */
    WriterLock lock() throws IOException {
        FilePermissions.createDirectory(directory);
        try {
            return WriterLock.acquire(directory.resolve(LOCK));
        } catch (IOException e) {
            throw new IOException("the studies of " + directory + " cannot be run: " + FileReason.of(e), e);
        }
    }

    /** The studies in the order of their turns: those that run, those whose state cannot be read now, the others. */
    public synchronized List<QueuedStudy> list() throws IOException {
        if (Files.notExists(directory)) {
            return List.of();
        }
        List<QueuedStudy> found = new ArrayList<>();
        try (Stream<Path> folders = Files.list(directory)) {
            for (Path folder : folders.filter(Files::isDirectory).toList()) {
                String name = String.valueOf(folder.getFileName());
                if (PlainName.is(name) && isStudy(folder)) {
                    found.add(known(name, folder));
                }
            }
        }
        found.sort(QueuedStudy.TURN);
        return found;
    }

    /** A folder appears with its state, so one with a plan alone has lost it. */
    private static boolean isStudy(Path folder) {
        return !Files.notExists(folder.resolve(STATE)) || !Files.notExists(folder.resolve(QueuedStudy.PLAN));
    }

    private QueuedStudy known(String name, Path folder) {
        try {
            FileTime written = Files.getLastModifiedTime(folder.resolve(STATE));
            Known before = over.get(name);
            if (before != null && before.written().equals(written)) {
                return before.study();
            }
            QueuedStudy study = read(name, folder);
            if (!study.state().isOpen()) {
                over.put(name, new Known(written, study));
            }
            return study;
        } catch (IOException e) {
            return unreadable(name, folder, "cannot be read: " + FileReason.of(e));
        } catch (IllegalStateException | IllegalArgumentException e) {
            return unreadable(name, folder, Words.reason(e));
        }
    }

    private static QueuedStudy unreadable(String name, Path folder, String why) {
        String reason = folder.resolve(STATE) + ": " + why
                + "; it must be as hub or agent wrote it: put it back, or submit the study again with queue submit";
        return new QueuedStudy(name, folder, State.UNREADABLE, Instant.EPOCH, reason, false);
    }

    private static QueuedStudy read(String name, Path folder) throws IOException {
        boolean cancel = Files.exists(folder.resolve(CANCEL));
        JsonNode noted = JsonOutput.object(Files.readString(folder.resolve(STATE)));
        return new QueuedStudy(
                name,
                folder,
                state(noted.path("state").asText()),
                submitted(noted.path("submitted").asText()),
                noted.path("reason").asText(),
                cancel);
    }

    private static State state(String text) {
        List<State> known =
                Stream.of(State.values()).filter(one -> one != State.UNREADABLE).toList();
        return known.stream()
                .filter(one -> Words.dashed(one).equals(text))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("state must be one of "
                        + known.stream().map(Words::dashed).collect(Collectors.joining(", ")) + ", was \"" + text
                        + "\""));
    }

    private static Instant submitted(String text) {
        try {
            return Instant.parse(text);
        } catch (DateTimeException e) {
            throw new IllegalArgumentException(
                    "submitted must be a time such as 2026-01-01T00:00:00Z, was \"" + text + "\"", e);
        }
    }

    /**
     * Puts a study into the queue, or again one that has ended, failed or was cancelled: it goes on where it was, with
     * the signatures, the roster and the rules that are given now. One that waits or runs and whose plan or roster
     * cannot be read gets them in its place and keeps its turn. It keeps its rules where none are given, and so does
     * one whose state cannot be read.
     *
     * @param rules of a site for this study; empty for those that it has for all
     * @param most studies that may wait or run at a time
     * @throws IllegalArgumentException when there is another study of this name, or too many wait; nothing was done
     * @throws IdentityException when the plan of this study cannot be read any more, and the one that is given for it
     *     is not signed by the officers of its rules, or where there are no rules by any key; nothing was done
     */
    public QueuedStudy submit(Path plan, Optional<Path> roster, Optional<Path> rules, int most, InstantSource clock)
            throws IOException {
        FilePermissions.createDirectory(directory);
        Path staging = Files.createTempDirectory(directory, ".submitted-");
        try {
            copy(plan, staging, QueuedStudy.PLAN);
            Optional<Path> beside =
                    Optional.of(plan.resolveSibling(QueuedStudy.ROSTER)).filter(Files::exists);
            boolean masked = StudyPlan.read(plan).secureAggregation().isPresent();
            Optional<Path> named = roster.or(() -> masked ? beside : Optional.empty());
            if (named.isPresent()) {
                copy(named.get(), staging, QueuedStudy.ROSTER);
            }
            if (rules.isPresent()) {
                copyOne(rules.get(), staging.resolve(QueuedStudy.RULES));
            }
            SignedPlan signed = SignedPlan.read(
                    staging.resolve(QueuedStudy.PLAN), named.map(any -> staging.resolve(QueuedStudy.ROSTER)));
            if (isStudy(directory.resolve(signed.plan().name()))) {
                PlannedMethod.runnable(signed.plan()); // sites may have paid for it
            } else {
                PlannedMethod.checked(signed.plan());
            }
            return admitted(signed, staging, most, clock);
        } finally {
            remove(staging);
        }
    }

    private QueuedStudy admitted(SignedPlan signed, Path staging, int most, InstantSource clock) throws IOException {
        StudyPlan plan = signed.plan();
        Path folder = directory.resolve(plan.name());
        List<QueuedStudy> all = list();
        Optional<QueuedStudy> before = all.stream()
                .filter(one -> one.name().equalsIgnoreCase(plan.name()))
                .findFirst();
        if (before.isPresent()) {
            Resubmission.require(
                    before.get(),
                    signed,
                    Optional.of(staging.resolve(QueuedStudy.RULES)).filter(Files::exists));
            if (before.get().state().isOpen()) {
                replaceAll(staging, before.get());
                return before.get();
            }
        }
        long open = all.stream().filter(one -> one.state().isOpen()).count();
        if (open >= most) {
            throw new IllegalArgumentException("at most " + Words.count(most, "study")
                    + " may wait or run at a time, and " + open + " do: wait, or cancel one");
        }
        QueuedStudy queued = new QueuedStudy(plan.name(), folder, State.QUEUED, clock.instant(), "", false);
        if (before.isPresent()) {
            Files.deleteIfExists(folder.resolve(CANCEL));
            replaceAll(staging, before.get());
            over.remove(before.get().name());
            write(folder, queued);
        } else {
            write(staging, queued);
            Files.move(staging, folder, StandardCopyOption.ATOMIC_MOVE);
        }
        return queued;
    }

    /**
     * What was submitted before is gone, also where it has no successor: old rules or signatures must not govern. The
     * rules alone stay of a study that is not known to be over.
     */
    private static void replaceAll(Path staging, QueuedStudy before) throws IOException {
        boolean keepsRules = before.state().isOpen() || before.state() == State.UNREADABLE;
        for (String file : SUBMITTED) {
            Path submitted = staging.resolve(file);
            Path there = before.folder().resolve(file);
            if (Files.exists(submitted)) {
                Files.move(submitted, there, StandardCopyOption.REPLACE_EXISTING);
            } else if (!(keepsRules && file.equals(QueuedStudy.RULES))) {
                Files.deleteIfExists(there);
            }
        }
    }

    /** Asks for the end of a study that waits or runs; it may end by itself before that. */
    public void cancel(String name) throws IOException {
        QueuedStudy study = list().stream()
                .filter(one -> one.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("there must be a study " + name + " in " + directory
                        + ", is none: see which are there with queue list"));
        requireOpen(study);
        if (!study.cancelAsked()) {
            PrivateFiles.create(study.folder().resolve(CANCEL), new byte[0], true);
            QueuedStudy since = known(name, study.folder());
            if (!since.state().isOpen()) {
                Files.deleteIfExists(study.folder().resolve(CANCEL));
            }
            if (since.state() != State.CANCELLED) {
                requireOpen(since);
            }
        }
    }

    private static void requireOpen(QueuedStudy study) {
        if (study.state() == State.UNREADABLE) {
            throw new IllegalArgumentException(
                    "study " + study.name() + " must wait or run, which cannot be seen: " + study.reason());
        }
        if (!study.state().isOpen()) {
            throw new IllegalArgumentException(
                    "study " + study.name() + " must wait or run, is " + Words.dashed(study.state()) + ": it is over");
        }
    }

    /** Notes a study's state durably, when it is another one. */
    synchronized QueuedStudy note(QueuedStudy study, State state, String reason) throws IOException {
        over.remove(study.name());
        boolean cancel = study.cancelAsked() && study.state().isOpen() && state.isOpen();
        QueuedStudy noted = new QueuedStudy(study.name(), study.folder(), state, study.submitted(), reason, cancel);
        if (!study.state().isOpen()) {
            Files.deleteIfExists(study.folder().resolve(CANCEL)); // of an end before
        }
        if (!noted.equals(study)) {
            write(study.folder(), noted);
        }
        if (!state.isOpen()) {
            Files.deleteIfExists(study.folder().resolve(CANCEL)); // one that came too late is no cancel of the next run
        }
        return noted;
    }

    private static void write(Path folder, QueuedStudy study) throws IOException {
        Map<String, String> fields = new LinkedHashMap<>();
        fields.put("state", Words.dashed(study.state()));
        fields.put("submitted", study.submitted().toString());
        fields.put("reason", study.reason());
        PrivateFiles.replaceOwn(folder.resolve(STATE), JsonOutput.line(fields).getBytes(StandardCharsets.UTF_8));
    }

    private static void copy(Path file, Path folder, String name) throws IOException {
        copyOne(file, folder.resolve(name));
        Path signatures = DocumentSignatures.beside(file);
        if (Files.exists(signatures)) {
            copyOne(signatures, DocumentSignatures.beside(folder.resolve(name)));
        }
    }

    private static void copyOne(Path from, Path to) throws IOException {
        if (Files.size(from) > StudyPlan.LARGEST) {
            throw new IllegalArgumentException(
                    from + " must have at most " + StudyPlan.LARGEST + " bytes, has " + Files.size(from));
        }
        PrivateFiles.create(to, Files.readAllBytes(from), true);
    }

    private static void remove(Path staging) throws IOException {
        if (Files.exists(staging)) {
            try (Stream<Path> files = Files.list(staging)) {
                for (Path file : files.toList()) {
                    Files.delete(file);
                }
            }
            Files.delete(staging);
        }
    }
}
