// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.faults;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.stream.Stream;

/** A small file system at a directory, which can be full for a while. Only the superuser of Linux can make one. */
public final class SmallDisk implements AutoCloseable {

    private static final int MEBIBYTES = 4;
    private static final int PAGE = 4096;

    private final Path directory;
    private final Path ballast;

    /** Makes it at a directory, which is made. */
    public SmallDisk(Path directory) throws IOException, InterruptedException {
        this.directory = directory.toAbsolutePath();
        this.ballast = this.directory.resolve("ballast");
        Files.createDirectories(this.directory);
        if (!runs(List.of(
                "mount",
                "-t",
                "tmpfs",
                "-o",
                "mode=0700,size=" + MEBIBYTES + "m",
                "tmpfs",
                this.directory.toString()))) {
            throw new IOException("no file system can be mounted at " + directory);
        }
    }

    /** Whether one can be made here. */
    public static boolean isPossible() throws IOException, InterruptedException {
        if (!"root".equals(System.getProperty("user.name")) || !Files.isDirectory(Path.of("/proc/self"))) {
            return false;
        }
        Path directory = Files.createTempDirectory("small-disk");
        try (SmallDisk tried = new SmallDisk(directory)) {
            return Files.isDirectory(tried.directory);
        } catch (IOException e) {
            return false;
        } finally {
            Files.deleteIfExists(directory);
        }
    }

    /**
     * Takes the room that is left.
     *
     * @param pages which it leaves: with one, the first file that grows beyond a page can do so, and the second cannot
     */
    public void fill(int pages) throws IOException {
        boolean full = false;
        try (FileChannel out = FileChannel.open(ballast, StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
            while (!full) {
                out.position(out.size());
                full = !takes(out, ByteBuffer.allocate(PAGE));
            }
            out.truncate(Math.max(0, out.size() - (long) pages * PAGE));
        }
    }

    private static boolean takes(FileChannel out, ByteBuffer page) {
        try {
            out.write(page);
            return !page.hasRemaining();
        } catch (IOException e) {
            // this is what full means
            return false;
        }
    }

    /** There is room again. */
    public void free() throws IOException {
        Files.deleteIfExists(ballast);
    }

    /** Unmounts it. What was in it is in the directory afterwards. */
    @Override
    public void close() throws IOException {
        free();
        Path kept = Files.createTempDirectory(directory.getParent(), "kept");
        move(directory, kept);
        try {
            if (!runs(List.of("umount", "-l", directory.toString()))) {
                throw new IOException(directory + " could not be unmounted");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException(directory + " was not unmounted", e);
        }
        move(kept, directory);
        Files.delete(kept);
    }

    private static void move(Path from, Path to) throws IOException {
        try (Stream<Path> files = Files.walk(from)) {
            for (Path file : files.filter(one -> !one.equals(from)).toList()) {
                Path target = to.resolve(from.relativize(file).toString());
                if (Files.isDirectory(file)) {
                    Files.createDirectories(target);
                } else {
                    Files.copy(file, target);
                }
            }
        }
        try (Stream<Path> files = Files.walk(from)) {
            for (Path file : files.filter(one -> !one.equals(from))
                    .sorted((one, other) -> other.compareTo(one))
                    .toList()) {
                Files.delete(file);
            }
        }
    }

    private static boolean runs(List<String> command) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        return process.waitFor() == 0;
    }
}
