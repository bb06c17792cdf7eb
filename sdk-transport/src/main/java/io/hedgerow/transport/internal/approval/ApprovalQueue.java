// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.transport.internal.approval;

import io.hedgerow.core.internal.file.FileReason;
import io.hedgerow.core.internal.file.PrivateFiles;
import io.hedgerow.core.internal.text.Words;
import io.hedgerow.core.internal.yaml.YamlDocument;
import io.hedgerow.core.internal.yaml.YamlNode;
import io.hedgerow.core.internal.yaml.YamlProblem;
import io.hedgerow.transport.internal.approval.EgressApproval.EgressDecision;
import io.hedgerow.transport.internal.approval.EgressApproval.EgressDecision.Outcome;
import io.hedgerow.transport.internal.approval.EgressApproval.EgressMessage;
import io.hedgerow.transport.internal.file.PlanText;
import io.hedgerow.transport.study.StudyPlanException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A file-based queue of messages that wait for a person's approval: {@code pending/ID.yaml} is a message,
 * {@code decided/ID.yaml} the decision. A decision is made once, survives restarts, and stays as a record. Anyone who
 * may write to the directory may decide, so it belongs to the site's own account. Safe for several threads and
 * processes.
 */
public final class ApprovalQueue {

    private static final int LARGEST = 4096;

    private final Path pending;
    private final Path decided;

    public record Waiting(String id, EgressMessage message) {}

    public ApprovalQueue(Path directory) {
        pending = directory.resolve("pending");
        decided = directory.resolve("decided");
    }

    /** The waiting messages, by study, round and type. */
    public List<Waiting> waiting() {
        if (!Files.isDirectory(pending)) {
            return List.of();
        }
        try (Stream<Path> files = Files.list(pending)) {
            List<Waiting> waiting = new ArrayList<>();
            for (Path file : files.filter(one -> one.toString().endsWith(".yaml"))
                    .sorted()
                    .toList()) {
                read(file).ifPresent(message -> waiting.add(new Waiting(message.id(), message)));
            }
            waiting.sort(java.util.Comparator.comparing(
                            (Waiting one) -> one.message().study())
                    .thenComparing(one -> one.message().round())
                    .thenComparing(one -> one.message().type()));
            return waiting;
        } catch (IOException e) {
            throw new UncheckedIOException(new IOException(pending + ": " + FileReason.of(e), e));
        }
    }

    /** Empty when the file went while the folder was read. */
    private static Optional<EgressMessage> read(Path file) {
        if (!Files.exists(file)) {
            return Optional.empty();
        }
        try {
            YamlNode root = YamlDocument.parse(file.toString(), YamlDocument.bytes(file, LARGEST));
            root.requireOnly("study", "round", "type", "bytes", "sha256", "peer", "ledgerRecord");
            String record = root.required("ledgerRecord").text("a hash, or none");
            return Optional.of(root.checked(() -> new EgressMessage(
                    root.required("study").text("a name"),
                    root.required("round").whole(0, Integer.MAX_VALUE),
                    root.required("type").text("a word"),
                    Long.parseLong(root.required("bytes").matching("[0-9]{1,18}", "a whole number")),
                    root.required("sha256").text("64 hexadecimal digits"),
                    root.required("peer").text("a name"),
                    record.equals("none") ? Optional.empty() : Optional.of(record))));
        } catch (YamlProblem e) {
            throw new StudyPlanException(e.text(), e);
        }
    }

    /**
     * Decides about a waiting message, finally.
     *
     * @param id of the message: all of it, or enough of its first digits to be the only one, at least 8
     * @throws IllegalArgumentException when no such message waits, more than one does, or it was decided already
     */
    public EgressMessage decide(String id, EgressDecision decision) {
        if (decision.outcome() == Outcome.TIMED_OUT) {
            throw new IllegalArgumentException("a person must approve or refuse, did neither");
        }
        if (!id.matches("[0-9a-f]{8,64}")) {
            throw new IllegalArgumentException(
                    "an id must be 8 to 64 lower-case hexadecimal digits, was \"" + id + "\"");
        }
        List<Waiting> found =
                waiting().stream().filter(one -> one.id().startsWith(id)).toList();
        if (found.size() != 1) {
            throw new IllegalArgumentException(
                    "id " + id + " must be of one waiting message, was of " + found.size() + ": see which are waiting");
        }
        Waiting message = found.get(0);
        try {
            PrivateFiles.create(file(decided, message.id()), text(decision).getBytes(StandardCharsets.UTF_8), true);
            return message.message();
        } catch (FileAlreadyExistsException e) {
            throw new IllegalArgumentException("message " + message.id() + " was decided already, as "
                    + decision(message.id()).map(EgressDecision::outcome).orElse(Outcome.REFUSED));
        } catch (IOException e) {
            throw new UncheckedIOException(new IOException(decided + ": " + FileReason.of(e), e));
        }
    }

    private static String text(EgressDecision decision) {
        return "outcome: " + Words.dashed(decision.outcome()) + "\nreason: " + PlanText.quoted(decision.reason())
                + "\n";
    }

    Optional<EgressDecision> decision(String id) {
        Path file = file(decided, id);
        if (!Files.exists(file)) {
            return Optional.empty();
        }
        try {
            YamlNode root = YamlDocument.parse(file.toString(), YamlDocument.bytes(file, LARGEST));
            root.requireOnly("outcome", "reason");
            boolean approved = root.required("outcome")
                    .matching("approved|refused", "approved or refused")
                    .equals("approved");
            String reason = root.required("reason").text("one line");
            return Optional.of(
                    root.checked(() -> new EgressDecision(approved ? Outcome.APPROVED : Outcome.REFUSED, reason)));
        } catch (YamlProblem e) {
            throw new StudyPlanException(e.text(), e);
        }
    }

    void add(EgressMessage message) {
        try {
            PrivateFiles.create(file(pending, message.id()), message.text().getBytes(StandardCharsets.UTF_8), true);
        } catch (FileAlreadyExistsException e) {
            return; // it waits already, from before a restart
        } catch (IOException e) {
            throw new UncheckedIOException(new IOException(pending + ": " + FileReason.of(e), e));
        }
    }

    void remove(EgressMessage message) {
        try {
            Files.deleteIfExists(file(pending, message.id()));
        } catch (IOException e) {
            throw new UncheckedIOException(new IOException(pending + ": " + FileReason.of(e), e));
        }
    }

    private static Path file(Path folder, String id) {
        return folder.resolve(id + ".yaml");
    }
}
