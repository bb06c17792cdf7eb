// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.data.csv;

import io.hedgerow.core.data.DataException;
import io.hedgerow.core.internal.text.Utf16;
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
import java.util.Optional;
import java.util.zip.GZIPInputStream;
import org.jspecify.annotations.Nullable;

/**
 * Reads the bytes of a CSV file, plain or compressed: first its first line, then chunks of whole lines that can be
 * parsed independently. Not thread-safe.
 *
 * <p>A line break inside quotes does not end a record, and whether a byte is inside quotes depends on everything before
 * it. So chunks are cut only while the file shows no quote; from the first chunk with one, the rest comes as one text.
 * Where lines are records, every chunk is cut at an LF.
 */
final class CsvInput implements AutoCloseable {

    private static final int GZIP_FIRST = 0x1f;
    private static final int GZIP_SECOND = 0x8b;
    /** Bounds the memory that a file without line breaks can take. */
    private static final int LONGEST_LINE = 1 << 24;

    private final String file;
    private final InputStream in;
    private final int chunkBytes;
    private final boolean lines;
    private byte[] buffer;
    private int from;
    private int to;
    private int firstLineLength;
    private long linesBefore;
    private boolean rest;

    private CsvInput(String file, InputStream in, int chunkBytes, boolean lines) {
        this.lines = lines;
        this.file = file;
        this.in = in;
        this.chunkBytes = chunkBytes;
        this.buffer = new byte[chunkBytes];
    }

    /** With {@code lines}, every line is a record. */
    static CsvInput open(Path file, int chunkBytes, boolean lines) throws IOException {
        InputStream raw = Files.newInputStream(file);
        try {
            PushbackInputStream start = new PushbackInputStream(raw, 2);
            byte[] magic = start.readNBytes(2);
            start.unread(magic);
            boolean gzip = magic.length == 2 && (magic[0] & 0xff) == GZIP_FIRST && (magic[1] & 0xff) == GZIP_SECOND;
            return new CsvInput(file.toString(), gzip ? new GZIPInputStream(start, 1 << 16) : start, chunkBytes, lines);
        } catch (IOException | RuntimeException e) {
            raw.close();
            throw e;
        }
    }

    /** The first line that is not blank, up to a line break outside quotes; empty without one. Must be called first. */
    Optional<String> firstLine() throws IOException {
        fill();
        if (Utf16.is(buffer, from, to)) {
            throw new DataException(
                    file + ": must be UTF-8 text, is UTF-16: save it as UTF-8, which spreadsheets call CSV UTF-8");
        }
        skipByteOrderMark();
        boolean quoted = false;
        int at = from;
        while (at < to || (at = more(at)) < to) {
            byte b = buffer[at];
            quoted ^= b == '"' && !lines;
            if (lines && b != '\n' && at > from && buffer[at - 1] == '\r') {
                throw new DataException(
                        file + ", line 1: must end with LF, or with CR and LF, has a CR before something"
                                + " else: with a privacy budget every line is a record, so write the file with such"
                                + " ends of lines");
            }
            if (!quoted && (b == '\n' || (b == '\r' && !lines))) {
                if (!text(from, at).isBlank()) {
                    break;
                }
                linesBefore += b == '\n' ? 1 : 0;
                from = at + 1;
            }
            at++;
        }
        firstLineLength = at - from;
        String line = text(from, lines && at > from && buffer[at - 1] == '\r' ? at - 1 : at);
        return line.isBlank() ? Optional.empty() : Optional.of(line);
    }

    /** Goes past the first line's text; its line break stays, for line numbers, unless lines are records. */
    void skipFirstLine() {
        for (int at = from; at < from + firstLineLength; at++) {
            linesBefore += buffer[at] == '\n' ? 1 : 0;
        }
        from += firstLineLength;
        from += lines && from < to ? 1 : 0;
    }

    long linesBefore() {
        return linesBefore;
    }

    /**
     * The next whole lines; null at the end. Where lines are not records there is no quote in them, and it is null also
     * when the {@link #rest} must be read as one text.
     */
    @Nullable Chunk next() throws IOException {
        if (rest) {
            return null;
        }
        boolean ended = fill();
        while (lines && !ended && endOfLines() == from) {
            if (to - from > LONGEST_LINE) {
                return withoutLine();
            }
            grow();
            ended = fill();
        }
        int end = ended ? to : endOfLines();
        if (end == from || (!lines && hasQuote(from, end))) {
            rest = true;
            return null;
        }
        Chunk chunk = new Chunk(buffer, from, end - from, ended);
        int left = to - end;
        byte[] next = ended ? new byte[0] : new byte[room(Math.max(chunkBytes, 2 * left))];
        System.arraycopy(buffer, end, next, 0, left);
        buffer = next;
        from = 0;
        to = left;
        return chunk;
    }

    private int endOfLines() {
        int end = to;
        while (end > from && buffer[end - 1] != '\n') {
            end--;
        }
        return end;
    }

    /** Reads past a line that is too long; an empty one stands for it, which is a record as well. */
    private Chunk withoutLine() throws IOException {
        boolean ended = false;
        from = to;
        while (!ended && from == to) {
            from = 0;
            to = 0;
            ended = fill();
            while (from < to && buffer[from] != '\n') {
                from++;
            }
        }
        from += from < to ? 1 : 0;
        return new Chunk(new byte[] {'\n'}, 0, 1, false);
    }

    /** The rest that {@link #next} has not given out. */
    Reader rest() {
        InputStream start = new ByteArrayInputStream(buffer, from, to - from);
        return new InputStreamReader(new SequenceInputStream(start, in), StandardCharsets.UTF_8);
    }

    @Override
    public void close() throws IOException {
        in.close();
    }

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
        if (kept >= LONGEST_LINE) {
            throw new DataException(file + ", line 1: must have at most " + LONGEST_LINE + " bytes, has more: is there"
                    + (lines ? " an LF at its end?" : " a quote that is not closed?"));
        }
        grow();
        fill();
        return kept;
    }

    private void grow() {
        int kept = to - from;
        byte[] larger = new byte[room(Math.max(buffer.length, 2 * kept))];
        System.arraycopy(buffer, from, larger, 0, kept);
        buffer = larger;
        from = 0;
        to = kept;
    }

    /** Where lines are records the longest fits with its LF and no more: only a line decides whether it is too long. */
    private int room(int wanted) {
        return lines ? Math.min(wanted, LONGEST_LINE + 1) : wanted;
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

    @SuppressWarnings("ArrayRecordComponent") // given away, and never compared
    record Chunk(byte[] bytes, int from, int length, boolean last) {
        Reader text() {
            return new InputStreamReader(new ByteArrayInputStream(bytes, from, length), StandardCharsets.UTF_8);
        }
    }
}
