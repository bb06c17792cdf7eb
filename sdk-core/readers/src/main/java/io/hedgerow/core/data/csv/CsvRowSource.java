// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.data.csv;

import io.hedgerow.core.data.DataException;
import io.hedgerow.core.data.MissingValues;
import io.hedgerow.core.data.RowSource;
import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.data.csv.CsvOptions.CsvSeparator;
import io.hedgerow.core.internal.text.NumberToken;
import io.hedgerow.core.internal.text.Words;
import java.io.EOFException;
import java.io.IOException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import java.util.zip.ZipException;

/**
 * Reads the rows of a CSV file, plain or gzip-compressed (detected by its first bytes): every number is the double
 * nearest to its text, every defect ends the reading with one line that names file, line, column, text and what is
 * allowed.
 *
 * <p>With {@link MissingValues#AS_NAN} every line after the first is one row, whatever it holds, and what it holds
 * changes no other row: lines end with LF, before which one CR is left out, and with nothing else; quotes have power
 * within their line only; a line that is empty, has another number of fields, a quote that is not closed or more than
 * 16 MiB is a row of NaN. A first line with a CR inside is refused. If the last line does not end with LF, it is a row
 * unless it is empty.
 *
 * <p>Text is UTF-8, with or without a byte-order mark; lines end with LF or CRLF; fields may be quoted and then, unless
 * every line is a row, hold ends of lines; blanks around numbers and, unless every line is a row, empty lines are left
 * out. A cell is missing when it is empty, NA, NaN, null or ?, in any case; see {@link MissingValues}. Columns that are
 * not selected may hold anything, and {@link CsvOptions#withKeys} names those whose cells may be names. A column
 * without a name, as R and pandas write names of rows and spreadsheets write empty columns, is never selected;
 * {@link #omitted} says so.
 *
 * <p>Memory does not grow with the file, but for one entry for each name of a key. Numbers are parsed on the threads
 * that {@link CsvOptions#threads()} allows, which live during {@link #forEachRow} only; rows come on the calling
 * thread, in order. From the first quote after the header on, reading takes place on the calling thread alone, unless
 * every line is a row. An interrupt ends the reading and stays set.
 *
 * <p>Messages quote cells. They are for the site's own people and must not be sent anywhere. Thread-safe; each reading
 * opens the file anew. Not private.
 */
public final class CsvRowSource implements RowSource {

    private static final int HEADER_BYTES = 1 << 13;
    private static final int CHUNK_BYTES = 1 << 19;

    private final Path path;
    private final CsvOptions options;
    private final int chunkBytes;
    private final CsvHeader header;
    private volatile Omitted omitted;

    /** Takes a chunk size: tests make it so small that every boundary is met. */
    CsvRowSource(Path path, CsvOptions options, int chunkBytes) {
        this.path = path;
        this.options = options;
        this.chunkBytes = chunkBytes;
        this.header = readHeader();
        this.omitted = new Omitted(path.toString(), 0, 0, 0, Map.of(), header.unused(), List.of());
    }

    /**
     * A file with a header and no missing cells.
     *
     * @param path the file
     * @throws DataException when the first line cannot be read or does not name columns
     */
    public static CsvRowSource of(Path path) {
        return of(path, CsvOptions.defaults());
    }

    /**
     * A file read as the options say. Reads its first line and parses no record. An empty file has the selected columns
     * and no rows where cells without a number are {@link MissingValues#AS_NAN}: with a budget the number of rows may
     * be secret.
     *
     * @param path the file
     * @param options how to read it
     * @throws DataException when the first line cannot be read, does not name columns, or lacks a selected column
     */
    public static CsvRowSource of(Path path, CsvOptions options) {
        return new CsvRowSource(path, options, CHUNK_BYTES);
    }

    @Override
    public VariableSchema schema() {
        return header.schema();
    }

    @Override
    public String description() {
        return path.toString();
    }

    @Override
    public Optional<Path> file() {
        return Optional.of(path);
    }

    @Override
    public String keyText(double key) {
        return header.keyNames().name(key).orElseGet(() -> RowSource.super.keyText(key));
    }

    /** {@return the separator of fields: as the options say, or as the first line shows; never detecting} */
    public CsvSeparator separator() {
        return Stream.of(CsvSeparator.values())
                .filter(sign -> sign != CsvSeparator.DETECT && sign.character() == header.separator())
                .findFirst()
                .orElseThrow();
    }

    @Override
    public boolean keepsOrder() {
        return true;
    }

    @Override
    public Optional<String> reasonUnsafeForPrivacy() {
        return options.missingValues()
                .reasonUnsafeForPrivacy()
                .or(() -> options.header()
                        ? Optional.empty()
                        : Optional.of("the first record says how many fields a line has and what separates them, for"
                                + " all others: give the file a first line that names its columns"));
    }

    @Override
    public Omitted omitted() {
        return omitted;
    }

    @Override
    public void forEachRow(RowConsumer consumer) {
        try (CsvInput input = CsvInput.open(path, chunkBytes, options.linesAreRecords());
                CsvPipeline pipeline = new CsvPipeline(path.toString(), header, options)) {
            CsvHeader now = CsvHeader.parse(path.toString(), input.firstLine(), options);
            if (!now.sameAs(header)) {
                throw new DataException(
                        path + ", line 1: must stay as it was when the file was first opened, has changed");
            }
            if (options.header()) {
                input.skipFirstLine(); // of which there may be none
            }
            pipeline.read(input, consumer);
            omitted = pipeline.omitted();
        } catch (IOException e) {
            throw failure(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw interrupted(e);
        }
    }

    private CsvHeader readHeader() {
        if (Files.isDirectory(path)) {
            throw new DataException(path + ": must be a file, is a directory");
        }
        try (CsvInput input = CsvInput.open(path, HEADER_BYTES, options.linesAreRecords())) {
            return CsvHeader.parse(path.toString(), input.firstLine(), options);
        } catch (IOException e) {
            throw failure(e);
        }
    }

    private DataException failure(IOException e) {
        if (e instanceof ClosedByInterruptException) {
            return interrupted(e);
        }
        if (e instanceof NoSuchFileException) {
            return new DataException(path + ": must be a file, does not exist", e);
        }
        if (e instanceof AccessDeniedException) {
            return new DataException(path + ": must be readable, access was denied", e);
        }
        String reason = NumberToken.oneLine(Words.reason(e));
        if (e instanceof ZipException || e instanceof EOFException) {
            return new DataException(path + ": must be complete gzip data, is broken (" + reason + ")", e);
        }
        return new DataException(path + ": must be readable, reading failed (" + reason + ")", e);
    }

    private DataException interrupted(Exception cause) {
        return new DataException(path + ": reading was interrupted", cause);
    }

    @Override
    public String toString() {
        return "CsvRowSource[" + path + "]";
    }
}
