// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.learn.sites;

import io.hedgerow.core.data.DataException;
import io.hedgerow.core.data.RowSource;
import io.hedgerow.core.data.SiteData;
import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.data.csv.CsvOptions;
import io.hedgerow.core.data.internal.AbsentColumns;
import io.hedgerow.core.data.internal.RowPartition;
import io.hedgerow.core.data.rows.InMemoryRows;
import io.hedgerow.core.design.TimeSlices;
import io.hedgerow.core.internal.catalogue.SiteColumns;
import io.hedgerow.core.internal.design.Lagged;
import io.hedgerow.core.internal.diagnostics.SchemaAgreement;
import io.hedgerow.core.internal.simulation.model.SimulatedSites;
import io.hedgerow.core.internal.text.QuotedNames;
import io.hedgerow.core.internal.text.Words;
import io.hedgerow.core.protocol.SiteId;
import io.hedgerow.samples.columns.ColumnKinds;
import io.hedgerow.samples.learn.method.Algorithm;
import io.hedgerow.samples.source.SourceFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;

/**
 * All sites of a run, over the same variables.
 *
 * @param all at least one
 * @param leftOut why a column is no variable, by column, where the program decided it
 * @param notes what was found of columns, for people
 * @param lacks the columns that each site does not have and whose cells mean nothing; empty where all have all
 */
public record Sites(
        VariableSchema schema,
        List<NamedSite> all,
        Map<String, String> leftOut,
        List<String> notes,
        List<Set<String>> lacks) {
    public Sites {
        all = List.copyOf(all);
        leftOut = Collections.unmodifiableMap(new LinkedHashMap<>(leftOut));
        notes = List.copyOf(notes);
        lacks = lacks.stream().allMatch(Set::isEmpty) ? List.of() : List.copyOf(lacks);
    }

    /** Sites of whose columns there is nothing to say. */
    public Sites(VariableSchema schema, List<NamedSite> all) {
        this(schema, all, Map.of(), List.of(), List.of());
    }

    /** The same, with what was found of columns. */
    Sites with(ColumnKinds kinds) {
        List<String> found = new ArrayList<>(notes);
        found.addAll(kinds.notes());
        return new Sites(schema, all, kinds.leftOut(), found, lacks);
    }

    public List<SiteData> data() {
        return all.stream().map(NamedSite::data).toList();
    }

    /** The variables of the present: all, where there are no lags. */
    VariableSchema present() {
        return TimeSlices.of(schema).map(TimeSlices::variables).orElse(schema);
    }

    /** The same sites with the lags of their series, unless they have them; no row is read. */
    Sites lagged(SeriesOptions series) {
        if (TimeSlices.of(schema).isPresent()) {
            return this;
        }
        List<NamedSite> sites = all.stream()
                .map(site -> NamedSite.of(site.name(), series.lagged(site.rows())))
                .toList();
        return new Sites(sites.get(0).rows().schema(), sites);
    }

    /** What was met in the series of sites that have whole ones; empty before they were read. */
    public List<Lagged.Counts> series() {
        return all.stream()
                .map(site -> SiteProfile.unwatched(site.rows()))
                .filter(Lagged.class::isInstance)
                .map(rows -> ((Lagged) rows).counts())
                .toList();
    }

    /** How one file is divided into several sites. */
    public enum Partition {
        /** Consecutive rows. */
        BLOCKS,
        /** Rows at random, by the seed. */
        SHUFFLE,
        /** Of series: consecutive rows that have their lags already, as paper 000 splits them. */
        ROWS
    }

    public static Sites ofFiles(List<Path> files, CsvOptions options) {
        return ofFiles(files, Collections.nCopies(files.size(), options), false);
    }

    /** One site for each file, each read in its own way, with the columns of the first, perhaps in another order. */
    static Sites ofFiles(List<Path> files, List<CsvOptions> readings, boolean anyOrder) {
        requireDistinct(files);
        List<String> order = List.of();
        Map<String, VariableSchema> schemas = new LinkedHashMap<>();
        List<NamedSite> sites = new ArrayList<>();
        for (int k = 0; k < files.size(); k++) {
            Path file = files.get(k);
            RowSource source = SourceFile.open(file, readings.get(k));
            List<String> own = source.schema().names();
            order = k == 0 ? own : order;
            if (anyOrder && !own.equals(order) && own.size() == order.size() && own.containsAll(order)) {
                CsvOptions reading = readings.get(k).withColumns(order.toArray(String[]::new));
                source = SourceFile.open(file, reading.withCells(reading.cells().withDropped(Set.of())));
            }
            String name = file.toString();
            schemas.put(name, source.schema());
            sites.add(NamedSite.of(name, source));
        }
        try {
            return new Sites(SchemaAgreement.require(schemas), sites);
        } catch (DataException e) {
            long sets = schemas.values().stream()
                    .map(schema -> Set.copyOf(schema.names()))
                    .distinct()
                    .count();
            throw sets == 1
                    ? e
                    : new DataException(
                            Words.reason(e) + "; with " + Algorithm.USUAL
                                    + ", --optional-columns says which columns not every site has",
                            e);
        }
    }

    /** One site for each file, of which some may lack optional columns; {@code all} stands for any. */
    static Sites ofFiles(List<Path> files, List<CsvOptions> readings, List<String> optional) {
        requireDistinct(files);
        Map<String, VariableSchema> schemas = new LinkedHashMap<>();
        List<RowSource> sources = new ArrayList<>();
        for (int k = 0; k < files.size(); k++) {
            RowSource source = SourceFile.open(files.get(k), readings.get(k));
            sources.add(source);
            schemas.put(files.get(k).toString(), source.schema());
        }
        VariableSchema schema = SchemaAgreement.union(schemas);
        requireNames(schema, optional);
        List<NamedSite> sites = new ArrayList<>();
        List<Set<String>> lacks = new ArrayList<>();
        for (int p = 0; p < files.size(); p++) {
            Set<String> absent = new LinkedHashSet<>(schema.names());
            sources.get(p).schema().names().forEach(absent::remove);
            sites.add(NamedSite.of(
                    files.get(p).toString(),
                    AbsentColumns.of(
                            sources.get(p), schema, optional.contains("all") ? absent : optionalOf(absent, optional))));
            lacks.add(absent);
        }
        return new Sites(schema, sites, Map.of(), List.of(), lacks);
    }

    private static Set<String> optionalOf(Set<String> absent, List<String> optional) {
        Set<String> both = new LinkedHashSet<>(absent);
        both.retainAll(optional);
        return both;
    }

    private static void requireNames(VariableSchema schema, List<String> optional) {
        for (String name : optional) {
            if (!name.equals("all") && schema.indexOf(name) < 0) {
                throw new IllegalArgumentException("--optional-columns must name columns of some file, or be all, was "
                        + name + ": the files have " + String.join(", ", schema.names()));
            }
        }
    }

    /** The same, as if sites did not have some of their columns, in the order of the sites. */
    public Sites lacking(List<Set<String>> absent) {
        List<NamedSite> sites = IntStream.range(0, all.size())
                .mapToObj(p -> NamedSite.of(
                        all.get(p).name(), AbsentColumns.of(all.get(p).rows(), schema, absent.get(p))))
                .toList();
        return new Sites(schema, sites, leftOut, notes, absent);
    }

    /**
     * The parameters of a plan that say which columns sites do not have, such as {@code lacks.site-1}.
     *
     * @param names of the sites in that plan, in the order of these
     */
    public Map<String, String> lackingParameters(List<String> names) {
        Map<String, String> parameters = new LinkedHashMap<>();
        for (int p = 0; p < lacks.size(); p++) {
            if (!lacks.get(p).isEmpty()) {
                parameters.put(SiteColumns.LACKS + names.get(p), QuotedNames.listed(new TreeSet<>(lacks.get(p))));
            }
        }
        return parameters;
    }

    /** The same of a study in this process, which numbers its sites. */
    public Map<String, String> lackingParameters() {
        return lackingParameters(
                SiteId.numbered(all.size()).stream().map(SiteId::value).toList());
    }

    /** The same, with a missing cell in every row of a column that a site does not have. */
    public Sites missingWhatTheyLack() {
        if (lacks.isEmpty()) {
            return this;
        }
        List<NamedSite> sites = IntStream.range(0, all.size())
                .mapToObj(p -> NamedSite.of(
                        all.get(p).name(), AbsentColumns.asMissing(all.get(p).rows(), schema, lackedBy(p))))
                .toList();
        return new Sites(schema, sites, leftOut, notes, lacks);
    }

    Set<String> lackedBy(int site) {
        return lacks.isEmpty() ? Set.of() : lacks.get(site);
    }

    /** The same rows at two sites would count twice and look like agreement. */
    private static void requireDistinct(List<Path> files) {
        Map<Path, Path> seen = new HashMap<>();
        for (Path file : files) {
            Path real;
            try {
                real = file.toRealPath();
            } catch (IOException e) {
                real = file.toAbsolutePath().normalize(); // reading it will say what is wrong
            }
            Path earlier = seen.put(real, file);
            if (earlier != null) {
                throw new IllegalArgumentException("each site must have its own file, "
                        + (earlier.equals(file)
                                ? file + " was given twice"
                                : earlier + " and " + file + " are the same file"));
            }
        }
    }

    /** The sites that a column of one file names. */
    static Sites ofColumn(Path file, CsvOptions options, String column, int most) {
        List<NamedSite> sites = RowsOfSite.of(new KeptRows(SourceFile.open(file, options)), column, most).stream()
                .map(rows -> NamedSite.of("site " + rows.name(), rows))
                .toList();
        return new Sites(sites.get(0).rows().schema(), sites);
    }

    /** Sites that have a number and no other name, from 1. */
    public static Sites numbered(String before, List<? extends RowSource> parts) {
        List<NamedSite> sites = new ArrayList<>();
        parts.forEach(part -> sites.add(NamedSite.of(before + (sites.size() + 1), part)));
        return new Sites(parts.get(0).schema(), sites);
    }

    public static Sites of(SimulatedSites study) {
        return numbered(
                "site ", IntStream.range(0, study.sites()).mapToObj(study::rows).toList());
    }

    /** The same sites with rows that are made of theirs. */
    public Sites with(UnaryOperator<RowSource> rows) {
        return new Sites(
                schema,
                all.stream()
                        .map(site -> NamedSite.of(site.name(), rows.apply(site.rows())))
                        .toList(),
                leftOut,
                notes,
                lacks);
    }

    /**
     * The same sites, whose first reading is one look at their rows.
     *
     * @param ordered whether the order of rows is looked at
     */
    public Sites profiled(boolean ordered) {
        int columns = present().size();
        return with(rows -> new SiteProfile(rows, columns, ordered));
    }

    /** What the first reading of each of these showed; they are profiled, and were read. */
    List<SiteProfile> profiles() {
        return all.stream().map(site -> (SiteProfile) site.rows()).toList();
    }

    /** The same sites with rows that are read now and kept. */
    public Sites inMemory() {
        return with(Sites::inMemory);
    }

    /** The same of one source. */
    public static RowSource inMemory(RowSource source) {
        List<double[]> rows = new ArrayList<>();
        source.forEachRow(row -> rows.add(row.clone()));
        return InMemoryRows.of(source.schema(), rows.toArray(new double[0][]));
    }

    static Sites ofParts(Path file, CsvOptions options, int count, Partition partition, long seed) {
        KeptRows source = new KeptRows(new EnoughRows(SourceFile.open(file, options), count));
        return ofParts(
                file,
                source,
                switch (partition) {
                    case BLOCKS -> KeptRows.blocks(source, count);
                    case SHUFFLE -> RowPartition.shuffled(source, count, seed);
                    case ROWS ->
                        throw new IllegalArgumentException("--partition rows is for series, whose rows get their lags"
                                + " first: say blocks or shuffle");
                });
    }

    static Sites ofSeries(Path file, CsvOptions options, int count, Partition partition, SeriesOptions series) {
        RowSource source = new KeptRows(SourceFile.open(file, options));
        return switch (partition) {
            case BLOCKS -> ofParts(file, source, series.parts(source, count));
            case ROWS -> {
                KeptRows lagged = new KeptRows(new EnoughRows(series.lagged(source), count));
                yield ofParts(file, lagged, KeptRows.blocks(lagged, count));
            }
            case SHUFFLE ->
                throw new IllegalArgumentException("--partition shuffle would tear series apart: say blocks, "
                        + "which keeps each series at one site, or rows");
        };
    }

    /** Several sites from one file of series, without their lags. */
    static Sites ofSeries(Path file, CsvOptions options, int count, String realisation) {
        RowSource source = new KeptRows(SourceFile.open(file, options));
        return ofParts(file, source, RowPartition.bySeries(source, count, realisation));
    }

    private static Sites ofParts(Path file, RowSource source, List<RowSource> parts) {
        int count = parts.size();
        List<NamedSite> sites = new ArrayList<>();
        for (int p = 0; p < count; p++) {
            sites.add(NamedSite.of(file + " part " + (p + 1) + " of " + count, parts.get(p)));
        }
        return new Sites(source.schema(), sites);
    }
}
