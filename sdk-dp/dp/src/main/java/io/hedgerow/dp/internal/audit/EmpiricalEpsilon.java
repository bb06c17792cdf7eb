// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.internal.audit;

/**
 * A lower bound on ε from runs on two neighbouring data sets, with a confidence level: if a mechanism is (ε,
 * δ)-differentially private, the bound is above ε with probability at most 1 − confidence. So a bound above a claim
 * refutes the claim; a bound below it proves nothing.
 *
 * <p>Method: for every set S of outputs P(S) ≤ e^ε Q(S) + δ, so ε ≥ ln((P(S) − δ) / Q(S)). Here S is {statistic ≥ c} or
 * {statistic ≤ c}, and either data set may be P. The set is chosen on the first fifth of the runs; P(S) and Q(S) are
 * then bounded on the rest, which the choice has not seen, by Clopper and Pearson's intervals at half the error each
 * (Jagielski, Ullman and Oprea 2020; Nasr et al. 2021).
 *
 * <p>Power: with N runs a side and a true ε, the set is found when its probabilities are well above 1/N: bounds of more
 * than ln N − 2 or so are out of reach whatever the mechanism does.
 *
 * <p>Symbols: c threshold, P and Q the two distributions of the statistic. Stateless.
 */
final class EmpiricalEpsilon {

    private EmpiricalEpsilon() {}

    /** ln((P(S) − δ) / Q(S)), at most. */
    static double bound(double atLeast, double atMost, double delta) {
        return atLeast <= delta ? Double.NEGATIVE_INFINITY : Math.log((atLeast - delta) / atMost);
    }

    static void requireMeasurable(double delta, double confidence) {
        if (!(delta >= 0 && delta < 1)) {
            throw new IllegalArgumentException("delta must be at least 0 and < 1, was " + delta);
        }
        if (!(confidence > 0.5 && confidence < 1)) {
            throw new IllegalArgumentException("confidence must be above 0.5 and < 1, was " + confidence);
        }
    }
}
