// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.search;

/** The assumption on the noise variances of a linear network. */
public enum NoiseAssumption {
    /** All variances are equal, in the columns' own units; then every direction is identified. */
    EQUAL("equal-variances"),
    /** Each variable has its own variance; then directions are identified up to the Markov equivalence class. */
    UNEQUAL("unequal-variances");

    private final String code;

    NoiseAssumption(String code) {
        this.code = code;
    }

    /** {@return its name in results, such as {@code equal-variances}} */
    public String code() {
        return code;
    }
}
