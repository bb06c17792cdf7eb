// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.search.sums;

import io.hedgerow.core.data.DataView;
import io.hedgerow.core.data.RowSource;
import io.hedgerow.core.internal.chance.Holm;
import io.hedgerow.core.internal.text.Words;
import io.hedgerow.core.model.Parameters;
import io.hedgerow.core.search.Finding;
import io.hedgerow.core.search.Trust.Misfit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.stream.IntStream;

/**
 * The sums of {@link SiteSums} of rows with missing cells, NaN: of each pair over the rows that have both cells, n_ij,
 * in w_ij = max(0, n_ij − 4). Third and fourth moments are of sites without missing cells alone: rows that have all
 * cells are others where what is missing depends on what is seen. Behind them, of every pair, n_ij and whether the site
 * has rows of it; the number of rows that have some cell; and of every ordered pair by how much the sum of one column
 * over the rows that have the other differs from what it is without regard to them, with the variance of this by
 * chance. Reads all rows twice. <b>Not private.</b>
 */
public final class CellSums implements PairCounts {

    private final int d;
    private final Parameters sums;
    private final double[] counts;

    private CellSums(int variables, double[] values) {
        this.d = variables;
        int size = SiteSums.layout(d).size();
        this.sums = Parameters.takeOver(Arrays.copyOf(values, size));
        this.counts = Arrays.copyOfRange(values, size, size(variables));
    }

    /** How many values there are. */
    public static int size(int variables) {
        return SiteSums.layout(variables).size() + variables * (variables + 1) + 1 + 2 * variables * variables;
    }

    /** The sums over sites, from the total of their values. */
    public static CellSums of(int variables, double[] values) {
        return new CellSums(variables, values);
    }

    /** The values of a site without missing cells: its {@link SiteSums}, to the last digit, and its number of rows. */
    public static double[] complete(DataView view) {
        return complete(view.schema().size(), SiteSums.of(view), (double)
                view.statistics().rows());
    }

    /** The same from its {@link SiteSums}. */
    public static double[] complete(int variables, Parameters sums, double rows) {
        int d = variables;
        double[] values = Arrays.copyOf(sums.toArray(), size(d));
        int pairs = d * (d + 1) / 2;
        Arrays.fill(values, sums.size(), sums.size() + pairs, rows);
        Arrays.fill(values, sums.size() + pairs, sums.size() + 2 * pairs, 1);
        values[sums.size() + 2 * pairs] = rows;
        return values;
    }

    /** The values of one site. */
    public static double[] of(int variables, Consumer<RowSource.RowConsumer> reading) {
        return new Site(variables).read(reading);
    }

    /** The same of some columns of rows that also have others: of so many rows in all. */
    public static double[] of(int variables, double rows, Consumer<RowSource.RowConsumer> reading) {
        double[] values = of(variables, reading);
        values[SiteSums.layout(variables).size() + variables * (variables + 1)] = rows;
        return values;
    }

    /** By {@link SiteSums#layout}. */
    public Parameters sums() {
        return sums;
    }

    /** Whether some row lacks a cell. */
    public boolean anyMissing() {
        for (int j = 0; j < d; j++) {
            if (rows(j, j) < rows()) {
                return true;
            }
        }
        return false;
    }

    /** The variance of each variable in the rows that have it, about the sites' means: [d]. */
    public double[] variances() {
        double[] variances = new double[d];
        Arrays.setAll(variances, j -> sums.get(SiteSums.product(d, j, 0)) / Math.max(1, rows(j, j)));
        return variances;
    }

    /** The number of sites with rows that are left. */
    public int sites() {
        return IntStream.range(0, d).map(j -> sites(j, j)).max().orElse(0);
    }

    /** The pair that fewest rows have, less the sites of these rows. */
    public int[] fewest() {
        int[] fewest = {0, 0};
        for (int i = 0; i < d; i++) {
            for (int j = i; j < d; j++) {
                if (rows(i, j) - sites(i, j) < rows(fewest[0], fewest[1]) - sites(fewest[0], fewest[1])) {
                    fewest = new int[] {i, j};
                }
            }
        }
        return fewest;
    }

    /**
     * Where a column has other values in rows that lack another one.
     *
     * @param missing the column that these rows lack
     * @param on the column with other values
     * @param deviations the difference of its sum from chance, in standard errors
     */
    public record Dependence(int missing, int on, double deviations) {

        /** Others that a place names. */
        private static final int NAMED = 5;

        /** The places of dependences, the strongest first: each variable that is missing, with the others. */
        public static Finding finding(List<Dependence> all, List<String> names) {
            Map<Integer, List<Dependence>> variables = new TreeMap<>();
            all.forEach(one -> variables
                    .computeIfAbsent(one.missing, v -> new ArrayList<>())
                    .add(one));
            List<Finding.Place> places = new ArrayList<>();
            variables.forEach((v, on) -> places.add(new Finding.Place(
                    v,
                    v,
                    OptionalDouble.of(Math.abs(on.get(0).deviations)),
                    "on "
                            + Words.listed(
                                    on.stream()
                                            .map(one -> names.get(one.on))
                                            .distinct()
                                            .limit(NAMED)
                                            .toList(),
                                    "and"))));
            return Finding.at(Misfit.MISSING_DEPENDS_ON, places);
        }
    }

    /** Dependences beyond chance, which one in a hundred studies without any has (Holm 1979), the strongest first. */
    public List<Dependence> dependences() {
        List<Dependence> all = new ArrayList<>();
        int at = d * (d + 1) + 1;
        for (int i = 0; i < d; i++) {
            for (int j = 0; j < d; j++) {
                double variance = counts[at + d * d + i * d + j];
                if (variance > 0) {
                    all.add(new Dependence(i, j, counts[at + i * d + j] / Math.sqrt(variance)));
                }
            }
        }
        return Holm.beyondChance(all, Dependence::deviations);
    }

    @Override
    public int variables() {
        return d;
    }

    @Override
    public long rows() {
        return Math.round(counts[d * (d + 1)]);
    }

    @Override
    public double rows(int one, int other) {
        return counts[place(one, other)];
    }

    @Override
    public int sites(int one, int other) {
        return (int) Math.round(counts[d * (d + 1) / 2 + place(one, other)]);
    }

    private int place(int one, int other) {
        int a = Math.min(one, other);
        return a * d - a * (a - 1) / 2 + Math.max(one, other) - a;
    }

    /** The same: third moments are of sites that have all columns. */
    @Override
    public Parameters having(int[] columns) {
        return sums;
    }

    /** 1: fourth moments of all columns are of the same rows. */
    @Override
    public double overlap(int one, int other, double shapes) {
        return 1;
    }

    /** The sums of one site while it reads. */
    private static final class Site {
        private final int d;
        private final double[] seen;
        private final double[] mean;
        /** Of the rows that have both: how many, Σ x_j, Σ x_j², Σ x_i x_j, all about the means: at [i, j]. */
        private final double[] rows;

        private final double[] sum;
        private final double[] square;
        private final double[] product;
        private double all;

        Site(int variables) {
            this.d = variables;
            this.seen = new double[d];
            this.mean = new double[d];
            this.rows = new double[d * d];
            this.sum = new double[d * d];
            this.square = new double[d * d];
            this.product = new double[d * d];
        }

        double[] read(Consumer<RowSource.RowConsumer> reading) {
            reading.accept(this::count);
            reading.accept(this::add);
            return values();
        }

        private void count(double[] row) {
            boolean some = false;
            for (int j = 0; j < d; j++) {
                if (!Double.isNaN(row[j])) {
                    seen[j]++;
                    mean[j] += (row[j] - mean[j]) / seen[j]; // without round-off where a column is constant
                    some = true;
                }
            }
            all += some ? 1 : 0;
        }

        private void add(double[] row) {
            for (int i = 0; i < d; i++) {
                double x = row[i] - mean[i];
                for (int j = 0; !Double.isNaN(x) && j < d; j++) {
                    double y = row[j] - mean[j];
                    if (!Double.isNaN(y)) {
                        rows[i * d + j]++;
                        sum[i * d + j] += y;
                        square[i * d + j] += y * y;
                        product[i * d + j] += x * y;
                    }
                }
            }
        }

        /** Of the rows that have both. */
        private double covariance(int i, int j) {
            double n = rows[i * d + j];
            return n > 0 ? (product[i * d + j] - sum[i * d + j] * sum[j * d + i] / n) / n : 0;
        }

        private double variance(int beside, int j) {
            double n = rows[beside * d + j];
            return n > 0 ? square[beside * d + j] / n - sum[beside * d + j] * sum[beside * d + j] / n / n : 0;
        }

        private double[] values() {
            double[] values = new double[size(d)];
            for (int j = 0; j < d; j++) {
                double n = rows[j * (d + 1)];
                boolean varies = covariance(j, j) > 0;
                double w = Math.max(0, n - SiteSums.LOST);
                values[SiteSums.agreement(d, j, 0)] = w;
                values[SiteSums.varying(d, j, 0)] = varies ? w : 0;
                values[SiteSums.product(d, j, 0)] = n * covariance(j, j);
                for (int s = 1; s <= d / 2; s++) {
                    addPair(values, j, s);
                }
                values[SiteSums.single(d, j, SiteSums.SUM)] = n * mean[j];
                values[SiteSums.single(d, j, SiteSums.ROWS)] = n;
                double scale = varies ? Math.log(covariance(j, j)) : 0;
                values[SiteSums.correlation(d, j, 0)] = w * scale;
                values[SiteSums.single(d, j, SiteSums.SCALE_SPREAD)] = w * scale * scale;
            }
            int at = SiteSums.layout(d).size();
            int pairs = d * (d + 1) / 2;
            for (int i = 0; i < d; i++) {
                for (int j = i; j < d; j++) {
                    values[at] = rows[i * d + j];
                    values[at + pairs] = rows[i * d + j] > 0 ? 1 : 0;
                    at++;
                }
            }
            values[at + pairs] = all;
            addDependence(values, at + pairs + 1);
            return values;
        }

        /**
         * Of rows drawn without regard to a column with variance v, n_ij of n_j, a sum varies by v n_ij (1 − n_ij /
         * n_j).
         */
        private void addDependence(double[] values, int at) {
            for (int i = 0; i < d; i++) {
                for (int j = 0; j < d; j++) {
                    double have = rows[i * d + j];
                    double all = rows[j * (d + 1)];
                    if (i != j && have > 0 && have < all) {
                        values[at + i * d + j] = sum[i * d + j];
                        values[at + d * d + i * d + j] = covariance(j, j) * have * (1 - have / all);
                    }
                }
            }
        }

        private void addPair(double[] values, int j, int s) {
            int i = (j + s) % d;
            double n = rows[j * d + i];
            double w = Math.max(0, n - SiteSums.LOST);
            double scale = Math.sqrt(variance(i, j) * variance(j, i));
            double r = scale > 0 ? covariance(i, j) / scale : 0;
            double z = SiteSums.artanh(r);
            values[SiteSums.product(d, j, s)] = n * covariance(i, j);
            values[SiteSums.correlation(d, j, s)] = n * r;
            values[SiteSums.agreement(d, j, s)] = w * z;
            values[SiteSums.varying(d, j, s)] = scale > 0 ? w : 0;
            values[SiteSums.single(d, j, SiteSums.SPREAD)] += w * z * z;
        }
    }
}
