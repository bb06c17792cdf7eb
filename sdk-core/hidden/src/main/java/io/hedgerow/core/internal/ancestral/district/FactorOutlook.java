// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.ancestral.district;

import io.hedgerow.core.internal.linalg.RowCholesky;
import io.hedgerow.core.internal.linalg.SmallCholesky;
import java.util.Arrays;
import java.util.Optional;

/**
 * The quantities of one fitted {@link FactorDistrict} from which changes are forecast: gradients and information of
 * coefficients that its equations do not have, with those that they have, the inverse of the information of these, and
 * the expected moments of its hidden causes. Variables into whose equations something leads, and hidden causes, are
 * counted within the district; causes are all variables. Remembers gains, for most districts stay as they are. Not
 * thread-safe.
 */
public final class FactorOutlook {

    private static final double MOST_DAMPING = 0.1;

    final FactorDistrict district;
    private final FactorEquations of;
    private final int d;
    private final double n;
    private final double[] s;
    /** V of the inverse V Vᵀ of the information, an upper triangle. */
    private final double[][] v;
    /** M for all variables, [size, d]. */
    private final double[][] m;
    /** Of each hidden cause W λ, λᵀ M = E(h xᵀ) for all variables, and E(h hᵀ). */
    private final double[][] wl;

    private final double[][] lm;
    private final double[][] hh;
    /** Of each hidden cause K = λᵀ W (I − B)ᵀ of E(h | x) = K x: [causes, d]. */
    private final double[][] expecting;
    /** What one more cause of a variable gains, [size, d], as far as it was asked for. */
    private final double[][] gains;

    private final double[][] families;

    private FactorOutlook(FactorDistrict district, double[][] v) {
        this.district = district;
        this.of = district.equations;
        this.d = of.d;
        this.n = district.n;
        this.s = district.s;
        this.v = v;
        double[][] es = new double[of.size][];
        for (int j = 0; j < of.size; j++) {
            es[j] = Arrays.copyOfRange(s, of.members[j] * d, (of.members[j] + 1) * d);
        }
        for (int a = 0; a < of.p; a++) {
            if (of.kind[a] == FactorEquations.EDGE) {
                double[] row = Arrays.copyOfRange(s, of.from[a] * d, (of.from[a] + 1) * d);
                FactorDistrict.add(es[of.into[a]], -district.value[a], row);
            }
        }
        this.m = product(district.w, es);
        this.wl = product(district.loadings, district.w);
        this.lm = product(district.loadings, m);
        this.expecting = new double[of.causes][d];
        this.hh = new double[of.causes][of.causes];
        for (int h = 0; h < of.causes; h++) {
            double[] k = expecting[h];
            for (int j = 0; j < of.size; j++) {
                k[of.members[j]] = wl[h][j];
            }
            for (int a = 0; a < of.p; a++) {
                if (of.kind[a] == FactorEquations.EDGE) {
                    k[of.from[a]] -= wl[h][of.into[a]] * district.value[a];
                }
            }
            for (int g = 0; g < of.causes; g++) {
                double both = FactorDistrict.dot(district.loadings[g], wl[h]);
                hh[h][g] = (g == h ? 1 : 0) - both + FactorDistrict.dot(k, lm[g]);
            }
        }
        this.gains = new double[of.size][d];
        this.families = new double[of.size][d];
        for (int j = 0; j < of.size; j++) {
            Arrays.fill(gains[j], Double.NaN);
            Arrays.fill(families[j], Double.NaN);
        }
    }

    private static double[][] product(double[][] left, double[][] right) {
        double[][] product = new double[left.length][right[0].length];
        for (int j = 0; j < left.length; j++) {
            for (int k = 0; k < right.length; k++) {
                if (left[j][k] != 0) {
                    FactorDistrict.add(product[j], left[j][k], right[k]);
                }
            }
        }
        return product;
    }

    /** Empty when the information is singular. */
    static Optional<FactorOutlook> of(FactorDistrict district) {
        int p = district.equations.p;
        double[][] information = new double[p][p];
        district.information(new double[p], information);
        double[][] v = new double[p][p];
        FactorDistrict.damp(information, 0, v);
        for (double damping = FactorDistrict.RIDGE; !RowCholesky.factor(v, p, FactorDistrict.PIVOT); damping *= 10) {
            if (damping > MOST_DAMPING) {
                return Optional.empty();
            }
            FactorDistrict.damp(information, damping, v);
        }
        RowCholesky.invertFactor(v, p);
        return Optional.of(new FactorOutlook(district, v));
    }

    /** −Vᵀ c, whose square is cᵀ I⁻¹ c. */
    public double[] whitened(double[] c) {
        return RowCholesky.minusTransposedTimes(v, c.length, c);
    }

    /** Row a of I⁻¹ times −c, given what is whitened. */
    public double moved(int a, double[] whitened) {
        return RowCholesky.dot(v[a], whitened, a, v.length);
    }

    /** The inverse of the information. */
    public double covariance(int a, int b) {
        return RowCholesky.dot(v[a], v[b], Math.max(a, b), v.length);
    }

    public double gradient(int x, int j) {
        return n * m[j][x];
    }

    /** The gradient of another child j of hidden cause h, which may be of another district. */
    public double gradient(FactorOutlook other, int h, int j) {
        double sum = other == this ? -wl[h][j] : 0;
        for (int x : other.of.columns) {
            sum += m[j][x] * other.expecting[h][x]; // M (I − B) W λ
        }
        return n * sum;
    }

    /** The information of an edge x → j alone. */
    public double information(int x, int j) {
        return n * district.w[j][j] * s[x * (d + 1)];
    }

    /** The same of another child j of a hidden cause h. */
    public double information(FactorOutlook other, int h, int j) {
        double shared = other == this ? wl[h][j] * wl[h][j] : 0;
        return n * (district.w[j][j] * FactorDistrict.dot(other.district.loadings[h], other.wl[h]) + shared);
    }

    /** The information between an edge x → j and each coefficient. */
    public double[] between(int x, int j) {
        double[] c = new double[of.p];
        double[] wj = district.w[j];
        for (int a = 0; a < c.length; a++) {
            int k = of.kind[a];
            int i = of.into[a];
            c[a] = k == FactorEquations.EDGE
                    ? n * wj[i] * s[x * d + of.from[a]]
                    : k == FactorEquations.OWN
                            ? n * district.value[a] * wj[i] * m[i][x]
                            : n * (wj[i] * lm[k][x] + wl[k][j] * m[i][x]);
        }
        return c;
    }

    /** That between another child j of a hidden cause h and each coefficient. */
    public double[] betweenChild(int h, int j) {
        double[] c = new double[of.p];
        double[] wj = district.w[j];
        for (int a = 0; a < c.length; a++) {
            int k = of.kind[a];
            int i = of.into[a];
            c[a] = k == FactorEquations.EDGE
                    ? n * (wj[i] * lm[h][of.from[a]] + wl[h][i] * m[j][of.from[a]])
                    : k == FactorEquations.OWN
                            ? n * district.value[a] * wj[i] * wl[h][i]
                            : n * (wj[i] * FactorDistrict.dot(district.loadings[k], wl[h]) + wl[k][j] * wl[h][i]);
        }
        return c;
    }

    /** That between a child j of a hidden cause h of another district and each coefficient of this one. */
    public double[] betweenOther(FactorOutlook other, int h, int j) {
        double[] c = new double[of.p];
        for (int a = of.size; a < c.length && of.kind[a] == FactorEquations.EDGE; a++) {
            c[a] = n * district.w[j][of.into[a]] * other.lm[h][of.from[a]];
        }
        return c;
    }

    /** That between a child j of another district of a hidden cause h of this one and each coefficient of this one. */
    public double[] betweenElsewhere(FactorOutlook other, int h, int j) {
        double[] c = new double[of.p];
        for (int a = of.size; a < c.length && of.kind[a] == FactorEquations.EDGE; a++) {
            c[a] = n * wl[h][of.into[a]] * other.m[j][of.from[a]];
        }
        return c;
    }

    /** What x → j would gain; not a number before it was kept. */
    public double gain(int x, int j) {
        return gains[j][x];
    }

    public void keepGain(int x, int j, double gain) {
        gains[j][x] = gain;
    }

    /** What j's equation would gain without a cause x, or with it where it is none, by the expected moments. */
    public double gainOfFamily(int x, int j) {
        if (Double.isNaN(families[j][x])) {
            int[] causes = new int[of.p + 1];
            int[] changed = new int[of.p + 1];
            int k = 0;
            int c = 0;
            boolean has = false;
            for (int a = 0; a < of.p; a++) {
                if (of.into[a] == j && of.kind[a] != FactorEquations.OWN) {
                    int cause = of.kind[a] == FactorEquations.EDGE ? of.from[a] : d + of.kind[a];
                    causes[k++] = cause;
                    has |= cause == x;
                    if (cause != x) {
                        changed[c++] = cause;
                    }
                }
            }
            if (!has) {
                changed[c++] = x;
            }
            families[j][x] =
                    family(Arrays.copyOf(changed, c), of.members[j]) - family(Arrays.copyOf(causes, k), of.members[j]);
        }
        return families[j][x];
    }

    /** −n / 2 times the log of what causes leave of a variance. */
    private double family(int[] causes, int j) {
        int k = causes.length;
        double[] a = new double[k * k];
        double[] b = new double[k];
        for (int x = 0; x < k; x++) {
            b[x] = moment(causes[x], j);
            for (int y = 0; y < k; y++) {
                a[x * k + y] = moment(causes[x], causes[y]);
            }
        }
        double variance = s[j * (d + 1)];
        if (!SmallCholesky.factor(a, k, FactorDistrict.PIVOT)) {
            return Double.NEGATIVE_INFINITY;
        }
        double[] solved = b.clone();
        SmallCholesky.solve(a, k, solved);
        double left = variance - FactorDistrict.dot(b, solved);
        return -n / 2 * Math.log(Math.max(left, FactorDistrict.PIVOT * variance));
    }

    /** The expected moment, given S, of variables, or of hidden causes, counted from d. */
    public double moment(int x, int y) {
        if (x >= d && y >= d) {
            return hh[x - d][y - d];
        }
        return x >= d ? lm[x - d][y] : y >= d ? lm[y - d][x] : s[x * d + y];
    }
}
