// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.source;

import io.hedgerow.core.data.DataException;
import io.hedgerow.core.data.RowContrast;
import io.hedgerow.core.data.RowSource;
import io.hedgerow.core.data.VariableKind;
import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.data.WrappedRows;
import io.hedgerow.core.data.csv.CsvOptions;
import io.hedgerow.core.data.csv.CsvOptions.CellFormat;
import io.hedgerow.core.data.csv.CsvOptions.CsvSeparator;
import io.hedgerow.core.data.csv.CsvRowSource;
import io.hedgerow.core.privacy.DatasetIdentity;
import io.hedgerow.core.privacy.PolicyRefusedException;
import io.hedgerow.dp.site.SiteLedgers;
import io.hedgerow.samples.cli.command.WaitingNote;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * Opens files of rows: a file holds them as text or in a {@link RowSource.FileFormat} that a connector knows, or
 * describes a query of a database that gives them.
 */
public final class SourceFile {

    /** The connectors by the ending of their files. */
    private static final Map<String, String> CONNECTORS = Map.of(
            ".arrow", "hedgerow-arrow",
            ".arrows", "hedgerow-arrow",
            ".feather", "hedgerow-arrow",
            ".parquet", "hedgerow-duckdb");

    private static final List<String> JSON = List.of(".json", ".jsonl", ".ndjson");

    private static final List<String> SPREADSHEETS = List.of(".xlsx", ".xlsm", ".xls", ".xlsb", ".ods", ".numbers");

    private SourceFile() {}

    /**
     * Opens a file. Reads no row: of a CSV file the first line, of a database the names and types of a query's columns.
     *
     * @param file a CSV file, plain or .gz, one of a connector, or a {@code .yaml} file with the section query
     * @param options the wanted columns, the meaning of missing cells, and the form of a CSV file
     */
    public static RowSource open(Path file, CsvOptions options) {
        return open(file, options, Waits.OF_NO_ROUND);
    }

    /**
     * The same for rows that are needed within a time.
     *
     * @param deadline of a round: the longest wait for an answer of a database follows from it
     * @param waiting is told for how long a database was silent, every ten seconds
     */
    public static RowSource open(Path file, CsvOptions options, Duration deadline, Consumer<Duration> waiting) {
        return open(file, options, new Waits(Optional.of(deadline), waiting));
    }

    /** The time limit for a database, and the receiver of waiting notices. */
    private record Waits(Optional<Duration> deadline, Consumer<Duration> told) {
        static final Waits OF_NO_ROUND = new Waits(Optional.empty(), WaitingNote::databaseInText);

        QueryFile query(Path file) {
            return QueryFile.read(file, deadline, told);
        }
    }

    private static RowSource open(Path file, CsvOptions options, Waits waits) {
        if (isCsv(file)) {
            return CsvRowSource.of(file, options);
        }
        if (!options.cells().renamed().isEmpty()) {
            Map<String, String> renamed = new TreeMap<>(options.cells().renamed());
            renamed.keySet()
                    .retainAll(columns(file, options.withCells(options.cells().withRenamed(Map.of())), waits));
            return RenamedColumns.of(renamed, options, own -> open(file, own, waits));
        }
        if (isQuery(file)) {
            return waits.query(file).rows(options);
        }
        RowSource.FileFormat format = format(file).orElseThrow();
        List<String> wanted = NumberColumns.wanted(file, options, format.columns(file));
        return format.rows(
                file, wanted, options.missingValues(), options.cells().texts());
    }

    /** The columns of a file. Reads no row. */
    public static List<String> columns(Path file, CsvOptions options) {
        return columns(file, options, Waits.OF_NO_ROUND);
    }

    private static List<String> columns(Path file, CsvOptions options, Waits waits) {
        if (isCsv(file)) {
            return CsvRowSource.of(file, options).schema().names();
        }
        List<String> own = isQuery(file)
                ? waits.query(file).columns()
                : format(file).orElseThrow().columns(file);
        return own.stream()
                .map(name -> options.cells().renamed().getOrDefault(name, name))
                .toList();
    }

    /** The place of the rows of a file. Reads no row: of a query the names of tables. */
    public static SiteLedgers.Place place(Path file) {
        return isQuery(file)
                ? new SiteLedgers.Place(
                        Optional.of(file),
                        QueryFile.read(file).all(CsvOptions.defaults()).origin())
                : SiteLedgers.Place.of(file);
    }

    /** The data set that a file says it is charged to; empty where it names none, as files of rows do. */
    public static Optional<DatasetIdentity> dataset(Path file) {
        return isQuery(file) ? QueryFile.read(file).dataset() : Optional.empty();
    }

    /** Refuses a file that names another data set than the policy under which it is charged. */
    public static void requireOf(Path file, DatasetIdentity policy) {
        Optional<DatasetIdentity> stated = dataset(file);
        if (stated.isPresent() && !stated.get().equals(policy)) {
            throw new PolicyRefusedException(file + " says that its records are dataset "
                    + stated.get().value() + ", the policy is of dataset " + policy.value()
                    + ": a data set keeps its name and its budget, so take the policy of this data set");
        }
    }

    /** Whether options of CSV say how a file is read; other files have names and types of their own. */
    public static boolean isCsv(Path file) {
        return format(file).isEmpty() && !isQuery(file);
    }

    /** Whether a file describes a query of a database. */
    public static boolean isQuery(Path file) {
        String name = file.toString();
        return name.endsWith(".yaml") || name.endsWith(".yml");
    }

    private static Optional<RowSource.FileFormat> format(Path file) {
        String name = file.toString().toLowerCase(Locale.ROOT);
        for (RowSource.FileFormat format : ServiceLoader.load(RowSource.FileFormat.class)) {
            if (format.endings().stream().anyMatch(name::endsWith)) {
                return Optional.of(format);
            }
        }
        CONNECTORS.forEach((ending, connector) -> {
            if (name.endsWith(ending)) {
                throw new DataException(file + ": files that end in " + ending + " are read by " + connector
                        + ", which is not here: put its jars into a directory and name that in the variable"
                        + " HEDGEROW_CONNECTORS, or write the rows as CSV");
            }
        });
        if (JSON.stream().anyMatch(name::endsWith)) {
            throw new DataException(
                    file + ": a file of JSON does not say its columns before its rows: write the rows as"
                            + " CSV or Parquet, or read them in a program with hedgerow-duckdb");
        }
        if (SPREADSHEETS.stream().anyMatch(name::endsWith)) {
            throw new DataException(file + ": a workbook of a spreadsheet (Excel, LibreOffice) has tables, formulas and"
                    + " formats and is not read: open it there and save the table of rows as CSV (UTF-8)");
        }
        return Optional.empty();
    }

    /** Columns of a source under other names. */
    private static final class RenamedColumns extends WrappedRows {

        private final VariableSchema schema;

        private RenamedColumns(RowSource source, VariableSchema schema) {
            super(source);
            this.schema = schema;
        }

        /** Opens a source by its own names, given the new name by that of the source, and options in new names. */
        static RowSource of(Map<String, String> renamed, CsvOptions options, Function<CsvOptions, RowSource> open) {
            Map<String, String> own = new TreeMap<>();
            renamed.forEach((old, name) -> own.put(name, old));
            CsvOptions.CellFormat cells = options.cells();
            Map<String, VariableKind.Coding> texts = new TreeMap<>();
            cells.texts().forEach((name, coding) -> texts.put(own.getOrDefault(name, name), coding));
            RowSource source = open.apply(options.withColumns(names(options.columns(), own))
                    .withKeys(names(List.copyOf(options.keys()), own))
                    .withCells(cells.withRenamed(Map.of())
                            .withTexts(texts)
                            .withDropped(Set.of(names(List.copyOf(cells.dropped()), own)))));
            VariableSchema schema = source.schema();
            return new RenamedColumns(
                    source,
                    new VariableSchema(
                            schema.names().stream()
                                    .map(name -> renamed.getOrDefault(name, name))
                                    .toList(),
                            schema.kinds()));
        }

        private static String[] names(List<String> names, Map<String, String> own) {
            return names.stream().map(name -> own.getOrDefault(name, name)).toArray(String[]::new);
        }

        @Override
        public VariableSchema schema() {
            return schema;
        }

        @Override
        public String keyText(double key) {
            return source.keyText(key);
        }

        /** By the new names. */
        @Override
        public Omitted omitted() {
            Omitted there = source.omitted();
            Map<String, Long> cells = new TreeMap<>();
            there.cells().forEach((name, count) -> cells.put(name(name), count));
            return new Omitted(
                    there.source(),
                    there.records(),
                    there.rows(),
                    there.kept(),
                    cells,
                    there.columns(),
                    there.contrasts().stream()
                            .map(one -> new RowContrast(
                                    name(one.column()), one.level(), one.kept(), one.leftOut(), one.deviations()))
                            .toList());
        }

        private String name(String old) {
            int column = source.schema().indexOf(old);
            return column < 0 ? old : schema.names().get(column);
        }

        @Override
        public void forEachRow(RowConsumer consumer) {
            source.forEachRow(consumer);
        }
    }

    /** Selects columns of sources whose columns have names and numbers already, unlike those of text. */
    static final class NumberColumns {

        private NumberColumns() {}

        static List<String> wanted(Path file, CsvOptions options, List<String> present) {
            requireNothingOfText(file, options);
            List<String> wanted = new ArrayList<>(options.columns().isEmpty() ? present : options.columns());
            for (String name : options.cells().dropped()) {
                if (!wanted.remove(name) && !present.contains(name)) {
                    throw new DataException(file + ": must have the columns to be left out, has no column " + name);
                }
            }
            return wanted;
        }

        private static void requireNothingOfText(Path file, CsvOptions options) {
            CellFormat onlyDropping = new CellFormat(
                    false,
                    false,
                    options.cells().dropped(),
                    Set.of(),
                    options.cells().texts(),
                    options.cells().renamed());
            if (!options.header()
                    || options.separator() != CsvSeparator.DETECT
                    || !options.cells().equals(onlyDropping)) {
                throw new IllegalArgumentException(
                        file + " has columns of numbers with names: options for CSV files cannot"
                                + " be combined with it; leave them out, and write there what a cell becomes");
            }
        }
    }
}
