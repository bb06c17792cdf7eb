package io.hedgerow.dp.accounting;

/** The hockey-stick curve of adaptively chosen bounded-range selections, bounded from above on a lattice. */
final class SelectionCurve {
    private SelectionCurve() {}

    /** The curve after count selections of the given bounded range, with cells of boundedRange / cells. */
    static LossDistribution of(double boundedRange, long count, int cells) {
        int m = cells;
        double h = boundedRange / m;
        RenyiCurve one = RenyiCurve.boundedRange(boundedRange);
        double top = Math.min(count * boundedRange, RenyiConversion.epsilon(one.times(count), 1e-27) + boundedRange);
        int nx = (int) Math.ceil(top / h) + 1;
        double[] f = new double[nx + 1];
        double[] e = new double[nx + 1 + 2 * m + 1];
        double[] a = new double[e.length];
        double[] b = new double[e.length];
        double c = 1 / -Math.expm1(-boundedRange);
        double w = Math.exp(-boundedRange);
        double unit = Math.expm1(h);
        for (long n = 0; n < count; n++) {
            for (int k = -m; k <= nx + m; k++) {
                e[k + m] = k < 0 ? -Math.expm1(k * h) + Math.exp(k * h) * f[Math.min(-k, nx)] : f[Math.min(k, nx)];
            }
            for (int k = 0; k + 1 < e.length; k++) {
                b[k] = (e[k + 1] - e[k]) / unit;
                a[k] = e[k] - b[k];
            }
            for (int i = 0; i <= nx; i++) {
                double best = e[i + m];
                for (int j = 0; j < m; j++) {
                    int l1 = i - j - 1 + m;
                    int l2 = l1 + m;
                    double s1 = Math.exp((j + 1) * h);
                    double u = w * (a[l1] - a[l2]);
                    double v = (w * b[l2] - b[l1]) * s1;
                    double s = Math.min(Math.max(Math.sqrt(v / (u + 1e-300)), Math.exp(j * h)), s1);
                    double p = Math.min(1, Math.max(0, c * (1 - s * w)));
                    double r = s1 / s - 1;
                    best = Math.max(best, p * (e[l1] + b[l1] * r) + (1 - p) * (e[l2] + b[l2] * r));
                }
                f[i] = best;
            }
        }
        return distribution(f, h);
    }

    /** The masses whose curve joins the points (x_k, f[k]) by chords in e^x: connect-the-dots. */
    static LossDistribution distribution(double[] f, double h) {
        int nx = f.length - 1;
        double[] mass = new double[2 * nx + 1];
        double unit = Math.expm1(h);
        double below = (f[0] - (-Math.expm1(-h) + Math.exp(-h) * f[Math.min(1, nx)])) / (unit * Math.exp(-h));
        for (int k = 0; k <= nx; k++) {
            double slope = k < nx ? (f[k + 1] - f[k]) / unit : 0;
            // p_k = e^(x_k)·(slope_k − slope_(k−1)), slopes in e^x: the factor e^(x_k) is inside both differences.
            mass[nx + k] = Math.max(0, slope - below);
            below = slope * Math.exp(h);
        }
        for (int k = 1; k <= nx; k++) {
            mass[nx - k] = Math.exp(-k * h) * mass[nx + k];
        }
        return new LossDistribution(h, -nx, mass, f[nx]);
    }
}
