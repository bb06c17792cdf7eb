// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.file;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.Objects;
import org.junit.jupiter.api.Assertions;

/** The bytes of a file as an earlier release wrote it: hexadecimal digits in a resource {@code golden/NAME.hex}. */
public final class GoldenFile {

    private static final int PER_LINE = 48;

    private final String hex;

    private GoldenFile(String hex) {
        this.hex = hex;
    }

    /** The resource beside a test's class. */
    public static GoldenFile of(Class<?> test, String name) throws IOException {
        String resource = "golden/" + name + ".hex";
        try (InputStream in = Objects.requireNonNull(test.getResourceAsStream(resource), resource)) {
            return new GoldenFile(new String(in.readAllBytes(), StandardCharsets.US_ASCII));
        }
    }

    /** Fails unless a file has these bytes and no others. */
    public void requireSame(Path file) throws IOException {
        requireSame(file.toString(), Files.readAllBytes(file));
    }

    /** Fails unless these are the bytes. */
    public void requireSame(String what, byte[] bytes) {
        Assertions.assertEquals(hex, hex(bytes), () -> what + " is not as earlier releases wrote it");
    }

    /** The bytes. */
    public byte[] bytes() {
        return HexFormat.of().parseHex(hex.replace("\n", ""));
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
