package io.hedgerow.core.search;

/**
 * The Bayesian information criterion of linear Gaussian networks with a noise variance for each variable (Schwarz
 * 1978), as a log score: −(n/2) ln r − (c/2) ln n. Like {@link BgeScore}, which it approaches with many rows, it knows
 * no units and no directions within an equivalence class. Immutable.
 */
public final class BicScore implements StructureScore {

    private final double[] matrix;
    private final double rows;

    private BicScore(double[] matrix, double rows) {
        this.matrix = matrix;
        this.rows = rows;
    }

    /**
     * A score.
     *
     * @param variables d
     * @param covariance [d, d] row by row, with a positive diagonal; not kept
     * @param rows n; above 1
     * @return the score
     */
    public static BicScore of(int variables, double[] covariance, double rows) {
        return new BicScore(MomentMatrix.correlation(variables, covariance), rows);
    }

    @Override
    public double[] matrix() {
        return matrix;
    }

    @Override
    public double of(int parents, double residual, double logDeterminant) {
        return -0.5 * rows * Math.log(residual) - 0.5 * parents * Math.log(rows);
    }
}
