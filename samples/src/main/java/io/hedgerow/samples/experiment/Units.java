package io.hedgerow.samples.experiment;

import io.hedgerow.core.data.SufficientStatistics;
import io.hedgerow.core.graph.WeightMatrix;
import io.hedgerow.core.simulation.LinearSem;
import io.hedgerow.core.simulation.Noise;
import java.util.Arrays;

/**
 * The units in which simulated columns are measured. A change of units loses nothing of the data, but the noise
 * variances are no longer equal, and nobody tells the methods their ratios.
 */
public enum Units {
    /** As simulated: every noise has variance 1, and effects have larger variances than their causes. */
    RAW,
    /** Every variable has population variance 1. */
    STANDARDISED,
    /** Every column is multiplied by exp(z) with z standard normal, drawn by the seed. */
    RANDOM;

    /** Apart from the seeds of the rows. */
    private static final long STREAM = 0x756e697473L;

    /** The factors by which raw columns are multiplied, the same at all sites. */
    double[] factors(LinearSem model, long seed) {
        int d = model.weights().variables();
        double[] factors = new double[d];
        Arrays.fill(factors, 1);
        if (this == STANDARDISED) {
            double[] covariance = model.covariance();
            Arrays.setAll(factors, j -> 1 / Math.sqrt(covariance[j * d + j]));
        } else if (this == RANDOM) {
            double[] z = LinearSem.of(WeightMatrix.empty(d), Noise.GAUSSIAN).sample(1, STREAM + seed)[0];
            Arrays.setAll(factors, j -> StrictMath.exp(z[j]));
        }
        return factors;
    }

    /** Statistics of the same rows in other units. */
    static SufficientStatistics rescaled(SufficientStatistics raw, double[] factors) {
        int d = raw.variables();
        double[] mean = new double[d];
        double[] covariance = new double[d * d];
        for (int i = 0; i < d; i++) {
            mean[i] = raw.mean(i) * factors[i];
            for (int j = 0; j < d; j++) {
                covariance[i * d + j] = raw.covariance(i, j) * (factors[i] * factors[j]);
            }
        }
        return SufficientStatistics.ofMoments(raw.rows(), mean, covariance);
    }
}
