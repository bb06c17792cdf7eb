// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.lab.grid;

import io.hedgerow.core.data.RowSource;
import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.data.rows.InMemoryRows;
import io.hedgerow.core.design.TimeSlices;
import io.hedgerow.core.internal.design.Lagged;
import io.hedgerow.samples.learn.sites.NamedSite;
import io.hedgerow.samples.learn.sites.Sites;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Divides rows of sites into folds, in units that no fold cuts through: whole time series with their lags, or single
 * rows. Series are dealt to folds in their order, consecutive ones together, over all sites; rows one after the other
 * within each site. A site whose series are all held out does not train. Not private: everything is in memory.
 *
 * @param schema of the rows, with their lags
 * @param targets d, how many columns are predicted
 * @param sites at least one
 */
public record FoldedRows(VariableSchema schema, int targets, List<Site> sites) {

    public record Site(String name, List<double[][]> units) {
        public Site {
            units = List.copyOf(units);
        }
    }

    /**
     * One division of the rows.
     *
     * @param training sites that train
     * @param trained for each of them its place among all sites
     * @param heldOut for each of all sites the rows that are not trained with
     */
    public record Fold(Sites training, List<Integer> trained, List<List<double[]>> heldOut) {}

    public FoldedRows {
        sites = List.copyOf(sites);
    }

    /** Series of sites, with a row for each step; where no column names series, a site has one. */
    public static FoldedRows ofSeries(List<NamedSite> named, Lagged.Order order, int lags) {
        List<Site> sites = new ArrayList<>();
        VariableSchema schema = named.get(0).rows().schema();
        for (NamedSite site : named) {
            RowSource source = site.rows();
            int column = order.realisation()
                    .map(name -> source.schema().names().indexOf(name))
                    .orElse(-1);
            Map<Double, List<double[]>> series = new LinkedHashMap<>();
            source.forEachRow(row -> series.computeIfAbsent(column < 0 ? 0 : row[column], any -> new ArrayList<>())
                    .add(row.clone()));
            List<double[][]> units = new ArrayList<>();
            for (List<double[]> one : series.values()) {
                Lagged lagged = Lagged.of(InMemoryRows.of(source.schema(), one.toArray(new double[0][])), order, lags);
                schema = lagged.schema();
                units.add(rows(lagged));
            }
            sites.add(new Site(site.name(), units));
        }
        return new FoldedRows(schema, TimeSlices.of(schema).orElseThrow().size(), sites);
    }

    public static FoldedRows ofRows(List<NamedSite> named) {
        List<Site> sites = new ArrayList<>();
        for (NamedSite site : named) {
            List<double[][]> units = new ArrayList<>();
            site.rows().forEachRow(row -> units.add(new double[][] {row.clone()}));
            sites.add(new Site(site.name(), units));
        }
        VariableSchema schema = named.get(0).rows().schema();
        return new FoldedRows(schema, schema.size(), sites);
    }

    private static double[][] rows(RowSource source) {
        List<double[]> rows = new ArrayList<>();
        source.forEachRow(row -> rows.add(row.clone()));
        return rows.toArray(new double[0][]);
    }

    public boolean isOfSeries() {
        return targets < schema.size();
    }

    public int units() {
        return sites.stream().mapToInt(site -> site.units().size()).sum();
    }

    public Fold fold(int fold, int folds) {
        List<NamedSite> training = new ArrayList<>();
        List<Integer> trained = new ArrayList<>();
        List<List<double[]>> heldOut = new ArrayList<>();
        int unit = 0;
        long all = units();
        for (int p = 0; p < sites.size(); p++) {
            List<double[]> kept = new ArrayList<>();
            List<double[]> left = new ArrayList<>();
            List<double[][]> own = sites.get(p).units();
            for (int u = 0; u < own.size(); u++) {
                long into = isOfSeries() ? unit * (long) folds / all : u % folds;
                (into == fold ? left : kept).addAll(List.of(own.get(u)));
                unit++;
            }
            if (!kept.isEmpty()) {
                training.add(NamedSite.of(sites.get(p).name(), InMemoryRows.of(schema, kept.toArray(new double[0][]))));
                trained.add(p);
            }
            heldOut.add(left);
        }
        return new Fold(new Sites(schema, training), trained, heldOut);
    }
}
