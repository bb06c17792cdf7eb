package io.hedgerow.samples.privacy;

import io.hedgerow.samples.learn.Algorithm;

/**
 * Settings for private runs that did best on simulated data that no result is reported for ({@code docs/results.md}).
 * Functions of public numbers only.
 */
final class PrivateDefaults {

    private static final double PAPER_THRESHOLD = 0.3;

    private PrivateDefaults() {}

    static PrivateSettings of(Algorithm algorithm, int variables, int sites, double epsilon) {
        boolean greedy = algorithm == Algorithm.DP_FED_SPARSE || algorithm == Algorithm.DP_FED_SPARSE_LAPLACE;
        boolean rounds = greedy || algorithm == Algorithm.DP_FED_BNSL;
        int k = Math.max(5, epsilon >= 10 ? variables / 2 : variables / 4);
        return new PrivateSettings(
                algorithm,
                rounds ? 100 : 0,
                greedy ? k : 0,
                greedy ? 0.1 : rounds ? 0.07 * sites : 0,
                1000,
                1,
                1,
                greedy ? 1 : Math.sqrt(5.0 * variables),
                0.7,
                0.1,
                rounds ? PAPER_THRESHOLD : 0,
                0.02,
                3000,
                PrivateSettings.Centre.NONE,
                null,
                null,
                false,
                1);
    }
}
