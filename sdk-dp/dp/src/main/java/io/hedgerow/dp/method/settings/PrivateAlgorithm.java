// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.method.settings;

import io.hedgerow.core.internal.text.Words;

/** The private methods. */
public enum PrivateAlgorithm {
    /** DP-Fed-Sparse-BNSL: private greedy steps at the sites. */
    DP_FED_SPARSE,
    /** The same with Laplace noise throughout: a baseline, in one process only. */
    DP_FED_SPARSE_LAPLACE,
    /** DP-Fed-BNSL: one noisy matrix per site, rounds of the closed form on it. */
    DP_FED_BNSL,
    /** Sites release noisy second moments once; the coordinator searches. */
    DP_GRAM;

    /** Whether sites compute private steps in rounds: true for the greedy ones. */
    public boolean isGreedy() {
        return this == DP_FED_SPARSE || this == DP_FED_SPARSE_LAPLACE;
    }

    /**
     * Whether sites release one noisy matrix of rows whose norms are bounded, which protects single records only: true
     * for the closed form.
     */
    public boolean boundsRows() {
        return this == DP_FED_BNSL;
    }

    /** Whether sites and coordinator agree in rounds; false where sites release their sums once. */
    public boolean isInRounds() {
        return isGreedy() || boundsRows();
    }

    /** The method's name in plans and on the command line: lower-case words with dashes. */
    public String id() {
        return Words.dashed(this);
    }
}
