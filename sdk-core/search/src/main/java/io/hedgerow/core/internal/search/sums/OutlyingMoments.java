// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.search.sums;

import io.hedgerow.core.data.SufficientStatistics;
import io.hedgerow.core.model.Parameters;
import io.hedgerow.core.protocol.Aggregate;
import io.hedgerow.core.protocol.SiteId;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.IntToDoubleFunction;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;

/**
 * Finds sites whose exact moments are far from those of the others. Moments per row are compared, each variable in the
 * unit of its median root mean square over the sites, and the distance of two sites in units of chance for their rows,
 * √(1/n_p + 1/n_q). A site's distance is that to the middle one of the others; it stands out when that is more than
 * {@value #TIMES} times the middle site's ({@value #TIMES_OF_THREE} times of three sites), which holds while fewer than
 * half of the sites are off. A number of rows below 1, or moments that are no numbers, always stand out. For exact
 * sums: added noise is not in proportion to the rows. Not private. Takes O(P² d²) for P sites.
 */
public final class OutlyingMoments {

    /** Chosen by simulation: the test states how often sites of one network are named. */
    static final double TIMES = 3;

    /** Two of three sites are near each other by chance more often than of many; only gross errors are named. */
    static final double TIMES_OF_THREE = 30;

    /** In the unit of distances: nearer sites count as having the same rows. */
    private static final double ROUNDING = 1e-6;

    private static final int FEWEST = 3;

    private OutlyingMoments() {}

    /** The sites that stand out in one sum, none where uploads are unseen; {@code moments} finds their sums. */
    public static Set<SiteId> of(int variables, Aggregate release, UnaryOperator<Parameters> moments) {
        Map<SiteId, SufficientStatistics> sites = new TreeMap<>();
        release.seen().forEach((site, sent) -> {
            double[] sums = new double[release.sum().size()];
            sent.addTo(sums);
            sites.put(site, SiteSums.statistics(variables, moments.apply(Parameters.takeOver(sums))));
        });
        return of(sites);
    }

    /** The same where sites have different columns: by those that all have, and none where there are none. */
    public static Set<SiteId> of(ColumnRoster roster, Aggregate release) {
        int[] columns = roster.everywhere();
        Map<SiteId, SufficientStatistics> sites = new TreeMap<>();
        release.seen().forEach((site, sent) -> {
            double[] sums = new double[release.sum().size()];
            sent.addTo(sums);
            Parameters own = roster.total(Parameters.takeOver(sums));
            if (columns.length > 0) {
                sites.put(site, SiteSums.statistics(roster.variables(), own, columns));
            }
        });
        return of(sites);
    }

    /** The sites that stand out; none of fewer than three. */
    public static Set<SiteId> of(Map<SiteId, SufficientStatistics> statistics) {
        if (statistics.size() < FEWEST) {
            return Set.of();
        }
        List<SiteId> names = statistics.keySet().stream().sorted().toList();
        List<SufficientStatistics> sites = names.stream().map(statistics::get).toList();
        double[][] moments = sites.stream().map(OutlyingMoments::moments).toArray(double[][]::new);
        inUnits(moments, sites.get(0).variables());
        double[][] distances = new double[sites.size()][sites.size()];
        for (int p = 0; p < distances.length; p++) {
            for (int q = 0; q < distances.length; q++) {
                double chance = 1.0 / sites.get(p).rows() + 1.0 / sites.get(q).rows();
                distances[p][q] = distance(moments[p], moments[q]) / Math.sqrt(chance);
            }
        }
        double[] apart = apart(distances);
        double times = apart.length > FEWEST ? TIMES : TIMES_OF_THREE;
        double limit = Math.max(ROUNDING, times * middle(apart.length, p -> apart[p]));
        Set<SiteId> outlying = new TreeSet<>();
        for (int p = 0; p < apart.length; p++) {
            if (!(apart[p] <= limit)) { // also what is no number
                outlying.add(names.get(p));
            }
        }
        return outlying;
    }

    /** Means, then products row by row, per row; NaN without rows. */
    private static double[] moments(SufficientStatistics site) {
        int d = site.variables();
        double[] moments = new double[d + d * d];
        for (int i = 0; i < d; i++) {
            moments[i] = site.rows() < 1 ? Double.NaN : site.mean(i);
            for (int j = 0; j < d; j++) {
                moments[d + i * d + j] = site.covariance(i, j) + site.mean(i) * site.mean(j);
            }
        }
        return moments;
    }

    private static void inUnits(double[][] moments, int d) {
        double[] unit = new double[d];
        for (int i = 0; i < d; i++) {
            int square = d + i * (d + 1);
            double middle = Math.sqrt(Math.max(0, middle(moments.length, p -> moments[p][square])));
            unit[i] = middle > 0 ? middle : 1;
        }
        for (double[] site : moments) {
            for (int i = 0; i < d; i++) {
                site[i] /= unit[i];
                for (int j = 0; j < d; j++) {
                    site[d + i * d + j] /= unit[i] * unit[j];
                }
            }
        }
    }

    private static double distance(double[] left, double[] right) {
        double sum = 0;
        for (int k = 0; k < left.length; k++) {
            sum += (left[k] - right[k]) * (left[k] - right[k]);
        }
        return Math.sqrt(sum);
    }

    private static double[] apart(double[][] distances) {
        double[] apart = new double[distances.length];
        for (int p = 0; p < apart.length; p++) {
            int own = p;
            apart[p] = middle(apart.length - 1, q -> distances[own][q < own ? q : q + 1]);
        }
        return apart;
    }

    /** The median; of an even number the lower one, so that one site of three that is off is no middle. */
    private static double middle(int count, IntToDoubleFunction value) {
        double[] values = IntStream.range(0, count).mapToDouble(value).toArray();
        Arrays.sort(values);
        return values[(count - 1) / 2];
    }
}
