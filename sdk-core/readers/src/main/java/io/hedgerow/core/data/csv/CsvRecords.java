// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.data.csv;

import de.siegmar.fastcsv.reader.AbstractBaseCsvCallbackHandler;
import de.siegmar.fastcsv.reader.CsvParseException;
import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.FieldMismatchStrategy;
import io.hedgerow.core.data.MissingValues;
import io.hedgerow.core.data.RowSource;
import io.hedgerow.core.data.VariableKind;
import io.hedgerow.core.internal.columns.EndingCoding;
import io.hedgerow.core.internal.text.KeyNames;
import io.hedgerow.core.internal.text.NumberToken;
import io.hedgerow.core.internal.text.Words;
import java.io.IOException;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.Iterator;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Turns text into rows until the first problem, NaN where a cell is missing, skipping empty lines; or by
 * {@link CsvLines}. Not thread-safe.
 */
final class CsvRecords extends AbstractBaseCsvCallbackHandler<Boolean> {

    private static final String NOT_CSV = "must be a line of separated fields, has a quoted field that is not closed or"
            + " has text after its closing quote: a quote inside of quotes is written twice";

    /** The most characters of a field. */
    private static final int LONGEST_FIELD = 1 << 24;

    private static final String TOO_LONG = "must have at most " + LONGEST_FIELD + " characters in a field, has more:"
            + " shorten it, or look for a quote before it that is not closed";

    private final CsvHeader header;
    private final MissingValues policy;
    private final CsvOptions.CellFormat format;
    private final RowSource.RowConsumer sink;
    private final double[] cells;
    private boolean empty;
    private long begun;
    private long lines;
    private @Nullable String problem;

    CsvRecords(CsvHeader header, CsvOptions options, RowSource.RowConsumer sink) {
        this.header = header;
        this.policy = options.missingValues();
        this.format = options.cells();
        this.sink = sink;
        this.cells = new double[header.schema().size()];
    }

    /** Reads a text, from the start of a line, to its end or the first problem: the message after "line n", or null. */
    @Nullable String read(Reader text) throws IOException {
        CsvReader<Boolean> reader = CsvReader.builder()
                .fieldSeparator(header.separator())
                .skipEmptyLines(false)
                .extraFieldStrategy(FieldMismatchStrategy.IGNORE)
                .missingFieldStrategy(FieldMismatchStrategy.IGNORE)
                .allowUnclosedQuote(false)
                .maxBufferSize(LONGEST_FIELD)
                .build(this, text);
        Iterator<Boolean> records = reader.iterator();
        while (hasNext(records)) {
            boolean row = records.next();
            if (problem != null) {
                return problem;
            }
            if (row) {
                sink.accept(cells);
            }
        }
        return problem;
    }

    /** Keeps the failures of reading apart from those of the sink. */
    private boolean hasNext(Iterator<Boolean> records) throws IOException {
        try {
            return records.hasNext();
        } catch (UncheckedIOException e) {
            throw Objects.requireNonNull(e.getCause());
        } catch (CsvParseException e) {
            if (e.getCause() instanceof Error error) {
                throw error;
            }
            int field = getFieldCount();
            boolean tooLong = Words.reason(e).contains("maximum buffer size");
            problem = (field < header.fields() ? ", column " + NumberToken.quote(header.name(field)) : "") + ": "
                    + (tooLong ? TOO_LONG : NOT_CSV);
            lines = begun;
            return false;
        }
    }

    /** The line on which the last record began, counted from 1: all lines of a text without quotes. */
    long lines() {
        return lines;
    }

    @Override
    protected void handleBegin(long startingLineNumber) {
        begun = startingLineNumber;
        empty = false;
    }

    @Override
    protected void handleEmpty() {
        empty = true;
    }

    @Override
    protected void handleField(int field, char[] text, int offset, int length, boolean quoted) {
        field(field, text, offset, length);
    }

    void field(int field, char[] text, int offset, int length) {
        if (field >= header.fields()) {
            return;
        }
        int position = header.position(field);
        if (position < 0) {
            return;
        }
        VariableKind.Coding coding = header.coding(field);
        if (coding instanceof EndingCoding ending && ending.hasEnded()) {
            cells[position] = 0;
            return;
        }
        if (coding != null) {
            String cell = new String(text, offset, length);
            cells[position] = format.isMissing(cell) ? Double.NaN : coding.code(cell);
            if (Double.isNaN(cells[position]) && policy != MissingValues.AS_NAN) {
                noNumber(field, cell);
            }
            return;
        }
        double value = number(text, offset, length);
        if (header.isKey(field) && !isStatedMissing(text, offset, length)) {
            value = header.keyNames().number(value, text, offset, length);
        }
        cells[position] = value;
        if (Double.isNaN(value) && policy != MissingValues.AS_NAN) {
            noNumber(field, new String(text, offset, length));
        }
    }

    /** The number, or NaN when there is none, or the cell is one of the texts that mean a missing one. */
    private double number(char[] text, int offset, int length) {
        if (isStatedMissing(text, offset, length)) {
            return Double.NaN;
        }
        if (!format.decimalComma()) {
            return NumberToken.parse(text, offset, length);
        }
        char[] pointed = Arrays.copyOfRange(text, offset, offset + length);
        for (int at = 0; at < length; at++) {
            if (pointed[at] == '.') {
                return Double.NaN; // 1.500 would be read as another number than it may be
            }
            pointed[at] = pointed[at] == ',' ? '.' : pointed[at];
        }
        return NumberToken.parse(pointed, 0, length);
    }

    private boolean isStatedMissing(char[] text, int offset, int length) {
        return !format.missing().isEmpty() && format.isMissing(new String(text, offset, length));
    }

    private void noNumber(int field, String token) {
        boolean stated = format.isMissing(token);
        boolean passes = policy == MissingValues.SKIP_ROW || (policy == MissingValues.USE && !header.isKey(field));
        boolean missing = stated || NumberToken.isMissing(token);
        if (problem == null && !(passes && missing)) {
            problem = ", column " + NumberToken.quote(header.name(field)) + ": " + complaint(field, token, stated);
        }
    }

    private String complaint(int field, String token, boolean stated) {
        if (header.isKey(field)) {
            return KeyNames.complaint(token);
        }
        VariableKind.Coding coding = header.coding(field);
        if (coding != null && !stated) {
            return coding.complaint(token);
        }
        return stated ? NumberToken.missing(token) : NumberToken.complaint(token, format.decimalComma());
    }

    /** Ends a line that is a record by itself; one with another number of fields is a row of NaN. */
    void endLine(int fields) {
        if (fields != header.fields()) {
            Arrays.fill(cells, Double.NaN);
        }
        sink.accept(cells);
    }

    @Override
    protected Boolean buildRecord() {
        // Not at the beginning: the tokeniser also begins a record behind the last line break.
        lines = begun;
        if (empty) {
            return false;
        }
        int fields = getFieldCount();
        if (fields != header.fields()) {
            // Cells of such a line are in the wrong columns: what they hold is not the problem to report.
            problem = ": must have " + Words.count(header.fields(), "field") + ", as the "
                    + (header.present() ? "header" : "first line") + " has, has " + fields
                    + hint(fields - header.fields());
        }
        return true;
    }

    /** Two forms in which all lines differ from the first by one field. */
    private String hint(int more) {
        if (!header.present()) {
            return "";
        }
        if (more == 1) {
            return ": correct the line; if all lines begin with the name of a row, as those of R's write.table do,"
                    + " begin the header with a name for it";
        }
        return more == -1 && header.endsBlank() ? ": take the separator at the end of the header away" : "";
    }
}
