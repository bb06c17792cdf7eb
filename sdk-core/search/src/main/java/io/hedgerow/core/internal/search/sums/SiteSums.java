// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.search.sums;

import io.hedgerow.core.data.Centring;
import io.hedgerow.core.data.DataView;
import io.hedgerow.core.data.RowSource;
import io.hedgerow.core.data.SufficientStatistics;
import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.model.ParameterLayout;
import io.hedgerow.core.model.Parameters;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.IntStream;

/**
 * The sufficient statistics of a site for a search, as one vector that can be summed over sites: products about the
 * site's own means, so that means that differ between sites are no relation between variables (paper 001, §4, with
 * local centring); statistics of the agreement of sites; and statistics of linearity and of normal noises. One release,
 * no rounds; later searches cost no further communication.
 *
 * <p>The slice of variable j, with i = (j + s) mod d, n rows, w = max(0, n − 4), r correlations and s_j deviations of
 * the site's own, and w_ji = w where both columns vary at the site, else 0:
 *
 * <ul>
 *   <li>products: Σ (x_j − m_j)(x_i − m_i) for s = 0 … ⌊d/2⌋
 *   <li>agreement: w, then w · artanh(r_ji) for s = 1 … ⌊d/2⌋
 *   <li>correlations: w · ln s_j², 0 where s_j is 0, then n · r_ji for s = 1 … ⌊d/2⌋
 *   <li>varying: w_jj, then w_ji for s = 1 … ⌊d/2⌋: rows of a site where a column is constant count for the others
 *   <li>third: Σ z_j² z_i for s = 0 … d − 1, z in the site's own deviations, see {@link ShapeSums}
 *   <li>single: Σ x_j; n; Σ_s w · artanh²; Σ z_j⁴; rows that were read for third and fourth, 0 where s_j is 0; w · (ln
 *       s_j²)²; n times {@link DataView#spreadOfTies}
 * </ul>
 *
 * <p>Where columns are normal scores with ties, products and correlations are those of the variables behind the ties
 * ({@link DataView#correlationsBehindTies}), and all else is of the scores: whether sites agree is then told by
 * correlations whose chance is known.
 *
 * <p>Every pair of variables occurs, once for odd d and at most twice for even d. <b>Not private.</b> Sums of one site
 * reveal something about its rows: reveal only totals.
 */
public final class SiteSums {

    /** The content of {@link #of} in the words of every plan, refusal and guide. */
    public static final String CONTENTS = "row count, means, second moments, correlations, Fisher's z of them"
            + " and logarithms of variances with sums of their squares, third and fourth moments, in how many rows a"
            + " pair varies and how far ties spread correlations";

    /** A correlation nearer to 1 only shows that a column is double. */
    private static final double LARGEST = 1 - 1e-12;
    /** Fisher's z of a correlation after two means, two variances: its variance is about 1 / (n − 4). */
    static final int LOST = 4;

    static final int SUM = 0;
    static final int ROWS = 1;
    static final int SPREAD = 2;
    static final int FOURTH = 3;
    static final int SHAPES = 4;
    static final int SCALE_SPREAD = 5;
    static final int TIES = 6;
    private static final int SINGLES = 7;
    private static final int BLOCKS_OF_PAIRS = 4;

    private SiteSums() {}

    /** The layout of the sums, without edges, q = 4 ⌊d/2⌋ + d + 11. */
    public static ParameterLayout layout(int variables) {
        int half = variables / 2 + 1;
        return ParameterLayout.of(
                variables,
                List.of(
                        new ParameterLayout.Block("products", half, 0, 0),
                        new ParameterLayout.Block("agreement", half, 0, 0),
                        new ParameterLayout.Block("correlations", half, 0, 0),
                        new ParameterLayout.Block("varying", half, 0, 0),
                        new ParameterLayout.Block("third", variables, 0, 0),
                        new ParameterLayout.Block("single", SINGLES, 0, 0)));
    }

    static int product(int variables, int j, int s) {
        return j * slice(variables) + s;
    }

    static int agreement(int variables, int j, int s) {
        return product(variables, j, variables / 2 + 1 + s);
    }

    static int correlation(int variables, int j, int s) {
        return agreement(variables, j, variables / 2 + 1 + s);
    }

    static int varying(int variables, int j, int s) {
        return correlation(variables, j, variables / 2 + 1 + s);
    }

    static int third(int variables, int j, int s) {
        return varying(variables, j, variables / 2 + 1 + s);
    }

    static int single(int variables, int j, int which) {
        return third(variables, j, variables + which);
    }

    private static int slice(int variables) {
        return BLOCKS_OF_PAIRS * (variables / 2 + 1) + variables + SINGLES;
    }

    /** The sums of one site, by {@link #layout}. Reads its rows once more than for their statistics. */
    public static Parameters of(DataView view) {
        return of(view, Centring.LOCAL_MEAN);
    }

    /**
     * The sums of one site whose products may be about 0, and the receiver of the sum over sites subtracts the mean of
     * all. Means of a few rows that follow each other depend on every row, so that products about them show a false
     * dependence on the past (Nickell 1981).
     */
    public static Parameters of(DataView view, Centring centring) {
        return of(view, centring, Set.of());
    }

    /** The same of a site that was declared to lack {@code absent} columns: they add nothing, not even rows. */
    public static Parameters of(DataView view, Centring centring, Set<String> absent) {
        Optional<double[]> behindTies = view.correlationsBehindTies();
        double[] ties = behindTies
                .map(view::spreadOfTies)
                .orElseGet(() -> new double[view.schema().size()]);
        Parameters sums = of(view.statistics(), behindTies, ties, ShapeSums.of(view), centring);
        return absent.isEmpty() ? sums : without(view.schema(), sums, absent);
    }

    /** Takes the rows of absent columns away; all else of a column that is constant is 0 already, but for its ties. */
    private static Parameters without(VariableSchema schema, Parameters sums, Set<String> absent) {
        int d = schema.size();
        double[] less = sums.toArray();
        for (String name : absent) {
            int j = schema.indexOf(name);
            less[agreement(d, j, 0)] = 0;
            less[single(d, j, ROWS)] = 0;
            less[single(d, j, SUM)] = 0;
            less[single(d, j, TIES)] = 0;
        }
        return Parameters.takeOver(less);
    }

    /** The sums of some columns of a site, from their statistics and a reader of all rows. */
    public static Parameters of(SufficientStatistics statistics, Consumer<RowSource.RowConsumer> rows) {
        return of(
                statistics,
                Optional.empty(),
                new double[statistics.variables()],
                ShapeSums.of(statistics, rows),
                Centring.LOCAL_MEAN);
    }

    private static Parameters of(
            SufficientStatistics statistics,
            Optional<double[]> behindTies,
            double[] ties,
            ShapeSums shapes,
            Centring centring) {
        int d = statistics.variables();
        double[] sums = new double[d * slice(d)];
        double n = statistics.rows();
        double w = Math.max(0, n - LOST);
        for (int j = 0; j < d; j++) {
            boolean varies = statistics.covariance(j, j) > 0;
            sums[agreement(d, j, 0)] = w;
            sums[varying(d, j, 0)] = varies ? w : 0;
            sums[product(d, j, 0)] = n * product(statistics, j, j, centring);
            for (int s = 1; s <= d / 2; s++) {
                int i = (j + s) % d;
                double r = correlation(statistics, j, i);
                double z = artanh(r);
                sums[correlation(d, j, s)] = n * r;
                sums[product(d, j, s)] = n * product(statistics, j, i, centring);
                if (behindTies.isPresent()) {
                    double behind = behindTies.get()[j * d + i];
                    sums[correlation(d, j, s)] = n * behind;
                    sums[product(d, j, s)] += n * (behind - r) * scale(statistics, j, i);
                }
                sums[agreement(d, j, s)] = w * z;
                sums[varying(d, j, s)] = varies && statistics.covariance(i, i) > 0 ? w : 0;
                sums[single(d, j, SPREAD)] += w * z * z;
            }
            for (int s = 0; s < d; s++) {
                sums[third(d, j, s)] = shapes.third(j, (j + s) % d);
            }
            sums[single(d, j, SUM)] = n * statistics.mean(j);
            sums[single(d, j, ROWS)] = n;
            sums[single(d, j, TIES)] = n * ties[j];
            sums[single(d, j, FOURTH)] = shapes.fourth(j);
            sums[single(d, j, SHAPES)] = varies ? shapes.rows() : 0;
            double scale = varies ? Math.log(statistics.covariance(j, j)) : 0;
            sums[correlation(d, j, 0)] = w * scale;
            sums[single(d, j, SCALE_SPREAD)] = w * scale * scale;
        }
        return Parameters.takeOver(sums);
    }

    private static double product(SufficientStatistics site, int i, int j, Centring centring) {
        double offsets = centring == Centring.NONE ? site.mean(i) * site.mean(j) : 0;
        return site.covariance(i, j) + offsets;
    }

    private static double correlation(SufficientStatistics site, int i, int j) {
        double scale = scale(site, i, j);
        return scale > 0 ? site.covariance(i, j) / scale : 0;
    }

    private static double scale(SufficientStatistics site, int i, int j) {
        return Math.sqrt(site.covariance(i, i) * site.covariance(j, j));
    }

    static double artanh(double r) {
        double bounded = Math.max(-LARGEST, Math.min(LARGEST, r));
        return 0.5 * Math.log((1 + bounded) / (1 - bounded));
    }

    /** The rows, means and covariances of a site from its release. */
    public static SufficientStatistics statistics(int variables, Parameters sums) {
        return statistics(variables, sums, IntStream.range(0, variables).toArray());
    }

    /** The same of some columns, all of the same rows. */
    static SufficientStatistics statistics(int variables, Parameters sums, int[] columns) {
        SufficientStatistics all = statistics(variables, sums, columns[0]);
        if (columns.length == variables) {
            return all;
        }
        int kept = columns.length;
        double[] covariance = new double[kept * kept];
        Arrays.setAll(covariance, k -> all.covariance(columns[k / kept], columns[k % kept]));
        return SufficientStatistics.ofMoments(
                all.rows(), IntStream.of(columns).mapToDouble(all::mean).toArray(), covariance);
    }

    private static SufficientStatistics statistics(int variables, Parameters sums, int counted) {
        int d = variables;
        double n = sums.get(single(d, counted, ROWS));
        double[] mean = new double[d];
        double[] covariance = new double[d * d];
        for (int j = 0; j < d; j++) {
            mean[j] = sums.get(single(d, j, SUM)) / n;
            for (int s = 0; s <= d / 2; s++) {
                int i = (j + s) % d;
                covariance[j * d + i] = sums.get(product(d, j, s)) / n;
                covariance[i * d + j] = covariance[j * d + i];
            }
        }
        return SufficientStatistics.ofMoments(Math.round(n), mean, covariance);
    }
}
