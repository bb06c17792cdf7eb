// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.internal.release.series;

import io.hedgerow.core.data.RowSource;
import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.data.rows.UserRows;
import io.hedgerow.core.model.Parameters;
import io.hedgerow.core.privacy.Adjacency;
import io.hedgerow.dp.internal.release.ReleaseOptions;
import io.hedgerow.dp.internal.release.ReleaseOptions.ReleaseCentre;
import io.hedgerow.dp.internal.release.moments.GramFixtures;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;

/** Realisations for tests, and what a sum of them is. */
public final class SeriesFixtures {

    private SeriesFixtures() {}

    /** With NaN where there is no number, as sites read files under a budget. */
    @SuppressWarnings("ArrayRecordComponent") // nobody compares them
    private record NamedRows(VariableSchema schema, double[][] rows) implements RowSource {
        @Override
        public boolean keepsOrder() {
            return true;
        }

        @Override
        public void forEachRow(RowConsumer consumer) {
            for (double[] row : rows) {
                consumer.accept(row.clone());
            }
        }
    }

    /** Of M = 100 persons about 0 with μ = 1. */
    public static UserSeriesDesign options(int d, int lags, double radius) {
        ReleaseOptions users = new ReleaseOptions(
                        d, 100, Adjacency.REPLACE_ONE, 0.02, 3000, false, ReleaseCentre.none(d), 1)
                .withUsers(100);
        return new UserSeriesDesign(users, lags, radius);
    }

    public static double[][] normal(long seed, int steps, int d) {
        Random random = new Random(seed);
        double[][] rows = new double[steps][d];
        for (double[] row : rows) {
            Arrays.setAll(row, j -> random.nextGaussian());
        }
        return rows;
    }

    /** C_l[i, j] = Σ_t y_{t,i} y_{t−l,j} / T by its definition, S for l = 0: [(p + 1) d d]. */
    static double[] moments(double[][] rows, int lags, int d) {
        double[] moments = new double[(lags + 1) * d * d];
        for (int at = 0; at < moments.length; at++) {
            int l = at / (d * d);
            for (int t = l; t < rows.length; t++) {
                moments[at] += rows[t][at / d % d] * rows[t - l][at % d] / rows.length;
            }
        }
        return moments;
    }

    /** N, with w_l = 2 (1 − l / (p + 1)). */
    static double norm(double[] moments, int lags, int d) {
        double sum = 0;
        for (int at = 0; at < moments.length; at++) {
            int l = at / (d * d);
            double weight = l == 0 ? 1 : 2 * (1 - l / (lags + 1.0));
            sum += weight * moments[at] * moments[at];
        }
        return Math.sqrt(sum);
    }

    /** A sum of values as they are, about the known centre. */
    public static LaggedSum begun(UserSeriesDesign options) {
        LaggedSum sum = options.products();
        ReleaseCentre.Known centre = (ReleaseCentre.Known) options.options().centre();
        sum.begin(centre.vector(), ones(options.options().variables()));
        return sum;
    }

    static void begin(LaggedSum sum, int d) {
        sum.begin(new double[d], ones(d));
    }

    public static double[] ones(int d) {
        double[] ones = new double[d];
        Arrays.fill(ones, 1);
        return ones;
    }

    /** Released products where a message has them. */
    public static Parameters placed(UserSeriesDesign options, double[] products) {
        double[] flat = new double[options.layout().size()];
        options.place(products, flat);
        return Parameters.takeOver(flat);
    }

    /** What one realisation adds, in units of R, with the lower triangle of S filled in. */
    static double[] contribution(UserSeriesDesign options, double[][] rows) {
        int d = options.options().variables();
        LaggedSum sum = begun(options);
        sum.addUser(List.of(rows));
        double[] released = sum.finish(GramFixtures.SILENT);
        for (int i = 0; i < d; i++) {
            for (int j = 0; j < i; j++) {
                released[i * d + j] = released[j * d + i];
            }
        }
        return released;
    }

    /** Rows with person and time before the variables: columns person, time, x1, x2, … */
    static UserSeriesSource series(double[][] rows, Optional<UserSeriesSource.Clock> clock, int lags) {
        return series(rows, clock, lags, false);
    }

    static UserSeriesSource aboutOwnMeans(double[][] rows, Optional<UserSeriesSource.Clock> clock, int lags) {
        return series(rows, clock, lags, true);
    }

    private static UserSeriesSource series(
            double[][] rows, Optional<UserSeriesSource.Clock> clock, int lags, boolean aboutOwnMeans) {
        List<String> names = new ArrayList<>(List.of("person"));
        clock.ifPresent(given -> names.add(given.time()));
        names.addAll(VariableSchema.numbered(rows[0].length - names.size()).names());
        RowSource source = new NamedRows(new VariableSchema(names), rows);
        return UserSeriesSource.of(UserRows.of(source, "person"), clock, lags, aboutOwnMeans);
    }
}
