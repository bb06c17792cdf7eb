// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.learn.sites;

import io.hedgerow.core.data.MissingValues;
import io.hedgerow.core.data.RowSource;
import io.hedgerow.core.data.csv.CsvOptions;
import io.hedgerow.core.data.csv.CsvOptions.CellFormat;
import io.hedgerow.core.data.csv.CsvOptions.CsvSeparator;
import io.hedgerow.samples.source.SourceFile;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options that say how a CSV file is written. */
public final class FormatOptions {

    /** More are no categories but names. */
    private static final int MOST_LEVELS = 50;

    /** The options of a site, which has no others to choose columns: the plan names them. */
    public static final String NAMES = "--delimiter --decimal-comma --missing-text --categories --header";

    private static final Map<String, CsvSeparator> DELIMITERS = Map.of(
            ",", CsvSeparator.COMMA,
            ";", CsvSeparator.SEMICOLON,
            "|", CsvSeparator.PIPE,
            "\t", CsvSeparator.TAB,
            "comma", CsvSeparator.COMMA,
            "semicolon", CsvSeparator.SEMICOLON,
            "pipe", CsvSeparator.PIPE,
            "tab", CsvSeparator.TAB);

    @Option(
            names = "--delimiter",
            paramLabel = "CHAR",
            description = "What separates fields: ',' ';' '|' or tab. Unless given, it is what the first line "
                    + "has: a tab, else a semicolon, else a comma.")
    private @Nullable String delimiter;

    @Option(names = "--decimal-comma", description = "1,5 is one and a half. Cells with a point are then refused.")
    private boolean decimalComma;

    @Option(
            names = "--missing-text",
            split = ",",
            paramLabel = "TEXT",
            description = "Texts that also stand for a missing cell, such as '.', N/A, - or -999. An empty cell, "
                    + "NA, NaN, null and ? always do, in any case.")
    private List<String> missingTexts = new ArrayList<>();

    @Option(
            names = "--categories",
            split = ",",
            paramLabel = "COLUMN=LEVEL|LEVEL|...",
            description = "Columns of k levels, each replaced by k - 1 columns COLUMN=LEVEL of 0 and 1; the "
                    + "first level has none. Without levels learn and federation take those in the files, sorted. "
                    + "With a privacy budget, and at a site, give the levels, the same at all sites.")
    private List<String> categories = new ArrayList<>();

    @Option(names = "--header", description = "The first line names the columns even where all names are numbers.")
    private boolean numericNames;

    /**
     * Reads files so.
     *
     * @param files where levels may be looked up that were not given
     */
    CsvOptions of(CsvOptions options, List<String> dropped, List<Path> files) {
        CsvOptions separated = delimiter == null ? options : options.withSeparator(separator(delimiter));
        CellFormat plain = format(dropped, Map.of());
        Map<String, List<String>> levels = new LinkedHashMap<>();
        for (String text : categories) {
            int equals = text.indexOf('=');
            String column = equals < 0 ? text : text.substring(0, equals);
            List<String> own = equals < 0
                    ? found(separated.withCells(format(List.of(), Map.of())), column, files)
                    : List.of(text.substring(equals + 1).split("\\|", -1));
            if (column.isBlank() || levels.put(column, own) != null) {
                throw new IllegalArgumentException(
                        "--categories must name columns, each once, as COLUMN or COLUMN=LEVEL|LEVEL, was " + text);
            }
        }
        try {
            return separated.withCells(levels.isEmpty() ? plain : format(dropped, levels));
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("--categories: " + e.getMessage(), e);
        }
    }

    /** Whether the first line is said to name the columns. */
    boolean hasNumericNames() {
        return numericNames;
    }

    /** How a site reads its file, whose columns the plan names. */
    public CsvOptions ofSite(CsvOptions options) {
        return of(options, List.of(), List.of());
    }

    private CellFormat format(List<String> dropped, Map<String, List<String>> levels) {
        return new CellFormat(decimalComma, numericNames, Set.copyOf(dropped), Set.copyOf(missingTexts), levels);
    }

    private static CsvSeparator separator(String text) {
        CsvSeparator separator = DELIMITERS.get(text.equals("\\t") ? "\t" : text);
        if (separator == null) {
            throw new IllegalArgumentException(
                    "--delimiter must be one of ',' ';' '|' tab, comma, semicolon, pipe, was '" + text + "'");
        }
        return separator;
    }

    /** The levels in all files, sorted. Not for sites of several organisations: they would tell of rows. */
    private static List<String> found(CsvOptions options, String column, List<Path> files) {
        if (files.isEmpty()) {
            throw new IllegalArgumentException("--categories must give the levels of " + column + ", as " + column
                    + "=LEVEL|LEVEL|..., the same at all sites: levels found in the rows would reveal something "
                    + "about them");
        }
        Set<String> levels = new TreeSet<>();
        CsvOptions only = options.withColumns(column).withKeys(column).withMissingValues(MissingValues.SKIP_ROW);
        for (Path file : files) {
            RowSource rows = SourceFile.open(file, only);
            rows.forEachRow(row -> {
                levels.add(rows.keyText(row[0]));
                if (levels.size() > MOST_LEVELS) {
                    throw new IllegalArgumentException("--categories: column " + column + " has more than "
                            + MOST_LEVELS + " levels: is it a name or a number? Leave that column out");
                }
            });
        }
        return List.copyOf(levels);
    }
}
