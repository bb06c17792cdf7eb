// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.columns;

import io.hedgerow.core.data.VariableKind.Categorical;
import io.hedgerow.core.data.VariableKind.Coding;
import io.hedgerow.core.data.csv.CsvOptions;
import io.hedgerow.core.data.csv.CsvOptions.CellFormat;
import io.hedgerow.core.data.csv.CsvOptions.CsvSeparator;
import io.hedgerow.core.internal.yaml.YamlDocument;
import io.hedgerow.core.internal.yaml.YamlNode;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Reads a YAML file that defines the meaning of columns:
 *
 * <pre>
 * sex: {levels: {M: male, m: male, F: female, f: female}}   # other texts keep their names
 * ward: {levels: [A, B, C]}                                 # there are no others
 * severity: {numbers: {low: 1, mid: 2, high: 3}}            # a number from now on
 * icd10: {other: true}                                      # rare levels are one
 * visited: date                                             # days since 1970-01-01
 * patient: drop
 * Alter: {rename: age}
 * weight_lb: {rename: weight, multiply: 0.45359237}         # a number in another unit; add: NUMBER after it
 * dose: {decimal: comma, thousands: "."}                    # 1.234,5; of one column
 * "*": {separator: semicolon, decimal: comma, missing: ["-999"]}   # of the whole file
 * </pre>
 */
public final class MappingFile {

    private static final int LARGEST = 1 << 20;

    /** By the name of the variable. */
    private final Map<String, ColumnMapping> columns = new LinkedHashMap<>();

    private final Map<String, String> renamed = new LinkedHashMap<>();
    private WrittenFile written = WrittenFile.PLAIN;

    private MappingFile() {}

    public static MappingFile none() {
        return new MappingFile();
    }

    public static MappingFile read(Path file) {
        YamlNode root = YamlDocument.read(file, LARGEST);
        MappingFile mapping = new MappingFile();
        root.fields().forEach((column, node) -> {
            if (column.equals(WrittenFile.KEY)) {
                mapping.written = WrittenFile.of(node);
                return;
            }
            ColumnMapping one = ColumnMapping.of(column, node);
            if (!one.name().equals(column)) {
                mapping.renamed.put(column, one.name());
            }
            ColumnMapping before = mapping.columns.put(one.name(), one);
            if (before != null) {
                throw node.complain("must be a variable that is described once, " + one.name() + " is twice");
            }
        });
        return mapping;
    }

    /**
     * The name that a file of a folder has by which another file is read: {@code ward.yaml} for {@code ward.csv.gz}.
     */
    public static String nameFor(Path data) {
        String name = String.valueOf(data.getFileName());
        int end = name.indexOf('.', 1);
        return (end < 0 ? name : name.substring(0, end)) + ".yaml";
    }

    Optional<ColumnMapping> of(String variable) {
        return Optional.ofNullable(columns.get(variable));
    }

    /** The names of variables of which something is said. */
    Set<String> named() {
        return columns.keySet();
    }

    private Set<String> dropped() {
        return columns.values().stream()
                .filter(column -> column.use() == ColumnMapping.Use.DROP)
                .map(ColumnMapping::name)
                .collect(Collectors.toSet());
    }

    /** Renames and leaves out columns, and reads numbers and dates; levels are not looked for. */
    CsvOptions renaming(CsvOptions given) {
        CsvOptions options = written.in(given);
        Set<String> without = new LinkedHashSet<>(options.cells().dropped());
        if (options.columns().isEmpty()) {
            without.addAll(dropped());
        }
        CellFormat cells = options.cells().withRenamed(renamed).withDropped(without);
        Map<String, Coding> texts = new LinkedHashMap<>(cells.texts());
        columns.forEach((name, column) -> column.numeric(cells.decimalComma())
                .filter(coding ->
                        options.columns().isEmpty() || options.columns().contains(name))
                .ifPresent(coding -> texts.put(name, coding)));
        return options.withCells(cells.withTexts(texts));
    }

    private static Categorical declared(String name, ColumnMapping column) {
        List<String> levels = column.declared();
        FoundLevels.requireFew(Map.of(name, levels));
        return new Categorical(levels);
    }

    /**
     * Reads files so, without a look at rows, where levels are agreed among organisations, or there is a budget. Of
     * columns without agreed levels, the levels are those that this file names.
     */
    public CsvOptions declared(CsvOptions options) {
        CsvOptions renaming = renaming(options);
        Map<String, Coding> texts = new LinkedHashMap<>(renaming.cells().texts());
        columns.forEach((name, column) -> {
            if (column.isCategory()
                    && (options.columns().isEmpty() || options.columns().contains(name))) {
                Categorical agreed =
                        options.cells().texts().get(name) instanceof Categorical known ? known : declared(name, column);
                texts.put(name, column.among(agreed));
            }
        });
        return renaming.withCells(renaming.cells().withTexts(texts));
    }

    /**
     * The settings of a mapping file for a whole data file: separator, decimal comma and missing texts. What it says
     * goes before options of the command line.
     *
     * @param separator between fields; empty where nothing is said
     * @param decimalComma whether 1,5 is one and a half; empty where nothing is said
     * @param missing texts that also stand for a missing cell
     */
    private record WrittenFile(Optional<CsvSeparator> separator, Optional<Boolean> decimalComma, Set<String> missing) {

        /** Stands for the file instead of a column. */
        static final String KEY = "*";

        static final WrittenFile PLAIN = new WrittenFile(Optional.empty(), Optional.empty(), Set.of());

        static WrittenFile of(YamlNode node) {
            node.requireOnly("separator", "decimal", "missing");
            Set<String> missing = new HashSet<>();
            node.optional("missing")
                    .ifPresent(texts ->
                            texts.items("a list of texts").forEach(text -> missing.add(text.text("a text in quotes"))));
            return new WrittenFile(
                    node.optional("separator")
                            .map(sign -> CsvSeparator.valueOf(
                                    sign.matching("comma|semicolon|tab|pipe", "comma, semicolon, tab or pipe")
                                            .toUpperCase(Locale.ROOT))),
                    node.optional("decimal").map(sign -> ColumnMapping.sign(sign) == ','),
                    missing);
        }

        /** Reads a file that is written so. */
        CsvOptions in(CsvOptions options) {
            if (equals(PLAIN)) {
                return options;
            }
            CellFormat cells = options.cells();
            Set<String> texts = new HashSet<>(cells.missing());
            texts.addAll(missing);
            return options.withSeparator(separator.orElse(options.separator()))
                    .withCells(new CellFormat(
                            decimalComma.orElse(cells.decimalComma()),
                            cells.numericNames(),
                            cells.dropped(),
                            texts,
                            cells.texts(),
                            cells.renamed()));
        }
    }
}
