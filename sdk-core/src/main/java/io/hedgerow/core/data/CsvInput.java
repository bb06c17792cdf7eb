// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.data;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.PushbackInputStream;
import java.io.Reader;
import java.io.SequenceInputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.GZIPInputStream;
import org.jspecify.annotations.Nullable;

/**
 * The bytes of a CSV file, plain or compressed: first its first line, then chunks of whole lines that can be parsed
 * independently of one another. Not thread-safe.
 *
 * <p>A line break inside quotes does not end a record, and whether a byte is inside quotes depends on everything before
 * it. So chunks are cut only while the file shows no quote; from the first chunk with one, the rest comes as one text.
 */
final class CsvInput implements AutoCloseable {

    private static final int GZIP_FIRST = 0x1f;
    private static final int GZIP_SECOND = 0x8b;
    /** Bounds the memory that a file without line breaks can take. */
    private static final int LONGEST_FIRST_LINE = 1 << 24;

    private final String file;
    private final InputStream in;
    private final int chunkBytes;
    private byte[] buffer;
    private int from;
    private int to;
    private int firstLineLength;
    private long linesBefore;
    private boolean rest;

    private CsvInput(String file, InputStream in, int chunkBytes) {
        this.file = file;
        this.in = in;
        this.chunkBytes = chunkBytes;
        this.buffer = new byte[chunkBytes];
    }

    static CsvInput open(Path file, int chunkBytes) throws IOException {
        InputStream raw = Files.newInputStream(file);
        try {
            PushbackInputStream start = new PushbackInputStream(raw, 2);
            byte[] magic = start.readNBytes(2);
            start.unread(magic);
            boolean gzip = magic.length == 2 && (magic[0] & 0xff) == GZIP_FIRST && (magic[1] & 0xff) == GZIP_SECOND;
            return new CsvInput(file.toString(), gzip ? new GZIPInputStream(start, 1 << 16) : start, chunkBytes);
        } catch (IOException | RuntimeException e) {
            raw.close();
            throw e;
        }
    }

    /** The first line that is not blank, up to a line break outside quotes. Must be called first. */
    String firstLine() throws IOException {
        fill();
        skipByteOrderMark();
        boolean quoted = false;
        int at = from;
        while (at < to || (at = more(at)) < to) {
            byte b = buffer[at];
            quoted ^= b == '"';
            if (!quoted && (b == '\n' || b == '\r')) {
                if (!text(from, at).isBlank()) {
                    break;
                }
                linesBefore += b == '\n' ? 1 : 0;
                from = at + 1;
            }
            at++;
        }
        firstLineLength = at - from;
        String line = text(from, at);
        if (line.isBlank()) {
            throw new DataException(file + ": must have a first line, is empty");
        }
        return line;
    }

    /**
     * Goes past the first line's text. Its line break stays, as an empty line that readers leave out, so that the line
     * numbers of what follows are right.
     */
    void skipFirstLine() {
        for (int at = from; at < from + firstLineLength; at++) {
            linesBefore += buffer[at] == '\n' ? 1 : 0;
        }
        from += firstLineLength;
    }

    /** Lines before the first chunk. */
    long linesBefore() {
        return linesBefore;
    }

    /** The next whole lines, without any quote; null at the end and when the {@link #rest} must be read as one text. */
    @Nullable Chunk next() throws IOException {
        if (rest) {
            return null;
        }
        boolean ended = fill();
        int end = to;
        while (!ended && end > from && buffer[end - 1] != '\n') {
            end--;
        }
        if (end == from || hasQuote(from, end)) {
            rest = true;
            return null;
        }
        Chunk chunk = new Chunk(buffer, from, end - from, ended);
        int left = to - end;
        byte[] next = ended ? new byte[0] : new byte[Math.max(chunkBytes, 2 * left)];
        System.arraycopy(buffer, end, next, 0, left);
        buffer = next;
        from = 0;
        to = left;
        return chunk;
    }

    /** What {@link #next} has not given out. */
    Reader rest() {
        InputStream start = new ByteArrayInputStream(buffer, from, to - from);
        return new InputStreamReader(new SequenceInputStream(start, in), StandardCharsets.UTF_8);
    }

    @Override
    public void close() throws IOException {
        in.close();
    }

    /** Fills the buffer; true when the file ends in it. */
    private boolean fill() throws IOException {
        to += in.readNBytes(buffer, to, buffer.length - to);
        return to < buffer.length || buffer.length == 0;
    }

    /** Reads beyond a full buffer, which may move the bytes; the new place of the byte at the end. */
    private int more(int at) throws IOException {
        if (to < buffer.length) {
            return at;
        }
        int kept = to - from;
        if (kept >= LONGEST_FIRST_LINE) {
            throw new DataException(file + ", line 1: must have at most " + LONGEST_FIRST_LINE
                    + " bytes, has more: is there a quote that is not closed?");
        }
        byte[] larger = new byte[Math.max(buffer.length, 2 * kept)];
        System.arraycopy(buffer, from, larger, 0, kept);
        buffer = larger;
        from = 0;
        to = kept;
        fill();
        return kept;
    }

    private String text(int start, int end) {
        return new String(buffer, start, end - start, StandardCharsets.UTF_8);
    }

    private void skipByteOrderMark() {
        boolean mark = to - from >= 3
                && (buffer[from] & 0xff) == 0xef
                && (buffer[from + 1] & 0xff) == 0xbb
                && (buffer[from + 2] & 0xff) == 0xbf;
        from += mark ? 3 : 0;
    }

    private boolean hasQuote(int start, int end) {
        // A search for one byte in a string is vectorised by the platform; a loop over the array is not.
        return new String(buffer, start, end - start, StandardCharsets.ISO_8859_1).indexOf('"') >= 0;
    }

    /** Whole lines without quotes. */
    @SuppressWarnings("ArrayRecordComponent") // given away, and compared by nobody
    record Chunk(byte[] bytes, int from, int length, boolean last) {
        Reader text() {
            return new InputStreamReader(new ByteArrayInputStream(bytes, from, length), StandardCharsets.UTF_8);
        }
    }
}
