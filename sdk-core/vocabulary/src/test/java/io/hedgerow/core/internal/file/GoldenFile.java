// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.file;

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assertions;

/**
 * The bytes of a file as a release wrote it: hexadecimal digits in a resource {@code golden/RELEASE/NAME.hex} beside a
 * test's class. Every build reads those of all releases, and writes those of the newest one, byte for byte. With
 * {@code -Dgolden.add=RELEASE} a test writes what that folder lacks, and never over what it has.
 */
public final class GoldenFile {

    private static final int PER_LINE = 48;
    private static final String FOLDER = "golden";
    private static final String ADD = "golden.add";

    private final Path source;
    private final Optional<String> hex;

    private GoldenFile(Path source, Optional<String> hex) {
        this.source = source;
        this.hex = hex;
    }

    /** What the newest release that has such a file wrote; this build must write the same. */
    public static GoldenFile of(Class<?> test, String name) throws IOException {
        List<GoldenFile> all = ofAllReleases(test, name);
        if (all.isEmpty() && System.getProperty(ADD) != null) {
            return new GoldenFile(source(test, System.getProperty(ADD), name), Optional.empty());
        }
        Assertions.assertFalse(
                all.isEmpty(),
                () -> "no release has " + name + " beside " + test.getName() + "; write it with -D" + ADD + "=RELEASE");
        return all.get(all.size() - 1);
    }

    /** What each release wrote that has such a file, the oldest first; this build must read all of them. */
    public static List<GoldenFile> ofAllReleases(Class<?> test, String name) throws IOException {
        List<GoldenFile> all = new ArrayList<>();
        for (String release : releases(test)) {
            if (test.getResource(FOLDER + "/" + release + "/" + name + ".hex") != null) {
                all.add(of(test, release, name));
            }
        }
        return all;
    }

    /** What one release wrote; files that belong together are of the same release. */
    public static GoldenFile of(Class<?> test, String release, String name) throws IOException {
        try (InputStream in = test.getResourceAsStream(FOLDER + "/" + release + "/" + name + ".hex")) {
            byte[] hex = Objects.requireNonNull(in, () -> "release " + release + " has no " + name)
                    .readAllBytes();
            return new GoldenFile(source(test, release, name), Optional.of(new String(hex, StandardCharsets.US_ASCII)));
        }
    }

    /** The releases that have a folder beside a test, the oldest first. */
    public static List<String> releases(Class<?> test) throws IOException {
        URL folder = test.getResource(FOLDER);
        if (folder == null) {
            return List.of();
        }
        try (Stream<Path> folders = Files.list(Path.of(URI.create(folder.toString())))) {
            return folders.filter(Files::isDirectory)
                    .map(path -> Objects.toString(path.getFileName()))
                    .sorted(Comparator.comparing(GoldenFile::numbers, Arrays::compare))
                    .toList();
        }
    }

    /** 0.10 comes after 0.9. */
    private static int[] numbers(String release) {
        return Stream.of(release.split("\\.", -1)).mapToInt(Integer::parseInt).toArray();
    }

    private static Path source(Class<?> test, String release, String name) {
        return Path.of("src/test/resources", test.getPackageName().replace('.', '/'), FOLDER, release, name + ".hex");
    }

    /** Whether this run is to write it: what holds fresh randomness is made once, and read from then on. */
    public boolean isMissing() {
        return hex.isEmpty();
    }

    /** Fails unless a file has these bytes and no others. */
    public void requireSame(Path file) throws IOException {
        requireSame(file.toString(), Files.readAllBytes(file));
    }

    /** Fails unless these are the bytes. */
    public void requireSame(String what, byte[] bytes) throws IOException {
        if (hex.isEmpty()) {
            Files.createDirectories(source.toAbsolutePath().getParent());
            Files.writeString(source, hex(bytes));
            return;
        }
        Assertions.assertEquals(hex.get(), hex(bytes), () -> what + " is not as " + source + " has it");
    }

    /** The bytes. */
    public byte[] bytes() {
        return HexFormat.of().parseHex(hex.orElseThrow().replace("\n", ""));
    }

    /** Puts the bytes where a program will look for them. */
    public void writeTo(Path file) throws IOException {
        Files.createDirectories(file.toAbsolutePath().getParent());
        Files.write(file, bytes());
    }

    /** Digits in lines that a person can compare. */
    static String hex(byte[] bytes) {
        StringBuilder text = new StringBuilder();
        for (int at = 0; at < bytes.length; at += PER_LINE) {
            text.append(HexFormat.of().formatHex(bytes, at, Math.min(bytes.length, at + PER_LINE)))
                    .append('\n');
        }
        return text.toString();
    }
}
