// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.ledger;

import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;

/**
 * The cost of one entry of a ledger.
 *
 * @param amount ε in mode fixed-plan, the Rényi divergence of the ledger's order in mode rdp-filter; finite and at
 *     least 0
 * @param delta δ in mode fixed-plan, 0 in mode rdp-filter
 * @param certificates ε by other accountants for the same event and δ, for comparison; by accountant
 */
public record Charge(double amount, double delta, Map<String, Double> certificates) {
    public Charge {
        if (!(amount >= 0) || amount == Double.POSITIVE_INFINITY) {
            throw new IllegalArgumentException("a charge must be finite and >= 0, was " + amount);
        }
        if (!(delta >= 0 && delta < 1)) {
            throw new IllegalArgumentException("delta must be at least 0 and < 1, was " + delta);
        }
        certificates = Collections.unmodifiableMap(new TreeMap<>(certificates));
    }
}
