// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.learn;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.hedgerow.core.data.RowSource;
import io.hedgerow.core.internal.text.Words;
import io.hedgerow.samples.learn.sites.NamedSite;
import io.hedgerow.samples.learn.sites.Sites;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Reports the rows, cells and columns of one data source that were left out. A source is one site's, unless one file
 * was divided.
 *
 * @param source such as a file
 * @param records that it has; with the next two left out under a budget, where such numbers would tell of single
 *     records
 * @param rows of them that were left out, because a cell was missing
 * @param missing how many cells of each column were, in these rows
 * @param columns that were not asked for, or left out by the program
 * @param reasons why the program left out a column by itself, by column; only where it did
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record LeftOutEntry(
        String source,
        @Nullable Long records,
        @Nullable Long rows,
        @Nullable Map<String, Long> missing,
        List<String> columns,
        @Nullable Map<String, String> reasons) {

    /**
     * Of the sources of sites that were read.
     *
     * @param counted whether numbers of rows and cells may be told
     * @return one for each source that was not used as a whole, in the order of the sites
     */
    public static List<LeftOutEntry> of(Sites sites, boolean counted) {
        Map<String, List<NamedSite>> bySource = new LinkedHashMap<>();
        sites.all()
                .forEach(site -> bySource.computeIfAbsent(site.rows().omitted().source(), name -> new ArrayList<>())
                        .add(site));
        List<LeftOutEntry> entries = new ArrayList<>();
        @Nullable Map<String, String> reasons = sites.leftOut().isEmpty() ? null : sites.leftOut();
        bySource.forEach((source, parts) -> {
            RowSource.Omitted omitted = parts.get(0).rows().omitted();
            String name = parts.size() == 1 ? parts.get(0).name() : source;
            if (counted && omitted.rows() > 0) {
                entries.add(new LeftOutEntry(
                        name, omitted.records(), omitted.rows(), omitted.cells(), omitted.columns(), reasons));
            } else if (!omitted.columns().isEmpty() || reasons != null) {
                List<String> columns = omitted.columns().isEmpty() && reasons != null
                        ? List.copyOf(reasons.keySet())
                        : omitted.columns();
                entries.add(new LeftOutEntry(name, null, null, null, columns, reasons));
            }
        });
        return entries;
    }

    /** As a line of the summary has it. */
    public String described() {
        List<String> parts = new ArrayList<>();
        if (rows != null && records != null && missing != null) {
            parts.add(rows + " of " + Words.count(records, "row") + " for missing cells of "
                    + missing.entrySet().stream()
                            .map(column -> column.getKey() + " (" + column.getValue() + ")")
                            .collect(Collectors.joining(", ")));
        }
        if (!columns.isEmpty()) {
            parts.add((columns.size() == 1 ? "column " : "columns ") + String.join(", ", columns));
        }
        return source + ": " + String.join("; ", parts);
    }
}
