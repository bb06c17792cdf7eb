// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.learn.sites;

import io.hedgerow.core.data.DataException;
import io.hedgerow.core.data.RowSource;
import io.hedgerow.core.data.VariableSchema;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The rows of one site, of a source in which a column names each row's site. That column is no variable. Each reading
 * reads the whole source. For evaluation in one process: real sites have data of their own.
 *
 * @param source rows of all sites
 * @param site what stands for the site in that column
 */
record RowsOfSite(RowSource source, int column, double site) implements RowSource {

    /** The sites of a source, numbers before names; reads it once. */
    static List<RowsOfSite> of(RowSource source, String name, int most) {
        int column = source.schema().indexOf(name);
        if (column < 0) {
            throw new IllegalArgumentException(
                    "--site-column must be one of " + source.schema().names() + ", was " + name);
        }
        Set<Double> sites = new HashSet<>();
        source.forEachRow(row -> {
            if (!Double.isFinite(row[column])) {
                throw new DataException(source.description() + ", column " + name
                        + ": must name the site of every row, is " + row[column] + " in one");
            }
            if (sites.add(row[column] + 0.0) && sites.size() > most) {
                throw new DataException(source.description() + ", column " + name + ": must name at most " + most
                        + " sites, names more: is it a measurement?");
            }
        });
        return sites.stream()
                .map(site -> new RowsOfSite(source, column, site))
                .sorted(Comparator.comparing(RowsOfSite::isNumber)
                        .reversed()
                        .thenComparing(site -> site.isNumber() ? site.site() : 0)
                        .thenComparing(RowsOfSite::name))
                .toList();
    }

    private boolean isNumber() {
        return Math.abs(site) < 0x1p53;
    }

    /** As a person would write it. */
    String name() {
        return source.keyText(site);
    }

    @Override
    public VariableSchema schema() {
        List<String> names = new ArrayList<>(source.schema().names());
        names.remove(column);
        return source.schema().choosing(names);
    }

    @Override
    public String keyText(double key) {
        return source.keyText(key);
    }

    @Override
    public String description() {
        return source.description() + ", site " + name();
    }

    @Override
    public boolean keepsOrder() {
        return source.keepsOrder();
    }

    @Override
    public Optional<String> reasonUnsafeForPrivacy() {
        return source.reasonUnsafeForPrivacy();
    }

    @Override
    public Omitted omitted() {
        return source.omitted();
    }

    @Override
    public void forEachRow(RowConsumer consumer) {
        double[] kept = new double[source.schema().size() - 1];
        source.forEachRow(row -> {
            if (row[column] == site) {
                System.arraycopy(row, 0, kept, 0, column);
                System.arraycopy(row, column + 1, kept, column, kept.length - column);
                consumer.accept(kept);
            }
        });
    }
}
