// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.ledger;

import io.hedgerow.core.internal.file.Directories;
import io.hedgerow.core.internal.file.FileReason;
import io.hedgerow.core.internal.file.PrivateFiles;
import io.hedgerow.core.privacy.DatasetIdentity;
import io.hedgerow.core.privacy.LedgerException;
import io.hedgerow.core.privacy.PolicyRefusedException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A copy of a ledger's last hash outside of its directory, by which a replaced, older directory is detected: the ledger
 * that is opened must hold the record of the anchor. It is written anew after every record and before anything is
 * opened for it, so released ⊆ anchored ⊆ recorded. The ledger's directory remembers where its anchor is, so that it is
 * required once it was ever given.
 *
 * <p>Restoring both the directory and the anchor is not noticed. For one thread at a time.
 */
final class LedgerAnchor {

    private static final String MEMORY = "hedgerow.ledger.anchor";
    private static final String ENDING = ".anchor";

    private final @Nullable Path file;
    private final @Nullable Path memory;
    private final Optional<String> hash;
    private final Optional<String> notice;
    private boolean remembered;

    private LedgerAnchor(
            @Nullable Path file,
            @Nullable Path memory,
            Optional<String> hash,
            Optional<String> notice,
            boolean remembered) {
        this.file = file;
        this.memory = memory;
        this.hash = hash;
        this.notice = notice;
        this.remembered = remembered;
    }

    /** An anchor that requires and keeps nothing. */
    static LedgerAnchor none() {
        return none(Optional.empty());
    }

    private static LedgerAnchor none(Optional<String> notice) {
        return new LedgerAnchor(null, null, Optional.empty(), notice, true);
    }

    /**
     * The anchor of a ledger. Changes nothing.
     *
     * @param directory the ledger's own
     * @param rule the requirement where none is given
     * @param anchors the directory of anchors that was given
     * @throws PolicyRefusedException when an anchor must be given and was not
     * @throws LedgerException when the anchor that was kept is not where it was, or cannot be read
     */
    static LedgerAnchor find(Path directory, SitePolicy.Anchors rule, Optional<Path> anchors, DatasetIdentity dataset) {
        Path memory = directory.resolve(MEMORY);
        Optional<Path> known = remembered(memory);
        if (anchors.isPresent()) {
            Path outside = Directories.requireOutside(anchors.get(), directory, "anchors");
            Path file = outside.resolve(name(dataset));
            if (known.isPresent() && Files.notExists(file)) {
                throw new LedgerException("ledger " + directory + " has its anchor in " + known.get() + ", and "
                        + (file.equals(known.get()) ? "it is missing" : outside + " has none of it")
                        + ": bring back the newest anchor that was kept" + withoutAnchor(directory));
            }
            return new LedgerAnchor(file, memory, read(file), Optional.empty(), known.equals(Optional.of(file)));
        }
        if (known.isPresent() && rule != SitePolicy.Anchors.OFF && Files.exists(known.get())) {
            return new LedgerAnchor(known.get(), memory, read(known.get()), Optional.empty(), true);
        }
        if (rule == SitePolicy.Anchors.REQUIRE) {
            throw new PolicyRefusedException("the policy of dataset " + dataset.value() + " requires an anchor, and "
                    + known.map(path -> "that of ledger " + directory + " is not in " + path)
                            .orElse("none was given")
                    + ": give --anchors DIR, a directory outside of the ledger's that is not restored with it"
                    + (known.isPresent() ? "; nothing was opened" + withoutAnchor(directory) : "; nothing was opened"));
        }
        return none(known.filter(path -> rule == SitePolicy.Anchors.WARN)
                .map(path -> "the anchor of ledger " + directory + " is not in " + path + ", so an older copy of the"
                        + " ledger's directory would not be noticed: give --anchors DIR"));
    }

    private static String withoutAnchor(Path directory) {
        return "; if it is lost, and the ledger holds a hash that was written down elsewhere, say so: ledger"
                + " acknowledge --ledger " + directory + " --anchor HASH; otherwise count the budget as spent";
    }

    /** One name for each data set, that every file system takes. */
    private static String name(DatasetIdentity dataset) {
        String plain = dataset.value().replaceAll("[^A-Za-z0-9._-]+", "-");
        return (plain.isEmpty() || plain.startsWith(".") ? "site" + plain : plain) + ENDING;
    }

    private static Optional<Path> remembered(Path memory) {
        try {
            return Files.exists(memory)
                    ? Optional.of(Path.of(Files.readString(memory).strip()))
                    : Optional.empty();
        } catch (IOException | IllegalArgumentException e) {
            throw new LedgerException(memory + " cannot be read, and only it says where the ledger's anchor is", e);
        }
    }

    private static Optional<String> read(Path file) {
        if (Files.notExists(file)) {
            return Optional.empty();
        }
        try {
            String hash = Files.readString(file).split(" ", 2)[0].strip();
            if (!hash.matches("[0-9a-f]{64}")) {
                throw new LedgerException("anchor " + file + " must begin with the hash of a record, does not: bring"
                        + " back the newest one that was kept");
            }
            return Optional.of(hash);
        } catch (IOException e) {
            throw new LedgerException("anchor " + file + " cannot be read: " + FileReason.of(e), e);
        }
    }

    /** Whether a directory's anchor is not where it was. */
    static boolean isLost(Path directory) {
        return remembered(directory.resolve(MEMORY)).filter(Files::notExists).isPresent();
    }

    /** Removes the note of where the anchor was, so that another one is begun. */
    static void forget(Path directory) throws IOException {
        Files.deleteIfExists(directory.resolve(MEMORY));
    }

    /** Whether there is a hash that the ledger must hold. */
    boolean isThere() {
        return hash.isPresent();
    }

    /** A notice for an operator; empty when the anchor was found, or none is required. */
    Optional<String> notice() {
        return notice;
    }

    /** Refuses to begin a ledger when one was anchored. */
    void requireNone(String where) {
        if (hash.isPresent()) {
            throw new LedgerTamperedException("ledger " + where + " is missing, and its anchor " + file
                    + " says that there was one: bring back the newest one, never an older copy; without it the"
                    + " budget counts as spent");
        }
    }

    /** Refuses a ledger without the record of the anchor. */
    void requireContinued(LedgerChain chain, String where) {
        if (hash.isPresent()
                && chain.entries().stream().noneMatch(entry -> entry.hash().equals(hash.get()))) {
            throw new LedgerTamperedException("ledger " + where + " does not continue from its anchor " + file
                    + ": it is an older copy, was cut or rewritten, or is another ledger of this data set; bring back"
                    + " the newest one, without it the budget counts as spent");
        }
    }

    /** Writes the anchor anew. When this returns it is on the disk. */
    void keep(LedgerEntry newest, DatasetIdentity dataset) {
        if (file == null || memory == null) {
            return;
        }
        String line = newest.hash() + " " + newest.sequence() + " " + dataset.value() + "\n";
        boolean interrupted = Thread.interrupted(); // it would close the file while it is written
        try {
            Directories.makePrivate(Objects.requireNonNull(file.getParent()));
            PrivateFiles.replaceOwn(file, line.getBytes(StandardCharsets.UTF_8));
            if (!remembered) {
                PrivateFiles.replaceOwn(memory, (file + "\n").getBytes(StandardCharsets.UTF_8));
                remembered = true;
            }
        } catch (IOException e) {
            throw LedgerException.unwritable(
                    "anchor " + file + " cannot be written, so nothing is opened; what was recorded stays recorded: "
                            + FileReason.of(e),
                    e);
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
