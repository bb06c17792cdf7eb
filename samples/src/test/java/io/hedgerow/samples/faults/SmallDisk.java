// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.faults;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.stream.Stream;

/** A small file system at a directory, which can be full for a while. Only the superuser of Linux can make one. */
final class SmallDisk implements AutoCloseable {

    private static final int MEBIBYTES = 4;

    private final Path directory;
    private final Path ballast;

    /** Makes it at a directory, which is made. */
    SmallDisk(Path directory) throws IOException, InterruptedException {
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
    static boolean isPossible() throws IOException, InterruptedException {
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

    /** Takes all room that is left. */
    void fill() throws IOException {
        try (OutputStream out = Files.newOutputStream(ballast, StandardOpenOption.CREATE, StandardOpenOption.APPEND)) {
            byte[] page = new byte[4096];
            for (int k = 0; k <= MEBIBYTES * 256; k++) {
                out.write(page);
            }
        } catch (IOException e) {
            // this is what full means
            return;
        }
        throw new IOException(directory + " does not become full");
    }

    /** There is room again. */
    void free() throws IOException {
        Files.deleteIfExists(ballast);
    }

    /** Unmounts it. What was in it is in the directory afterwards. */
    @Override
    public void close() throws IOException {
        free();
        Path kept = Files.createTempDirectory(directory.getParent(), "kept");
        move(directory, kept);
        try {
            if (!runs(List.of("umount", directory.toString()))) {
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
