// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.learn;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.hedgerow.core.data.RowContrast;
import io.hedgerow.core.data.RowSource;
import io.hedgerow.core.internal.text.Words;
import io.hedgerow.samples.learn.sites.NamedSite;
import io.hedgerow.samples.learn.sites.Sites;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Reports the rows, cells and columns of one data source that were left out, and the missing cells of rows that were
 * used. A source is one site's, unless one file was divided.
 *
 * @param source such as a file
 * @param records that it has; with the next three left out under a budget, where such numbers would tell of single
 *     records
 * @param rows of them that were left out, because a cell was missing
 * @param kept rows of them that count although cells are missing; only where there are some
 * @param missing how many cells of each column were, in these rows
 * @param columns that were not asked for, or left out by the program
 * @param reasons why the program left out a column by itself, by column; only where it did
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record LeftOutEntry(
        String source,
        @Nullable Long records,
        @Nullable Long rows,
        @Nullable Long kept,
        @Nullable Map<String, Long> missing,
        List<String> columns,
        @Nullable Map<String, String> reasons) {

    private static final int NAMED = 5;

    /** A share of rows that is worth a sentence. */
    private static final double NOTEWORTHY = 0.01;

    /**
     * Of the sources of sites that were read.
     *
     * @param counted whether numbers of rows and cells may be told
     * @return one for each source that was not used as a whole, in the order of the sites
     */
    public static List<LeftOutEntry> of(Sites sites, boolean counted) {
        List<LeftOutEntry> entries = new ArrayList<>();
        @Nullable Map<String, String> reasons = sites.leftOut().isEmpty() ? null : sites.leftOut();
        bySource(sites).forEach((source, parts) -> {
            RowSource.Omitted omitted = parts.get(0).rows().omitted();
            String name = named(source, parts);
            if (counted && omitted.rows() + omitted.kept() > 0) {
                entries.add(new LeftOutEntry(
                        name,
                        omitted.records(),
                        omitted.rows(),
                        omitted.kept() > 0 ? omitted.kept() : null,
                        omitted.cells(),
                        omitted.columns(),
                        reasons));
            } else if (!omitted.columns().isEmpty() || reasons != null) {
                List<String> columns = omitted.columns().isEmpty() && reasons != null
                        ? List.copyOf(reasons.keySet())
                        : omitted.columns();
                entries.add(new LeftOutEntry(name, null, null, null, null, columns, reasons));
            }
        });
        return entries;
    }

    /** What was left out, as a line of the summary has it; empty where nothing was. */
    public Optional<String> described() {
        List<String> parts = new ArrayList<>();
        if (rows != null && rows > 0 && records != null && missing != null) {
            parts.add(rows + " of " + Words.count(records, "row") + " for missing cells of " + largest(missing));
        }
        if (!columns.isEmpty()) {
            parts.add((columns.size() == 1 ? "column " : "columns ") + String.join(", ", columns));
        }
        return parts.isEmpty() ? Optional.empty() : Optional.of(source + ": " + String.join("; ", parts));
    }

    /** The missing cells of rows that were used, as another line has them; empty where there are none. */
    public Optional<String> used() {
        if (kept == null || records == null || missing == null) {
            return Optional.empty();
        }
        long cells = missing.values().stream().mapToLong(Long::longValue).sum();
        return Optional.of(source + ": " + Words.count(cells, "cell") + " of " + largest(missing)
                + "; other cells of these rows count, and leaving rows out would have lost " + kept + " of "
                + Words.count(records, "row"));
    }

    /**
     * A sentence about rows that another option would have kept beside those used; empty where hardly any were left
     * out.
     */
    static Optional<String> avoidable(List<LeftOutEntry> entries, long used) {
        long lost = entries.stream()
                .mapToLong(entry -> Objects.requireNonNullElse(entry.rows, 0L))
                .sum();
        long all = used + lost;
        return lost > NOTEWORTHY * all
                ? Optional.of(lost + " of " + Words.count(all, "row")
                        + " were left out for missing cells: --missing use keeps them, and uses their other cells")
                : Optional.empty();
    }

    /**
     * How the rows that were left out differ beyond chance from the others, in a sentence for each source where they
     * do. It shows means of these rows, so it is for people who may see them, and is not in the result.
     */
    public static List<String> differences(Sites sites) {
        List<String> all = new ArrayList<>();
        bySource(sites).forEach((source, parts) -> {
            RowSource.Omitted omitted = parts.get(0).rows().omitted();
            List<RowContrast> known = omitted.contrasts().stream()
                    .filter(one -> sites.schema().indexOf(one.column()) >= 0)
                    .toList();
            RowContrast.difference(known, omitted.rows())
                    .ifPresent(difference -> all.add(named(source, parts) + ", rows left out: " + difference));
        });
        return all;
    }

    private static Map<String, List<NamedSite>> bySource(Sites sites) {
        Map<String, List<NamedSite>> bySource = new LinkedHashMap<>();
        sites.all()
                .forEach(site -> bySource.computeIfAbsent(site.rows().omitted().source(), name -> new ArrayList<>())
                        .add(site));
        return bySource;
    }

    /** As people know it: a divided file is of several sites. */
    private static String named(String source, List<NamedSite> parts) {
        return parts.size() == 1 ? parts.get(0).name() : source;
    }

    /** The columns with the most missing cells. */
    private static String largest(Map<String, Long> missing) {
        String named = missing.entrySet().stream()
                .sorted(Map.Entry.comparingByValue(Comparator.reverseOrder()))
                .limit(NAMED)
                .map(column -> column.getKey() + " (" + column.getValue() + ")")
                .collect(Collectors.joining(", "));
        return named + (missing.size() > NAMED ? " and " + Words.count(missing.size() - NAMED, "other column") : "");
    }
}
