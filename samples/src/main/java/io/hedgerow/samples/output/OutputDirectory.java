package io.hedgerow.samples.output;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A set of result files that appears in a directory complete or not at all. Files are written to a hidden directory
 * beside the results; {@link #commit} moves them. Closing without a commit leaves the target as it was.
 *
 * <p>A file of the same name is replaced; other files in the directory stay. Should a move fail, the moves before it are
 * undone. A process that is killed between two moves leaves old and new files, each of them complete, and the hidden
 * directory. Not thread-safe.
 */
public final class OutputDirectory implements AutoCloseable {

    private final Path target;
    private final boolean existed;
    private final Path staging;
    private final List<String> names = new ArrayList<>();

    private OutputDirectory(Path target, boolean existed, Path staging) {
        this.target = target;
        this.existed = existed;
        this.staging = staging;
    }

    /**
     * Checks that the directory can be written, before anything expensive is computed.
     *
     * @param target need not exist
     * @return to be closed
     * @throws IOException when the target is a file or cannot be written
     */
    public static OutputDirectory prepare(Path target) throws IOException {
        Path absolute = target.toAbsolutePath().normalize();
        boolean existed = Files.isDirectory(absolute);
        // Staging shares the file system with the target: inside of it, as it may be a mount point, or beside it.
        Path home = existed || absolute.getParent() == null ? absolute : absolute.getParent();
        try {
            if (!existed && Files.exists(absolute)) {
                throw new IOException("exists and is not a directory");
            }
            Files.createDirectories(home);
            return new OutputDirectory(absolute, existed, Files.createTempDirectory(home, ".hedgerow-partial-"));
        } catch (IOException e) {
            throw new IOException("cannot write to directory " + target + ": " + FileProblem.reason(e), e);
        }
    }

    /**
     * Adds a text file.
     *
     * @param name a plain file name
     * @param text its content, written as UTF-8
     * @throws IOException when it cannot be written
     */
    public void write(String name, String text) throws IOException {
        write(name, file -> Files.writeString(file, text, StandardCharsets.UTF_8));
    }

    /**
     * Adds a file.
     *
     * @param name a plain file name
     * @param content writes it
     * @throws IOException when it cannot be written
     */
    public void write(String name, Content content) throws IOException {
        if (name.isEmpty() || name.startsWith(".") || name.contains("/") || name.contains("\\")) {
            throw new IllegalArgumentException(
                    "name must be a file name without a directory or a leading dot, was \"" + name + "\"");
        }
        if (names.contains(name)) {
            throw new IllegalStateException("file " + name + " was already written");
        }
        try {
            content.writeTo(staging.resolve(name));
        } catch (IOException e) {
            throw new IOException("cannot write " + target.resolve(name) + ": " + FileProblem.reason(e), e);
        }
        names.add(name);
    }

    /**
     * Makes the files appear.
     *
     * @return their paths, in the order of writing
     * @throws IOException when they could not be moved; the directory is as before
     */
    public List<Path> commit() throws IOException {
        Deque<Move> done = new ArrayDeque<>();
        try {
            if (!existed) {
                Files.createDirectories(target);
            }
            for (String name : names) {
                done.push(move(name));
            }
        } catch (IOException e) {
            IOException failure =
                    new IOException("cannot write results to " + target + ": " + FileProblem.reason(e), e);
            undo(done, failure);
            throw failure;
        }
        return names.stream().map(target::resolve).toList();
    }

    private Move move(String name) throws IOException {
        Path to = target.resolve(name);
        Path saved = null;
        if (Files.isDirectory(to)) {
            throw new IOException(name + " is a directory");
        }
        if (Files.exists(to)) {
            saved = staging.resolve(".old-" + name);
            Files.move(to, saved, StandardCopyOption.ATOMIC_MOVE);
        }
        try {
            Files.move(staging.resolve(name), to, StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException e) {
            undo(new ArrayDeque<>(List.of(new Move(to, saved))), e);
            throw e;
        }
        return new Move(to, saved);
    }

    private void undo(Deque<Move> done, IOException failure) {
        try {
            for (Move move : done) {
                Files.deleteIfExists(move.to());
                if (move.saved() != null) {
                    Files.move(move.saved(), move.to(), StandardCopyOption.ATOMIC_MOVE);
                }
            }
            if (!existed) {
                Files.deleteIfExists(target);
            }
        } catch (IOException e) {
            failure.addSuppressed(e);
        }
    }

    /** Removes what was not committed. */
    @Override
    public void close() throws IOException {
        if (!Files.exists(staging)) {
            return;
        }
        try (DirectoryStream<Path> files = Files.newDirectoryStream(staging)) {
            for (Path file : files) {
                Files.delete(file);
            }
        }
        Files.delete(staging);
    }

    /** Writes the content of a file. */
    @FunctionalInterface
    public interface Content {
        /**
         * Writes it.
         *
         * @param file where; does not exist yet
         * @throws IOException when it cannot be written
         */
        void writeTo(Path file) throws IOException;
    }

    private record Move(Path to, @Nullable Path saved) {}
}
