// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.output;

import io.hedgerow.core.internal.file.FileReason;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Writes a set of result files to a directory atomically. Files are written to a hidden directory beside the results;
 * {@link #commit} moves them. Closing without a commit leaves everything as it was, directories that had to be created
 * included; so does the end of the process by Ctrl-C or SIGTERM.
 *
 * <p>A file of the same name is replaced; other files in the directory stay. Should a move fail, the moves before it
 * are undone. A process that ends without any notice (SIGKILL, power) leaves between two moves old and new files, each
 * of them complete, and the hidden directory, which goes with the next result here. For one thread, besides the one
 * that ends the process.
 */
public final class OutputDirectory implements AutoCloseable {

    private final Path target;
    private final boolean existed;
    private final StagingDirectory staging;
    /** Directories made for the staging directory, the outermost first. */
    private final List<Path> made;

    private final Thread atExit = new Thread(this::closeAtExit, "hedgerow-output-cleanup");
    private final List<String> names = new ArrayList<>();
    /** Files of an earlier result that this one does not have. */
    private final List<String> outdated = new ArrayList<>();

    private boolean committed;
    private boolean closed;

    private OutputDirectory(Path target, boolean existed, StagingDirectory staging, List<Path> made) {
        this.target = target;
        this.existed = existed;
        this.staging = staging;
        this.made = made;
    }

    /** Checks that the directory can be written, before anything expensive is computed. */
    public static OutputDirectory prepare(Path target) throws IOException {
        Path absolute = target.toAbsolutePath().normalize();
        boolean existed = Files.isDirectory(absolute);
        // Staging shares the file system with the target: inside of it, as it may be a mount point, or beside it.
        Path home = existed || absolute.getParent() == null ? absolute : absolute.getParent();
        List<Path> made = missing(home);
        try {
            if (!existed && Files.exists(absolute, LinkOption.NOFOLLOW_LINKS)) {
                throw new IOException("exists and is not a directory");
            }
            Files.createDirectories(home);
            StagingDirectory staging = StagingDirectory.create(home);
            OutputDirectory prepared = new OutputDirectory(absolute, existed, staging, made);
            Runtime.getRuntime().addShutdownHook(prepared.atExit);
            return prepared;
        } catch (IOException e) {
            IOException failure = new IOException("cannot write to directory " + target + ": " + reason(e), e);
            remove(made, failure);
            throw failure;
        }
    }

    private static String reason(IOException thrown) {
        return thrown instanceof FileAlreadyExistsException ? "exists and is not a directory" : FileReason.of(thrown);
    }

    private static List<Path> missing(Path directory) {
        Deque<Path> missing = new ArrayDeque<>();
        for (Path p = directory; p != null && Files.notExists(p); p = p.getParent()) {
            missing.push(p);
        }
        return List.copyOf(missing);
    }

    /** Removes the directories that are empty, the innermost first. */
    private static void remove(List<Path> directories, IOException failure) {
        for (int k = directories.size() - 1; k >= 0; k--) {
            try {
                Files.deleteIfExists(directories.get(k));
            } catch (DirectoryNotEmptyException e) {
                return; // another process uses it by now
            } catch (IOException e) {
                failure.addSuppressed(e);
            }
        }
    }

    public static void writeAlone(Path file, Content content) throws IOException {
        Path name = file.getFileName();
        Path parent = file.toAbsolutePath().getParent();
        if (name == null || parent == null) {
            throw new IllegalArgumentException("--out must be a file, was " + file);
        }
        try (OutputDirectory directory = prepare(parent)) {
            directory.write(name.toString(), content);
            directory.commit();
        }
    }

    public void write(String name, String text) throws IOException {
        write(name, file -> Files.writeString(file, text, StandardCharsets.UTF_8));
    }

    public void write(String name, Content content) throws IOException {
        requirePlain(name);
        add(name, content);
    }

    /** Says that this result has no such file, so that one of an earlier result here goes when this one appears. */
    public void leaveOut(String name) {
        requirePlain(name);
        outdated.add(name);
    }

    /** Adds a text file in a directory below this one, which is made when it is missing. */
    public void writeIn(String folder, String name, String text) throws IOException {
        requirePlain(folder);
        requirePlain(name);
        add(folder + "/" + name, file -> Files.writeString(file, text, StandardCharsets.UTF_8));
    }

    private static void requirePlain(String name) {
        if (name.isEmpty() || name.startsWith(".") || name.contains("/") || name.contains("\\")) {
            throw new IllegalArgumentException(
                    "name must be a file name without a directory or a leading dot, was \"" + name + "\"");
        }
    }

    /** Staging has no directories: of a name with one, its position stands for it. */
    private Path staged(String name) {
        int place = names.contains(name) ? names.indexOf(name) : names.size();
        return staging.path().resolve(name.contains("/") ? StagingDirectory.BELOW + place : name);
    }

    private void add(String name, Content content) throws IOException {
        if (names.contains(name)) {
            throw new IllegalStateException("file " + name + " was already written");
        }
        try {
            content.writeTo(staged(name));
        } catch (IOException e) {
            throw new IOException("cannot write " + target.resolve(name) + ": " + FileReason.of(e), e);
        }
        names.add(name);
    }

    /** Makes the files appear; if they cannot be moved, the directory is as before. */
    public synchronized List<Path> commit() throws IOException {
        if (closed) {
            throw new IllegalStateException("the output directory is closed");
        }
        Deque<Move> done = new ArrayDeque<>();
        try {
            if (!existed) {
                Files.createDirectories(target);
            }
            for (String name : names) {
                done.push(move(name));
            }
            for (String name : outdated) {
                takeAway(name).ifPresent(done::push);
            }
        } catch (IOException e) {
            IOException failure = new IOException("cannot write results to " + target + ": " + FileReason.of(e), e);
            undo(done, failure);
            throw failure;
        }
        committed = true;
        return names.stream().map(target::resolve).toList();
    }

    private Move move(String name) throws IOException {
        Path to = target.resolve(name);
        Path folder = to.getParent();
        Path saved = null;
        Path added = folder == null || Files.exists(folder) ? null : Files.createDirectory(folder);
        if (Files.isDirectory(to)) {
            throw new IOException(name + " is a directory");
        }
        if (Files.exists(to)) {
            saved = staging.path().resolve(StagingDirectory.OLD + staged(name).getFileName());
            Files.move(to, saved, StandardCopyOption.ATOMIC_MOVE);
        }
        try {
            Files.move(staged(name), to, StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException e) {
            undo(new ArrayDeque<>(List.of(new Move(to, saved, added))), e);
            throw e;
        }
        return new Move(to, saved, added);
    }

    private Optional<Move> takeAway(String name) throws IOException {
        Path old = target.resolve(name);
        if (!Files.isRegularFile(old, LinkOption.NOFOLLOW_LINKS)) {
            return Optional.empty();
        }
        Path saved = staging.path().resolve(StagingDirectory.OLD + name);
        Files.move(old, saved, StandardCopyOption.ATOMIC_MOVE);
        return Optional.of(new Move(old, saved, null));
    }

    private void undo(Deque<Move> done, IOException failure) {
        try {
            for (Move move : done) {
                Files.deleteIfExists(move.to());
                if (move.saved() != null) {
                    Files.move(move.saved(), move.to(), StandardCopyOption.ATOMIC_MOVE);
                }
                if (move.folder() != null) {
                    Files.deleteIfExists(move.folder());
                }
            }
            if (!existed) {
                Files.deleteIfExists(target);
            }
        } catch (IOException e) {
            failure.addSuppressed(e);
        }
    }

    @Override
    public void close() throws IOException {
        discard();
        try {
            Runtime.getRuntime().removeShutdownHook(atExit);
        } catch (IllegalStateException e) {
            // The process is ending; the hook finds nothing left to do.
        }
    }

    private synchronized void discard() throws IOException {
        if (closed) {
            return;
        }
        closed = true;
        staging.remove();
        if (!committed) {
            IOException failure = new IOException("cannot remove the directories that were made for " + target);
            remove(made, failure);
            if (failure.getSuppressed().length > 0) {
                throw failure;
            }
        }
    }

    private void closeAtExit() {
        try {
            discard();
        } catch (IOException e) {
            // No one is left to be told; the next result here removes the hidden directory.
        }
    }

    @FunctionalInterface
    public interface Content {
        void writeTo(Path file) throws IOException;
    }

    /** A file moved into place, with what is needed to undo the move. */
    private record Move(
            Path to, @Nullable Path saved, @Nullable Path folder) {}
}
