// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.learn.sites;

import io.hedgerow.core.data.MissingValues;
import io.hedgerow.core.data.RowSource;
import io.hedgerow.core.data.csv.CsvOptions;
import io.hedgerow.core.internal.columns.KeyColumnName;
import io.hedgerow.core.internal.text.Words;
import io.hedgerow.samples.columns.ColumnKinds;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The options that name the data of the sites. */
public final class DataOptions {

    /** Each part of a file is read on its own; more parts than this are a mistake. */
    private static final int MOST_SITES = 999;

    @Option(
            names = "--data",
            required = true,
            arity = "1..*",
            paramLabel = "FILE",
            description =
                    "CSV files, plain or .gz, files of a connector (Arrow, Parquet), or .yaml files with a database"
                            + " query that gives the rows: one per site, or one for all sites together with --sites.")
    private List<Path> files = new ArrayList<>();

    @Option(names = "--sites", paramLabel = "P", description = "Split one file into P sites.")
    private @Nullable Integer sites;

    @Option(
            names = "--partition",
            paramLabel = "HOW",
            description = "How --sites splits the file: ${COMPLETION-CANDIDATES}; default blocks. With a privacy "
                    + "budget always at random, whatever --seed, and by user if users are protected.")
    private Sites.@Nullable Partition partition;

    @Option(
            names = "--site-column",
            paramLabel = "COLUMN",
            description = "The column of one file that names each row's site, by a number or a name; not with a privacy"
                    + " budget.")
    private @Nullable String siteColumn;

    @Option(names = "--no-header", description = "The first line is data; variables are called x1, x2, ...")
    private boolean noHeader;

    @Option(
            names = "--columns",
            split = ",",
            paramLabel = "NAME",
            description = "Use these columns only, in this order.")
    private List<String> columns = new ArrayList<>();

    @Option(
            names = "--missing",
            paramLabel = "HOW",
            description = "What to do with missing cells: ${COMPLETION-CANDIDATES}. use keeps the rows, and their other"
                    + " cells count ({METHODS:missing}). Default refuse; of learn without a privacy budget use, unless"
                    + " the method, columns or other options need whole rows; with a budget as-nan: cells without a"
                    + " number count as 0, so say use where cells may be missing.")
    private @Nullable MissingValues missing;

    @Option(
            names = "--drop",
            split = ",",
            paramLabel = "NAME",
            description = "Leave these columns out, whatever they hold, and use all others.")
    private List<String> dropped = new ArrayList<>();

    @Option(
            names = "--optional-columns",
            split = ",",
            paramLabel = "NAME",
            description = "Columns that not every site has, or all: a file without one is of a site that did not"
                    + " measure it, whose rows count for the others. With {METHODS-OF-PLANS:lacks.site},"
                    + " and one file per site.")
    private List<String> optional = new ArrayList<>();

    @Mixin
    private FormatOptions format = new FormatOptions();

    /** Whether it was said that rows with missing cells are used. */
    public boolean isUsingMissing() {
        return missing == MissingValues.USE;
    }

    /** The sites, where whole numbers may be categories by themselves. */
    public Sites sites(long seed, boolean wholeNumbers) {
        ColumnKinds kinds = kinds(wholeNumbers);
        return opened(kinds, Objects.requireNonNullElse(missing, MissingValues.REFUSE), seed);
    }

    /** The same, whose rows are used with their missing cells where nothing was said and such sites allow it. */
    public Sites sites(long seed, boolean wholeNumbers, Predicate<Sites> usable) {
        ColumnKinds kinds = kinds(wholeNumbers);
        if (missing == null) {
            Sites used = opened(kinds, MissingValues.USE, seed);
            if (usable.test(used)) {
                return used;
            }
        }
        return opened(kinds, Objects.requireNonNullElse(missing, MissingValues.REFUSE), seed);
    }

    private ColumnKinds kinds(boolean wholeNumbers) {
        if (missing == MissingValues.AS_NAN) {
            throw new IllegalArgumentException(
                    "--missing as-nan is for runs with a privacy budget, which count such cells as 0: complete "
                            + "the cells, or say --missing skip-row");
        }
        requireConsistent();
        CsvOptions asked = asked(Objects.requireNonNullElse(missing, MissingValues.REFUSE), List.of(), List.of());
        return format.lookingAt(
                files, asked, dropped, Stream.ofNullable(siteColumn).toList(), wholeNumbers);
    }

    private Sites opened(ColumnKinds kinds, MissingValues cells, long seed) {
        List<CsvOptions> readings = kinds.readings().stream()
                .map(reading -> reading.withMissingValues(cells))
                .toList();
        Sites opened = sites == null
                ? opened(readings)
                : Sites.ofParts(
                        files.get(0),
                        readings.get(0),
                        sites,
                        Objects.requireNonNullElse(partition, Sites.Partition.BLOCKS),
                        seed);
        return opened.with(kinds);
    }

    /** The same of time series as they are, without their lags. A series is at one site. */
    public Sites wholeSeries(String realisation) {
        requireWholeRows(missing);
        requireConsistent();
        requireAllColumns("time series");
        if (partition != null && partition != Sites.Partition.BLOCKS) {
            throw new IllegalArgumentException(
                    "--partition must be blocks for series, which keeps a series at one" + " site: leave it out");
        }
        List<CsvOptions> options =
                reading(Objects.requireNonNullElse(missing, MissingValues.REFUSE), List.of(), List.of(realisation));
        return sites == null ? opened(options) : Sites.ofSeries(files.get(0), options.get(0), sites, realisation);
    }

    /** The same of time series, with their lags. */
    public Sites series(SeriesOptions series) {
        series.requireSaid();
        requireWholeRows(missing);
        requireAllColumns("time series");
        if (missing == MissingValues.SKIP_ROW && !series.hasTime()) {
            throw new IllegalArgumentException("--missing skip-row would make rows neighbours that are not one "
                    + "step apart: name the column of times with --time; a row that is left out is then a gap");
        }
        requireConsistent();
        format.requireNoCategories();
        List<CsvOptions> options = reading(
                Objects.requireNonNullElse(missing, MissingValues.REFUSE),
                series.columns(),
                series.realisation().stream().toList());
        format.requireNumbers(
                files,
                options,
                Stream.of(series.columns().stream(), series.realisation().stream(), Stream.ofNullable(siteColumn))
                        .flatMap(same -> same)
                        .collect(Collectors.toSet()));
        if (sites == null) {
            return opened(options).lagged(series);
        }
        return Sites.ofSeries(
                        files.get(0),
                        options.get(0),
                        sites,
                        Objects.requireNonNullElse(partition, Sites.Partition.BLOCKS),
                        series)
                .lagged(series);
    }

    private static void requireWholeRows(@Nullable MissingValues missing) {
        if (missing == MissingValues.USE) {
            throw new IllegalArgumentException("--missing use is not for time series, whose rows need all cells of"
                    + " their own and of earlier times: say --missing skip-row and --time; a row that is left out is"
                    + " then a gap");
        }
    }

    private void requireAllColumns(String what) {
        if (!optional.isEmpty()) {
            throw new IllegalArgumentException("--optional-columns cannot be combined with " + what
                    + ", whose sums need all columns of all sites: leave the columns out with --drop");
        }
    }

    private Sites opened(List<CsvOptions> readings) {
        if (!optional.isEmpty()) {
            return Sites.ofFiles(files, readings, optional);
        }
        return siteColumn == null
                ? Sites.ofFiles(files, readings, format.hasMappings())
                : Sites.ofColumn(files.get(0), readings.get(0), siteColumn, MOST_SITES);
    }

    /**
     * Opens the files' headers, for private methods that divide a file themselves into {@link #parts}, with a draw that
     * no one can foresee: the users that share a part must not depend on any other user.
     *
     * @param unitSaid whether it was said what is protected: without, a column that seems to say whose a row is must
     *     not be learned from as if it were measured
     */
    public Map<Path, RowSource> privateFiles(boolean unitSaid) {
        requireNoOtherCells();
        requireAllColumns("a privacy budget");
        if (siteColumn != null) {
            throw new IllegalArgumentException("--site-column cannot be combined with a privacy budget, because "
                    + "a row must not say at which site it is: say --sites P to divide the file at random");
        }
        requireConsistent();
        if (partition != null && partition != Sites.Partition.SHUFFLE) {
            throw new IllegalArgumentException("--partition " + Words.dashed(partition)
                    + " cannot be combined with a privacy budget: a row that is replaced or "
                    + "missing can move others to another site; leave it out: --sites then divides at random");
        }
        Map<Path, RowSource> rows = new LinkedHashMap<>();
        List<NamedSite> opened = Sites.ofFiles(
                        files, reading(MissingValues.AS_NAN, List.of(), List.of()), format.hasMappings())
                .all();
        for (int k = 0; k < files.size(); k++) {
            rows.put(files.get(k), opened.get(k).rows());
        }
        if (!unitSaid) {
            rows.forEach(DataOptions::requireNoKey);
        }
        return rows;
    }

    /** By names alone: whether there is a run must not depend on what a record holds. */
    private static void requireNoKey(Path file, RowSource rows) {
        rows.schema().names().stream()
                .filter(KeyColumnName::isLikely)
                .findFirst()
                .ifPresent(column -> {
                    throw new IllegalArgumentException("--privacy must say what it protects, because column \"" + column
                            + "\" of " + file + " may say whose a row is: add unit=" + column
                            + " to protect individuals"
                            + " with all their rows, or unit=record if every row is another individual's (and leave the"
                            + " column out with --drop if it measures nothing)");
                });
    }

    /** How many sites a file is divided into: 1 without {@code --sites}. */
    public int parts() {
        return sites == null ? 1 : sites;
    }

    public boolean isShuffled() {
        return partition == Sites.Partition.SHUFFLE;
    }

    private void requireNoOtherCells() {
        if (missing != null && missing != MissingValues.AS_NAN && missing != MissingValues.USE) {
            throw new IllegalArgumentException("--missing " + Words.dashed(missing)
                    + " cannot be combined with a privacy budget: "
                    + (missing == MissingValues.SKIP_ROW
                            ? "the number of rows, which is public, would change with one record"
                            : "one record could end the run, which would reveal it whatever the noise")
                    + "; say --missing use, or leave it out: cells without a number then count as 0");
        }
    }

    /** With columns that are no variables beside those that were asked for, and keys that may be names. */
    private List<CsvOptions> reading(MissingValues cells, List<String> beside, List<String> keys) {
        // levels must be given: what is looked up in rows would be released without noise where there is a budget
        return format.of(files, asked(cells, beside, keys), dropped);
    }

    private CsvOptions asked(MissingValues cells, List<String> beside, List<String> keys) {
        CsvOptions options = CsvOptions.defaults()
                .withMissingValues(cells)
                .withKeys(Stream.concat(keys.stream(), Stream.ofNullable(siteColumn))
                        .distinct()
                        .toArray(String[]::new));
        if (noHeader && format.hasNumericNames()) {
            throw new IllegalArgumentException("--header and --no-header contradict each other: leave one of them out");
        }
        if (noHeader) {
            options = options.withoutHeader();
        }
        if (!dropped.isEmpty() && !columns.isEmpty()) {
            throw new IllegalArgumentException(
                    "--drop and --columns both choose columns: give the one list or the other");
        }
        if (columns.isEmpty()) {
            return options;
        }
        Set<String> wanted = new LinkedHashSet<>(beside);
        Optional.ofNullable(siteColumn).ifPresent(wanted::add);
        wanted.addAll(columns);
        return options.withColumns(wanted.toArray(String[]::new));
    }

    private void requireConsistent() {
        if (!optional.isEmpty() && (sites != null || siteColumn != null || !columns.isEmpty())) {
            throw new IllegalArgumentException("--optional-columns is for one file per site with all their columns:"
                    + " leave out --sites, --site-column and --columns; --drop leaves columns out");
        }
        if (siteColumn != null && (sites != null || files.size() > 1)) {
            throw new IllegalArgumentException("--site-column names the sites of one file: give one file and no"
                    + " --sites, were " + files.size() + " files" + (sites == null ? "" : " and --sites " + sites));
        }
        if (sites == null) {
            if (partition != null) {
                throw new IllegalArgumentException("--partition says how --sites splits one file: also give --sites");
            }
            return;
        }
        if (files.size() > 1) {
            throw new IllegalArgumentException("--sites splits one file, but --data has " + files.size()
                    + ": give one file, or leave --sites out to have one site per file");
        }
        if (sites < 1 || sites > MOST_SITES) {
            throw new IllegalArgumentException("--sites must be from 1 to " + MOST_SITES + ", was " + sites);
        }
    }
}
