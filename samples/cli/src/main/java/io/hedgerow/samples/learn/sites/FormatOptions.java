// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.learn.sites;

import io.hedgerow.core.data.DataException;
import io.hedgerow.core.data.VariableKind;
import io.hedgerow.core.data.csv.CsvOptions;
import io.hedgerow.core.data.csv.CsvOptions.CellFormat;
import io.hedgerow.core.data.csv.CsvOptions.CsvSeparator;
import io.hedgerow.core.internal.text.Words;
import io.hedgerow.samples.columns.ColumnKinds;
import io.hedgerow.samples.columns.ColumnWishes;
import io.hedgerow.samples.columns.MappingFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options for the format of a CSV file. */
public final class FormatOptions {

    private static final String ALL = "all";
    private static final String NONE = "none";

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
                    + "has: a tab, else a semicolon, else a comma, else '|'.")
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
            paramLabel = "COLUMN",
            description = "Columns that are categories, with levels found in the files of one process, or given as"
                    + " COLUMN=LEVEL|LEVEL|...; all takes every column, none leaves text and codes as they are. Unless"
                    + " given, learn takes columns of text, and whole numbers where no column has more than 10 values."
                    + " With a privacy budget give the levels, the same at all sites; a plan names its own.")
    private List<String> categories = new ArrayList<>();

    @Option(
            names = "--mapping",
            arity = "1..*",
            paramLabel = "FILE",
            description = "What columns mean, in YAML: levels that are one, numbers for levels, rare levels as one,"
                    + " dates as days, units, columns to rename or to leave out (docs/guides/categories.md). One for"
                    + " all files, one for each in the order of --data, or the folder of inspect --write-mappings.")
    private List<Path> mappings = new ArrayList<>();

    @Option(names = "--header", description = "The first line names the columns even where all names are numbers.")
    private boolean numericNames;

    /** Reads files so, and looks at no row: levels are those that are given. */
    List<CsvOptions> of(List<Path> files, CsvOptions options, List<String> dropped) {
        Set<String> found = new LinkedHashSet<>();
        CsvOptions given = given(options, dropped, found);
        found.remove(NONE);
        if (!found.isEmpty()) {
            String column = found.iterator().next().strip();
            boolean every = column.equals(ALL);
            String levels = every ? "each column, as COLUMN" : column + ", as " + column;
            throw new IllegalArgumentException("--categories must give the levels of " + levels
                    + "=LEVEL|LEVEL|..., the same at all sites, for levels found in rows would reveal something about"
                    + " them" + (every ? ": all names no level" : "") + "; a file for --mapping with {"
                    + (every ? "COLUMN" : column) + ": {levels: [LEVEL, ...]}} does the same, and is needed"
                    + " where a level contains a comma");
        }
        List<MappingFile> read = mappingFiles(files);
        return IntStream.range(0, files.size())
                .mapToObj(file -> read.get(read.size() == 1 ? 0 : file).declared(given))
                .toList();
    }

    /** Reads files so, and looks at their rows for what is not given: for one organisation, without a budget. */
    ColumnKinds lookingAt(
            List<Path> files, CsvOptions options, List<String> dropped, List<String> beside, boolean wholeNumbers) {
        Set<String> found = new LinkedHashSet<>();
        CsvOptions given = given(options, dropped, found);
        boolean all = found.remove(ALL);
        boolean none = found.remove(NONE);
        return ColumnKinds.of(
                files,
                given,
                new ColumnWishes(
                        mappingFiles(files),
                        found,
                        all,
                        !none,
                        wholeNumbers && categories.isEmpty(),
                        new LinkedHashSet<>(beside)));
    }

    /** Refuses columns of series that are not numbers, all at once. Looks at rows. */
    void requireNumbers(List<Path> files, List<CsvOptions> options, Set<String> beside) {
        List<String> texts = new ArrayList<>(ColumnKinds.texts(files, options, beside));
        options.forEach(reading -> reading.cells().texts().forEach((name, coding) -> {
            if (coding.kind() instanceof VariableKind.Categorical && !texts.contains(name)) {
                texts.add(name);
            }
        }));
        if (!texts.isEmpty()) {
            throw new DataException("columns of series must be numbers, text is in " + String.join(", ", texts)
                    + ": leave " + (texts.size() == 1 ? "it" : "them")
                    + " out with --drop of learn, or write numbers for levels"
                    + " in a file for --mapping with {" + texts.get(0) + ": {numbers: {LEVEL: 0, LEVEL: 1}}}");
        }
    }

    /** Refuses {@code --categories}, whatever it says: series have none. */
    void requireNoCategories() {
        if (categories.stream().anyMatch(text -> !text.equals(NONE))) {
            throw new IllegalArgumentException("--categories is not for series, whose columns are numbers: leave it"
                    + " out, and columns of text with --drop of learn, or write numbers for levels in a file for"
                    + " --mapping with"
                    + " {COLUMN: {numbers: {LEVEL: 0, LEVEL: 1}}}");
        }
    }

    /** Whether files say what columns mean, so that files may have their columns in orders of their own. */
    boolean hasMappings() {
        return !mappings.isEmpty();
    }

    private List<MappingFile> mappingFiles(List<Path> files) {
        if (mappings.size() == 1 && Files.isDirectory(mappings.get(0))) {
            return files.stream()
                    .map(file -> MappingFile.read(mappings.get(0).resolve(MappingFile.nameFor(file))))
                    .toList();
        }
        if (mappings.size() > 1 && mappings.size() != files.size()) {
            throw new IllegalArgumentException("--mapping must name one file for all files of --data, one for each, or"
                    + " a folder, has " + mappings.size() + " for " + Words.count(files.size(), "file"));
        }
        return mappings.isEmpty()
                ? List.of(MappingFile.none())
                : mappings.stream().map(MappingFile::read).toList();
    }

    /** With the levels that are given; columns without levels are added to a set. */
    private CsvOptions given(CsvOptions options, List<String> dropped, Set<String> withoutLevels) {
        CsvOptions separated = delimiter == null ? options : options.withSeparator(separator(delimiter));
        Map<String, VariableKind.Coding> levels =
                new LinkedHashMap<>(options.cells().texts());
        Set<String> named = new LinkedHashSet<>();
        for (String text : categories) {
            int equals = text.indexOf('=');
            String column = equals < 0 ? text : text.substring(0, equals);
            if (column.isBlank() || !named.add(column)) {
                throw new IllegalArgumentException(
                        "--categories must name columns, each once, as COLUMN or COLUMN=LEVEL|LEVEL, was " + text);
            }
            if (equals < 0) {
                withoutLevels.add(column);
                continue;
            }
            try {
                levels.put(
                        column,
                        new VariableKind.Categorical(
                                List.of(text.substring(equals + 1).split("\\|", -1))));
            } catch (IllegalArgumentException e) {
                throw new IllegalArgumentException("--categories: column " + column + ": " + Words.reason(e), e);
            }
        }
        return separated.withCells(new CellFormat(
                decimalComma, numericNames, Set.copyOf(dropped), Set.copyOf(missingTexts), levels, Map.of()));
    }

    boolean hasNumericNames() {
        return numericNames;
    }

    /** How a site reads its file, whose columns the plan names. */
    public CsvOptions ofSite(Path file, CsvOptions options) {
        return of(List.of(file), options, List.of()).get(0);
    }

    private static CsvSeparator separator(String text) {
        CsvSeparator separator = DELIMITERS.get(text.equals("\\t") ? "\t" : text);
        if (separator == null) {
            throw new IllegalArgumentException(
                    "--delimiter must be one of ',' ';' '|' tab, comma, semicolon, pipe, was '" + text + "'");
        }
        return separator;
    }
}
