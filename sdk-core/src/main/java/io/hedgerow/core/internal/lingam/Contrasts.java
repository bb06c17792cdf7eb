package io.hedgerow.core.internal.lingam;

import java.util.List;

/**
 * What is asked of rows: how the noises of linear combinations of their columns are shaped. Every answer is a sum over
 * rows, each about its own site's means, so that the answers of sites add up to that of all, and could be masked.
 */
interface Contrasts {

    /**
     * Of linear combinations of the columns.
     *
     * @param directions a: [k][d]; u = Σ_c a_c (x_c − mean_c)
     * @return for every direction
     */
    ContrastSums of(double[][] directions);

    /**
     * Of what is left of each combination when each other one is regressed out of it, u = (z_i − r_ij z_j) / √(1 −
     * r_ij²), and of the combinations themselves.
     *
     * @param directions of z: [m][d], of variance 1
     * @param correlations r: [m, m] row by row, of the z
     * @return [m, m] row by row: at i, j what is left of i without j; on the diagonal z_i itself
     */
    ContrastSums ofPairs(double[][] directions, double[] correlations);

    /**
     * The same question to several sites.
     *
     * @param sites at least one
     * @return answers with sums
     */
    static Contrasts sum(List<? extends Contrasts> sites) {
        List<Contrasts> all = List.copyOf(sites);
        return new Contrasts() {
            @Override
            public ContrastSums of(double[][] directions) {
                return all.stream()
                        .map(site -> site.of(directions))
                        .reduce(ContrastSums::plus)
                        .orElseThrow();
            }

            @Override
            public ContrastSums ofPairs(double[][] directions, double[] correlations) {
                return all.stream()
                        .map(site -> site.ofPairs(directions, correlations))
                        .reduce(ContrastSums::plus)
                        .orElseThrow();
            }
        };
    }
}
