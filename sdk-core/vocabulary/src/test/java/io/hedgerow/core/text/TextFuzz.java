// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.text;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Consumer;

/**
 * Documents that are nearly good: a few changes of bytes, of what means something in YAML, and sometimes of the same
 * many times over.
 */
public final class TextFuzz {

    private static final List<String> PARTS = List.of(
            ":",
            ": ",
            "- ",
            "[",
            "]",
            "{",
            "}",
            ",",
            "&a ",
            "*a",
            "!!binary ",
            "!!x ",
            "? ",
            "|\n",
            ">\n",
            "\n",
            "\n  ",
            "\t",
            "\"",
            "'",
            "#",
            "---\n",
            "...\n",
            "%YAML 9.9\n",
            "<<: *a",
            "\u0000",
            "\u0085",
            "\u2028",
            "\ufeff",
            "\ud83d\ude00",
            "null",
            "~",
            "1e999",
            "-1e999",
            "NaN",
            ".inf",
            "-",
            "-0",
            "0x1F",
            "0o7",
            "1_000",
            "999999999999999999999",
            "true",
            "168h",
            "9223372036854775807s",
            "\\u0000",
            "\r\n",
            "[*a, *a, *a]",
            "{a: &a {",
            "name",
            "\u202e");
    private static final int LARGE = 20_000;

    private final SplittableRandom random;

    /** The same changes for the same seed. */
    public TextFuzz(long seed) {
        this.random = new SplittableRandom(seed);
    }

    /** A changed copy. */
    public byte[] next(byte[] good) {
        byte[] text = good;
        for (int edits = random.nextInt(1, 6); edits > 0; edits--) {
            text = edited(text);
        }
        return text;
    }

    private byte[] edited(byte[] text) {
        int from = random.nextInt(text.length + 1);
        int to = Math.min(text.length, from + random.nextInt(40));
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.write(text, 0, from);
        switch (random.nextInt(6)) {
            case 0 -> out.write(random.nextInt(256));
            case 1 -> out.write(text, from, to - from); // comes twice
            case 2 -> from = to; // is left out
            case 3 -> {
                byte[] part = part();
                int times = random.nextInt(100) == 0 ? random.nextInt(LARGE) : 1;
                for (int k = 0; k < times; k++) {
                    out.write(part, 0, part.length);
                }
            }
            default -> {
                byte[] part = part();
                out.write(part, 0, part.length);
                from = to; // is replaced
            }
        }
        out.write(text, from, text.length - from);
        return out.toByteArray();
    }

    private byte[] part() {
        return PARTS.get(random.nextInt(PARTS.size())).getBytes(StandardCharsets.UTF_8);
    }

    /**
     * Hands over many changed documents.
     *
     * @param good the document
     * @param cases how many
     * @param reader reads one; throws when it should not
     * @return by how many bytes the heap grew behind the first tenth, after collection
     */
    public long feed(byte[] good, int cases, Consumer<byte[]> reader) {
        for (int i = 0; i < cases / 10; i++) {
            reader.accept(next(good));
        }
        long before = heap();
        for (int i = cases / 10; i < cases; i++) {
            reader.accept(next(good));
        }
        return heap() - before;
    }

    private static long heap() {
        System.gc();
        return Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
    }
}
