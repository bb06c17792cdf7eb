// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.transport.internal.file;

import io.hedgerow.core.federation.JournalException;
import io.hedgerow.core.internal.file.Sha256;
import io.hedgerow.core.internal.protocol.DamagedJournalException;
import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.function.Consumer;

/**
 * An append-only, hash-chained file of JSON lines: a line ends with {@code "previous":"…","hash":"…"}}, where hash is
 * SHA-256 of everything before {@code ,"hash"} in the line, and previous the hash of the line before. Any tool that
 * reads lines of JSON reads them. An incomplete last line was never acknowledged and is cut; any other change is
 * refused; whole lines cut off the end are found only by someone who kept a hash. For one thread at a time.
 */
public final class ChainedLines implements Closeable {

    private static final String PREVIOUS = ",\"previous\":\"";
    private static final String HASH = "\",\"hash\":\"";
    private static final String END = "\"}\n";
    private static final int DIGITS = 64;
    private static final int CHUNK = 1 << 16;

    private final JournalFile file;
    private String head;
    private long lines;

    private ChainedLines(JournalFile file, String head) {
        this.file = file;
        this.head = head;
    }

    /**
     * Opens or makes a file and gives every complete line, without its end, to the reader.
     *
     * @param kind the file's kind with a version; ASCII without quotes
     */
    public static ChainedLines open(Path path, String kind, Consumer<String> reader) {
        byte[] header = ("{\"file\":\"" + kind + "\"}\n").getBytes(StandardCharsets.US_ASCII);
        ChainedLines opened = new ChainedLines(JournalFile.open(path, header), Sha256.hex(header));
        try {
            opened.readAll(header.length, reader);
        } catch (RuntimeException e) {
            opened.close();
            throw e;
        }
        return opened;
    }

    private void readAll(long from, Consumer<String> reader) {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        long start = from;
        for (long at = from; at < file.length(); ) {
            byte[] chunk = file.read(at, (int) Math.min(CHUNK, file.length() - at));
            at += chunk.length;
            int first = 0;
            for (int k = 0; k < chunk.length; k++) {
                if (chunk[k] == '\n') {
                    line.write(chunk, first, k + 1 - first);
                    first = k + 1;
                    start += line.size();
                    accept(line.toByteArray(), reader);
                    line.reset();
                }
            }
            line.write(chunk, first, chunk.length - first);
        }
        if (line.size() > 0) {
            file.cut(start);
        }
    }

    private void accept(byte[] bytes, Consumer<String> reader) {
        String line = new String(bytes, StandardCharsets.UTF_8);
        int end = line.length() - END.length() - DIGITS;
        int hash = end - HASH.length();
        int previous = hash - DIGITS - PREVIOUS.length();
        if (previous < 0
                || !line.endsWith(END)
                || !line.startsWith(HASH, hash)
                || !line.startsWith(PREVIOUS + head, previous)) {
            throw changed();
        }
        String expected = Sha256.hex(line.substring(0, hash + 1).getBytes(StandardCharsets.UTF_8));
        if (!line.startsWith(expected, end)) {
            throw changed();
        }
        head = expected;
        lines++;
        reader.accept(line.substring(0, line.length() - 1));
    }

    private JournalException changed() {
        return new DamagedJournalException("file " + file.path() + " was changed or damaged: line " + (lines + 2)
                + " does not follow the one before; bring back the file as it was");
    }

    public void append(String fields) {
        if (fields.indexOf('\n') >= 0 || !fields.startsWith("{\"")) {
            throw new IllegalArgumentException("a line must be the beginning of a JSON object and have no line feed");
        }
        String hashed = fields + PREVIOUS + head + "\"";
        String hash = Sha256.hex(hashed.getBytes(StandardCharsets.UTF_8));
        file.append((hashed + HASH.substring(1) + hash + END).getBytes(StandardCharsets.UTF_8));
        head = hash;
        lines++;
    }

    public String head() {
        return head;
    }

    @Override
    public void close() {
        file.close();
    }
}
