// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.ledger;

/**
 * The composition rule by which a ledger adds up charges. Fixed when the ledger is made; the two are never mixed in one
 * ledger.
 */
public sealed interface AccountingMode {

    /**
     * Studies are declared whole before their first round, each is certified as a plan fixed in advance, and the (ε, δ)
     * of all plans are added (basic composition).
     */
    record FixedPlan() implements AccountingMode {}

    /**
     * Events may be chosen adaptively, from earlier outputs. Rényi divergences of one order are added and compared with
     * the divergence that the budget allows at that order (Feldman and Zrnic 2021).
     *
     * @param order α, chosen before anything is recorded; finite and &gt; 1
     */
    record RdpFilter(double order) implements AccountingMode {
        public RdpFilter {
            if (!(order > 1) || order == Double.POSITIVE_INFINITY) {
                throw new IllegalArgumentException("order must be finite and > 1, was " + order);
            }
        }
    }
}
