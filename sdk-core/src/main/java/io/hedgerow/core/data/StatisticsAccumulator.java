package io.hedgerow.core.data;

/** Sums rows into {@link SufficientStatistics} in one pass. Not thread-safe; merge the results of several. */
public final class StatisticsAccumulator {

    private final int variables;
    private long rows;
    private final double[] mean;
    private final double[] scatter;
    private final double[] delta;

    /**
     * An empty accumulator.
     *
     * @param variables d; at least 1
     */
    public StatisticsAccumulator(int variables) {
        this.variables = variables;
        this.mean = new double[variables];
        this.scatter = new double[variables * variables];
        this.delta = new double[variables];
    }

    /**
     * Adds one row.
     *
     * @param row one finite number per variable; not kept
     */
    public void add(double[] row) {
        rows++;
        double weight = (double) (rows - 1) / rows;
        for (int i = 0; i < variables; i++) {
            delta[i] = row[i] - mean[i];
            mean[i] += delta[i] / rows;
        }
        for (int i = 0; i < variables; i++) {
            double left = weight * delta[i];
            int at = i * variables;
            for (int j = 0; j < variables; j++) {
                scatter[at + j] += left * delta[j];
            }
        }
    }

    /**
     * The statistics of all rows added.
     *
     * @return independent of this accumulator
     */
    public SufficientStatistics finish() {
        return new SufficientStatistics(rows, mean.clone(), scatter.clone());
    }
}
