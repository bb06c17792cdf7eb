// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.data.csv;

import ch.randelshofer.fastdoubleparser.JavaDoubleParser;
import de.siegmar.fastcsv.reader.CsvParseException;
import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.CsvRecordHandler;
import de.siegmar.fastcsv.reader.FieldModifiers;
import io.hedgerow.core.data.DataException;
import io.hedgerow.core.data.VariableKind;
import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.internal.text.KeyNames;
import io.hedgerow.core.internal.text.Nearest;
import io.hedgerow.core.internal.text.NumberToken;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** The first line of a file: the separator, the number of fields of a line, and the place of each field in a row. */
final class CsvHeader {

    private static final int LONGEST_LIST = 20;

    /** More columns than any table that is learned from as a whole; a selection may be of so many. */
    private static final int MOST_FIELDS = 1 << 16;

    private final List<String> names;
    private final VariableSchema schema;
    private final char separator;
    private final int[] target;
    private final boolean present;
    /** Whether the file had a first line. */
    private final boolean ofLine;

    private final boolean[] keys;
    private final VariableKind.@Nullable Coding[] texts;
    private final KeyNames keyNames = new KeyNames();

    private CsvHeader(
            List<String> names,
            VariableSchema schema,
            char separator,
            int[] target,
            boolean present,
            boolean ofLine,
            boolean[] keys,
            VariableKind.@Nullable Coding[] texts) {
        this.texts = texts;
        this.names = List.copyOf(names);
        this.schema = schema;
        this.separator = separator;
        this.target = target;
        this.present = present;
        this.ofLine = ofLine;
        this.keys = keys;
    }

    static CsvHeader parse(String file, Optional<String> firstLine, CsvOptions options) {
        if (firstLine.isEmpty()) {
            return ofNoLines(file, options);
        }
        char separator = options.separator().resolve(firstLine.get()).character();
        List<String> fields = split(file, firstLine.get(), separator);
        if (options.header()) {
            refuseOtherLines(file, fields);
        }
        return of(file, fields, separator, options, options.header());
    }

    /**
     * Some programs write no names where there are no rows. Where every line is a record and their number may be
     * secret, a refusal would tell that there are none, so the columns are those that are wanted.
     */
    private static CsvHeader ofNoLines(String file, CsvOptions options) {
        if (!options.linesAreRecords() || !options.header() || options.columns().isEmpty()) {
            throw new DataException(file + ": must have a first line, is empty");
        }
        CsvOptions.CellFormat cells = options.cells();
        Set<String> wanted = new LinkedHashSet<>(options.columns());
        wanted.addAll(new TreeSet<>(cells.dropped()));
        wanted.addAll(new TreeSet<>(cells.texts().keySet()));
        Map<String, String> own = new HashMap<>();
        cells.renamed().forEach((inFile, name) -> own.put(name, inFile));
        List<String> fields =
                wanted.stream().map(name -> own.getOrDefault(name, name)).toList();
        return of(file, fields, ',', options, false);
    }

    /** Names of all columns as the options rename them; with {@code read} those of a file, which may be a record. */
    private static List<String> names(String file, List<String> fields, CsvOptions options, boolean read) {
        CsvOptions.CellFormat cells = options.cells();
        List<String> names = (options.header()
                        ? fields
                        : VariableSchema.numbered(fields.size()).names())
                .stream().map(name -> cells.renamed().getOrDefault(name, name)).toList();
        Set<String> all = new HashSet<>(names);
        cells.dropped().forEach(name -> requireColumn(file, name, all, names));
        cells.texts().keySet().forEach(name -> requireColumn(file, name, all, names));
        if (read && !cells.numericNames()) {
            refuseNumbers(file, names);
        }
        return names;
    }

    private static CsvHeader of(String file, List<String> fields, char separator, CsvOptions options, boolean read) {
        CsvOptions.CellFormat cells = options.cells();
        List<String> names = names(file, fields, options, read);
        Map<String, Integer> positions = new HashMap<>();
        List<String> available = new ArrayList<>();
        for (int c = 0; c < names.size(); c++) {
            String name = names.get(c);
            // A column that is not selected may have any name; row names of R and pandas come without one.
            boolean offered = !name.isBlank() && !cells.dropped().contains(name);
            if (offered) {
                available.add(name);
            }
            if (options.columns().isEmpty() ? offered : options.columns().contains(name)) {
                requireUsable(file, name, c, positions.get(name));
            }
            positions.put(name, c);
        }
        List<String> kept = options.columns().isEmpty() ? available : options.columns();
        if (kept.isEmpty()) {
            throw new DataException(
                    cells.dropped().isEmpty()
                            ? file + ", line 1: must name at least one column, all names are blank"
                            : file + ": must keep at least one column, all were dropped, or have no name");
        }
        Set<String> offered = new HashSet<>(available);
        int[] target = new int[names.size()];
        Arrays.fill(target, -1);
        VariableKind.@Nullable Coding[] texts = new VariableKind.Coding[names.size()];
        Map<String, VariableKind> kinds = new HashMap<>();
        for (int k = 0; k < kept.size(); k++) {
            requireColumn(file, kept.get(k), offered, available);
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
        boolean ofLine = read || !options.header();
        return new CsvHeader(
                names, new VariableSchema(kept).with(kinds), separator, target, options.header(), ofLine, keys, texts);
    }

    private static void requireColumn(String file, String name, Set<String> names, List<String> inOrder) {
        if (!names.contains(name)) {
            throw new DataException(file + ": " + complaint(name, inOrder));
        }
    }

    private static List<String> split(String file, String firstLine, char separator) {
        List<String> fields;
        try {
            fields = CsvReader.builder()
                    .fieldSeparator(separator)
                    .allowUnclosedQuote(false)
                    .ofSingleCsvRecord(
                            CsvRecordHandler.builder()
                                    .maxFields(firstLine.length() + 1)
                                    .maxFieldSize(firstLine.length() + 1)
                                    .maxRecordSize(firstLine.length() + 1)
                                    .fieldModifier(FieldModifiers.STRIP)
                                    .build(),
                            firstLine)
                    .getFields();
        } catch (CsvParseException e) {
            throw new DataException(
                    file + ", line 1: must be a line of fields with " + (separator == '\t' ? "a tab" : separator)
                            + " between them, has a quote that is not closed or text after a closing quote: a quote"
                            + " inside of quotes is written twice, and blanks separate no fields",
                    e);
        }
        if (fields.size() > MOST_FIELDS) {
            throw new DataException(file + ", line 1: must have at most " + MOST_FIELDS + " fields, has "
                    + fields.size() + ": write only the columns that are studied to the file");
        }
        return fields;
    }

    /** Lines that programs write before the names, which would otherwise be taken for them. */
    private static void refuseOtherLines(String file, List<String> fields) {
        String first = fields.get(0);
        if (first.toLowerCase(Locale.ROOT).startsWith("sep=")) {
            throw new DataException(
                    file + ", line 1: must name the columns, is Excel's line " + NumberToken.quote(first)
                            + " about separators: remove it, the separator is found in the line of names");
        }
        if (fields.size() == 1 && first.startsWith("#")) {
            throw new DataException(file + ", line 1: must name the columns, is the comment " + NumberToken.quote(first)
                    + ": remove the comments before the names");
        }
    }

    private static void requireUsable(String file, String name, int column, @Nullable Integer earlier) {
        if (name.indexOf('\uFFFD') >= 0 || name.indexOf('\0') >= 0) {
            throw new DataException(file + ", line 1, column " + (column + 1) + ": name must be UTF-8 text, was "
                    + NumberToken.quote(name) + ": save the file as UTF-8");
        }
        if (earlier != null) {
            throw new DataException(file + ", line 1: column names must be distinct, " + NumberToken.quote(name)
                    + " names columns " + (earlier + 1) + " and " + (column + 1));
        }
    }

    /**
     * Names are public. A record taken for a header would be published, so a line of mere numbers is refused, missing
     * ones among them.
     */
    private static void refuseNumbers(String file, List<String> names) {
        int met = 0;
        double first = Double.NaN;
        boolean consecutive = true;
        for (String name : names) {
            if (NumberToken.isMissing(name)) {
                continue;
            }
            try {
                double number = JavaDoubleParser.parseDouble(name);
                first = met == 0 ? number : first;
                consecutive &= number == first + met && number == Math.rint(number);
                met++;
            } catch (NumberFormatException e) {
                return;
            }
        }
        if (met > 0 && !consecutive) {
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

    /** The names of what is left out; a column without a name is called by its place. */
    List<String> unused() {
        return IntStream.range(0, fields())
                .filter(field -> target[field] < 0)
                .mapToObj(field -> names.get(field).isBlank() ? (field + 1) + " (unnamed)" : names.get(field))
                .toList();
    }

    /** Whether the first line ends with a separator, behind which nothing is named. */
    boolean endsBlank() {
        return names.get(fields() - 1).isBlank();
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

    /** Also whether both are of files with a first line: one that is cut to nothing is no file without rows. */
    boolean sameAs(CsvHeader other) {
        return names.equals(other.names) && separator == other.separator && ofLine == other.ofLine;
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
