// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.search.sums;

import io.hedgerow.core.internal.linalg.SmallCholesky;
import io.hedgerow.core.model.Parameters;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;

/**
 * The moments of groups of sites that have different columns, each about the sites' own means, and covariances of all
 * columns under a model of them.
 *
 * <p>Symbols: d variables; of group g: O the columns that it has and M the others, A_g: [O, O] the products summed, f_g
 * its rows less its sites, the degrees of freedom of A_g; f = Σ f_g; S: [d, d] the covariances of a model. With normal
 * rows A_g is Wishart of S_OO and f_g, and the products of all columns that are expected given A_g are (Dempster, Laird
 * and Rubin 1977; Little and Rubin 2002, §11.2), with β = S_MO S_OO⁻¹:
 *
 * <pre>T_OO = A_g,   T_MO = β A_g,   T_MM = β A_g βᵀ + f_g (S_MM − β S_OM)</pre>
 *
 * <p>Σ_g T / f maximises the likelihood of the next model, so replacing S by it, or by a network's covariances fitted
 * to it, never makes the data less likely. Why not covariances of each pair by itself:
 * {@code docs/adr/0051-sites-with-different-columns.md}. Immutable. A step costs O(Σ_g d³).
 */
public final class GroupMoments implements PairCounts {

    private static final int MOST_STEPS = 500;
    private static final double SETTLED = 1e-6;
    /** A share of a variance that no rounding brings. */
    private static final double PIVOT = 1e-12;

    private final int d;
    private final List<Group> groups;
    private final long rows;
    private final double degrees;

    /** The columns that a group has and lacks, A_g and f_g, with its sums. */
    private static final class Group {
        private final int[] has;
        private final int[] lacks;
        private final double[] products;
        private final double rows;
        private final double degrees;
        private final int sites;
        private final Parameters sums;

        Group(int[] has, int[] lacks, double[] products, double rows, int sites, Parameters sums) {
            this.has = has;
            this.lacks = lacks;
            this.products = products;
            this.rows = rows;
            this.degrees = Math.max(0, rows - sites);
            this.sites = sites;
            this.sums = sums;
        }

        /** The place of a column in the group's matrix; below 0 where it lacks it. */
        int place(int column) {
            return Arrays.binarySearch(has, column);
        }
    }

    private GroupMoments(int variables, List<Group> groups) {
        this.d = variables;
        this.groups = List.copyOf(groups);
        this.rows = Math.round(groups.stream().mapToDouble(group -> group.rows).sum());
        this.degrees = groups.stream().mapToDouble(group -> group.degrees).sum();
    }

    /** The moments in a sum over all sites, by {@link ColumnRoster#layout}. */
    static GroupMoments of(ColumnRoster roster, Parameters sums) {
        int d = roster.variables();
        List<Group> groups = new ArrayList<>();
        for (int g = 0; g < roster.groups(); g++) {
            groups.add(group(roster, g, roster.group(g, sums), products(d, roster.group(g, sums))));
        }
        return new GroupMoments(d, groups);
    }

    /** The same in one unit for each variable at all sites: n times mean correlations, times the deviations. */
    static GroupMoments inCommonScale(ColumnRoster roster, Parameters sums, double[] deviations) {
        int d = roster.variables();
        List<Group> groups = new ArrayList<>();
        for (int g = 0; g < roster.groups(); g++) {
            Parameters own = roster.group(g, sums);
            groups.add(group(roster, g, own, SiteScales.inOwnDeviations(d, own, deviations)));
        }
        return new GroupMoments(d, groups);
    }

    private static Group group(ColumnRoster roster, int group, Parameters own, double[] products) {
        int d = roster.variables();
        int[] has = IntStream.range(0, d).filter(j -> roster.has(group, j)).toArray();
        int[] lacks = IntStream.range(0, d).filter(j -> !roster.has(group, j)).toArray();
        double[] kept = new double[has.length * has.length];
        for (int k = 0; k < kept.length; k++) {
            kept[k] = products[has[k / has.length] * d + has[k % has.length]];
        }
        double rows = has.length == 0 ? 0 : own.get(SiteSums.single(d, has[0], SiteSums.ROWS));
        int sites = roster.members(group);
        return new Group(has, lacks, kept, rows, sites, own);
    }

    private static double[] products(int d, Parameters own) {
        double[] products = new double[d * d];
        for (int j = 0; j < d; j++) {
            for (int s = 0; s <= d / 2; s++) {
                int i = (j + s) % d;
                products[j * d + i] = own.get(SiteSums.product(d, j, s));
                products[i * d + j] = products[j * d + i];
            }
        }
        return products;
    }

    @Override
    public int variables() {
        return d;
    }

    @Override
    public long rows() {
        return rows;
    }

    /** f: the rows less the sites. */
    public double degrees() {
        return degrees;
    }

    /** f_ij: the rows less the sites that have both variables. */
    public double degrees(int one, int other) {
        return ofPair(one, other).stream().mapToDouble(group -> group.degrees).sum();
    }

    /** The rows at sites that have both variables. */
    @Override
    public double rows(int one, int other) {
        return ofPair(one, other).stream().mapToDouble(group -> group.rows).sum();
    }

    /** The number of sites that have both variables. */
    @Override
    public int sites(int one, int other) {
        return ofPair(one, other).stream().mapToInt(group -> group.sites).sum();
    }

    private List<Group> ofPair(int one, int other) {
        return groups.stream()
                .filter(group -> group.place(one) >= 0 && group.place(other) >= 0)
                .toList();
    }

    /** The sums over the groups that have some columns, by {@link SiteSums#layout}. */
    @Override
    public Parameters having(int[] columns) {
        double[] total = new double[SiteSums.layout(d).size()];
        groups.stream()
                .filter(group -> IntStream.of(columns).allMatch(j -> group.place(j) >= 0))
                .forEach(group -> Arrays.setAll(total, k -> total[k] + group.sums.get(k)));
        return Parameters.takeOver(total);
    }

    @Override
    public double overlap(int one, int other, double shapes) {
        return shapes * rows(one, other) / (rows(one, one) * rows(other, other));
    }

    /** The harmonic mean of f_ij over the pairs i ≠ j: correlations of no relation have mean variance 1 / f̃. */
    public double meanDegrees() {
        double sum = 0;
        int pairs = 0;
        for (int i = 0; i < d; i++) {
            for (int j = 0; j < i; j++) {
                sum += 1 / degrees(i, j);
                pairs++;
            }
        }
        return pairs == 0 ? degrees : pairs / sum;
    }

    /** The pair with the fewest degrees of freedom. */
    public int[] fewest() {
        int[] fewest = {0, Math.min(1, d - 1)};
        for (int i = 0; i < d; i++) {
            for (int j = i + 1; j < d; j++) {
                if (degrees(i, j) < degrees(fewest[0], fewest[1])) {
                    fewest = new int[] {i, j};
                }
            }
        }
        return fewest;
    }

    /** The covariance of each pair by itself, over the sites that have both: [d, d], which may not be positive. */
    public double[] available() {
        double[] covariance = new double[d * d];
        double[] freedom = new double[d * d];
        for (Group group : groups) {
            int h = group.has.length;
            for (int k = 0; k < h * h; k++) {
                int at = group.has[k / h] * d + group.has[k % h];
                covariance[at] += group.products[k];
                freedom[at] += group.degrees;
            }
        }
        for (int k = 0; k < covariance.length; k++) {
            covariance[k] = freedom[k] > 0 ? covariance[k] / freedom[k] : 0;
        }
        return covariance;
    }

    /** The covariances under which the data are likeliest, without a network: steps from those of no relation. */
    public double[] likeliest() {
        double[] start = available();
        for (int k = 0; k < start.length; k++) {
            start[k] = k / d == k % d ? start[k] : 0;
        }
        return IntStream.range(0, d).allMatch(j -> start[j * (d + 1)] > 0)
                ? expected(start, MOST_STEPS, next -> next)
                : start;
    }

    /**
     * Σ T / f after at most {@code steps} from S = {@code start}, positive definite, until they change no covariance of
     * a model by more than a millionth of the deviations; {@code model} makes the next S from Σ T / f.
     */
    public double[] expected(double[] start, int steps, UnaryOperator<double[]> model) {
        double[] s = start;
        double[] expected = s;
        double change = 1;
        for (int step = 0; step < steps && change > SETTLED; step++) {
            double[] next = step(s);
            if (next.length == 0) {
                break; // rows too few for so many columns: the last ones that can be factored
            }
            expected = next;
            double[] fitted = model.apply(expected);
            change = change(s, fitted);
            s = fitted;
        }
        return expected;
    }

    private double change(double[] from, double[] to) {
        double change = 0;
        for (int k = 0; k < to.length; k++) {
            double unit = Math.sqrt(to[k / d * (d + 1)] * to[k % d * (d + 1)]);
            change = Math.max(change, Math.abs(to[k] - from[k]) / unit);
        }
        return change;
    }

    /** Σ T / f; empty when S has no factor. */
    private double[] step(double[] s) {
        double[] sum = new double[d * d];
        for (Group group : groups) {
            int[] o = group.has;
            int[] m = group.lacks;
            double[] factor = part(s, o);
            if (!SmallCholesky.factor(factor, o.length, PIVOT * smallest(s))) {
                return new double[0];
            }
            double[][] beta = new double[m.length][];
            double[][] image = new double[m.length][o.length];
            for (int x = 0; x < m.length; x++) {
                beta[x] = row(s, m[x], o);
                SmallCholesky.solve(factor, o.length, beta[x]);
                for (int a = 0; a < o.length; a++) {
                    for (int b = 0; b < o.length; b++) {
                        image[x][b] += beta[x][a] * group.products[a * o.length + b];
                    }
                }
            }
            for (int k = 0; k < o.length * o.length; k++) {
                sum[o[k / o.length] * d + o[k % o.length]] += group.products[k];
            }
            for (int x = 0; x < m.length; x++) {
                for (int b = 0; b < o.length; b++) {
                    sum[m[x] * d + o[b]] += image[x][b];
                    sum[o[b] * d + m[x]] += image[x][b];
                }
                for (int y = 0; y <= x; y++) {
                    double value = group.degrees * s[m[x] * d + m[y]];
                    for (int b = 0; b < o.length; b++) {
                        value += image[x][b] * beta[y][b] - group.degrees * beta[x][b] * s[o[b] * d + m[y]];
                    }
                    sum[m[x] * d + m[y]] += value;
                    sum[m[y] * d + m[x]] += x == y ? 0 : value;
                }
            }
        }
        for (int k = 0; k < sum.length; k++) {
            sum[k] /= degrees;
        }
        return sum;
    }

    private double smallest(double[] s) {
        return IntStream.range(0, d).mapToDouble(j -> s[j * (d + 1)]).min().orElse(1);
    }

    private double[] part(double[] s, int[] columns) {
        double[] part = new double[columns.length * columns.length];
        for (int a = 0; a < columns.length; a++) {
            System.arraycopy(row(s, columns[a], columns), 0, part, a * columns.length, columns.length);
        }
        return part;
    }

    private double[] row(double[] s, int variable, int[] columns) {
        return IntStream.of(columns).mapToDouble(i -> s[variable * d + i]).toArray();
    }

    /** −2 ln likelihood of covariances, but for a constant: Σ_g f_g ln det S_OO + tr S_OO⁻¹ A_g; ∞ without a factor. */
    public double deviance(double[] s) {
        double sum = 0;
        for (Group group : groups) {
            int h = group.has.length;
            double[] factor = part(s, group.has);
            if (!SmallCholesky.factor(factor, h, PIVOT * smallest(s))) {
                return Double.POSITIVE_INFINITY;
            }
            for (int a = 0; a < h; a++) {
                double[] column = new double[h];
                for (int b = 0; b < h; b++) {
                    column[b] = group.products[b * h + a];
                }
                SmallCholesky.solve(factor, h, column);
                sum += 2 * group.degrees * Math.log(factor[a * (h + 1)]) + column[a];
            }
        }
        return sum;
    }
}
