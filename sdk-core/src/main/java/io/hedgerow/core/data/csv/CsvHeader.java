// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.data.csv;

import ch.randelshofer.fastdoubleparser.JavaDoubleParser;
import de.siegmar.fastcsv.reader.CsvParseException;
import de.siegmar.fastcsv.reader.CsvReader;
import io.hedgerow.core.data.DataException;
import io.hedgerow.core.data.VariableKind;
import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.internal.text.KeyNames;
import io.hedgerow.core.internal.text.Nearest;
import io.hedgerow.core.internal.text.NumberToken;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** The first line of a file: the separator, the number of fields of a line, and the place of each field in a row. */
final class CsvHeader {

    private static final int LONGEST_LIST = 20;

    private final List<String> names;
    private final VariableSchema schema;
    private final char separator;
    private final int[] target;
    private final boolean present;
    private final boolean[] keys;
    private final VariableKind.@Nullable Coding[] texts;
    private final KeyNames keyNames = new KeyNames();

    private CsvHeader(
            List<String> names,
            VariableSchema schema,
            char separator,
            int[] target,
            boolean present,
            boolean[] keys,
            VariableKind.@Nullable Coding[] texts) {
        this.texts = texts;
        this.names = List.copyOf(names);
        this.schema = schema;
        this.separator = separator;
        this.target = target;
        this.present = present;
        this.keys = keys;
    }

    static CsvHeader parse(String file, String firstLine, CsvOptions options) {
        char separator = options.separator().resolve(firstLine).character();
        List<String> fields = split(file, firstLine, separator);
        CsvOptions.CellFormat cells = options.cells();
        List<String> names = (options.header()
                        ? fields
                        : VariableSchema.numbered(fields.size()).names())
                .stream().map(name -> cells.renamed().getOrDefault(name, name)).toList();
        cells.dropped().forEach(name -> requireColumn(file, name, names));
        cells.texts().keySet().forEach(name -> requireColumn(file, name, names));
        Map<String, Integer> positions = new HashMap<>();
        for (int c = 0; c < names.size(); c++) {
            String name = names.get(c);
            // A column that is not selected may have any name; row names often come without one.
            boolean wanted = options.columns().isEmpty()
                    ? !cells.dropped().contains(name)
                    : options.columns().contains(name);
            if (wanted) {
                requireUsable(file, name, c, positions.get(name));
            }
            positions.put(name, c);
        }
        if (options.header() && !cells.numericNames()) {
            refuseNumbers(file, names);
        }
        List<String> available =
                names.stream().filter(name -> !cells.dropped().contains(name)).toList();
        List<String> kept = options.columns().isEmpty() ? available : options.columns();
        if (kept.isEmpty()) {
            throw new DataException(file + ": must keep at least one column, all were dropped");
        }
        int[] target = new int[names.size()];
        Arrays.fill(target, -1);
        VariableKind.@Nullable Coding[] texts = new VariableKind.Coding[names.size()];
        Map<String, VariableKind> kinds = new HashMap<>();
        for (int k = 0; k < kept.size(); k++) {
            requireColumn(file, kept.get(k), available);
            int position = Objects.requireNonNull(positions.get(kept.get(k)));
            target[position] = k;
            VariableKind.Coding coding = cells.texts().get(kept.get(k));
            texts[position] = coding;
            if (coding != null) {
                kinds.put(kept.get(k), coding.kind());
            }
        }
        boolean[] keys = new boolean[names.size()];
        for (int c = 0; c < keys.length; c++) {
            keys[c] = options.keys().contains(names.get(c));
        }
        return new CsvHeader(
                names, new VariableSchema(kept).with(kinds), separator, target, options.header(), keys, texts);
    }

    private static void requireColumn(String file, String name, List<String> names) {
        if (!names.contains(name)) {
            throw new DataException(file + ": " + complaint(name, names));
        }
    }

    private static List<String> split(String file, String firstLine, char separator) {
        List<String> fields = new ArrayList<>();
        try {
            CsvReader.builder()
                    .fieldSeparator(separator)
                    .allowUnclosedQuote(false)
                    .ofSingleCsvRecord(firstLine)
                    .getFields()
                    .forEach(field -> fields.add(field.strip()));
        } catch (CsvParseException e) {
            throw new DataException(
                    file + ", line 1: must be a line of separated fields, has a quote that does not match", e);
        }
        return fields;
    }

    private static void requireUsable(String file, String name, int column, @Nullable Integer earlier) {
        if (name.isBlank()) {
            throw new DataException(file + ", line 1, column " + (column + 1)
                    + ": must have a name, was blank: name it, or leave it out by selecting columns by name");
        }
        if (name.indexOf('\uFFFD') >= 0 || name.indexOf('\0') >= 0) {
            throw new DataException(file + ", line 1, column " + (column + 1) + ": name must be UTF-8 text, was "
                    + NumberToken.quote(name) + ": save the file as UTF-8");
        }
        if (earlier != null) {
            throw new DataException(file + ", line 1: column names must be distinct, " + NumberToken.quote(name)
                    + " names columns " + (earlier + 1) + " and " + (column + 1));
        }
    }

    /** Names are public. A record taken for a header would be published, so a line of mere numbers is refused. */
    private static void refuseNumbers(String file, List<String> names) {
        double first = Double.NaN;
        boolean consecutive = true;
        for (int c = 0; c < names.size(); c++) {
            try {
                double number = JavaDoubleParser.parseDouble(names.get(c));
                first = c == 0 ? number : first;
                consecutive &= number == first + c && number == Math.rint(number);
            } catch (NumberFormatException e) {
                return;
            }
        }
        if (!consecutive) {
            throw new DataException(file + ", line 1: must name the columns, holds numbers only:"
                    + " if it is a record, read the file with CsvOptions.withoutHeader(); if these are"
                    + " names, with CellFormat.numericNames");
        }
    }

    int fields() {
        return names.size();
    }

    VariableSchema schema() {
        return schema;
    }

    String name(int field) {
        return names.get(field);
    }

    /** Position in a row of a field of a line, or −1 when it is left out. */
    int position(int field) {
        return target[field];
    }

    /** The coding of the texts of a field, or null when the field is a number. */
    VariableKind.@Nullable Coding coding(int field) {
        return texts[field];
    }

    List<String> unused() {
        return IntStream.range(0, fields())
                .filter(field -> target[field] < 0)
                .mapToObj(names::get)
                .toList();
    }

    boolean isKey(int field) {
        return keys[field];
    }

    KeyNames keyNames() {
        return keyNames;
    }

    char separator() {
        return separator;
    }

    boolean present() {
        return present;
    }

    boolean sameAs(CsvHeader other) {
        return names.equals(other.names) && separator == other.separator;
    }

    /** Lists the columns that there are, and the one that was probably meant. */
    private static String complaint(String wanted, List<String> available) {
        String list =
                available.stream().limit(LONGEST_LIST).map(NumberToken::oneLine).collect(Collectors.joining(", "));
        String more = available.size() > LONGEST_LIST ? ", and " + (available.size() - LONGEST_LIST) + " more" : "";
        return "has no column " + NumberToken.quote(wanted)
                + Nearest.to(wanted, available)
                        .map(name -> ", did you mean " + NumberToken.quote(name) + "?")
                        .orElse("")
                + " (columns: " + list
                + more
                + ")";
    }
}
