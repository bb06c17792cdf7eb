// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.text;

/**
 * The allowed range of ε in plans, policies, site rules and commands, with the error message for values outside.
 *
 * <p>Thread-safe: no state.
 */
public final class BudgetRange {

    /** The largest ε that may be promised: e^1000 is no bound on anything. */
    private static final int LARGEST_EPSILON = 1000;

    private static final String RANGE = "epsilon must be > 0 and at most " + LARGEST_EPSILON + ", 0.1 to 10 is usual";

    private BudgetRange() {}

    /**
     * {@return ε, when it may be promised}
     *
     * @param epsilon ε of a promise; &gt; 0 and at most 1000
     * @throws IllegalArgumentException when it is outside of the range, or NaN
     */
    public static double requireEpsilon(double epsilon) {
        if (epsilon > LARGEST_EPSILON) {
            throw tooLarge("epsilon was " + epsilon + ", which promises practically nothing");
        }
        if (!(epsilon > 0)) {
            throw tooSmall("epsilon was " + epsilon);
        }
        return epsilon;
    }

    /**
     * {@return the refusal of a budget that is too large}
     *
     * @param given what was given, and why that is too much
     */
    public static IllegalArgumentException tooLarge(String given) {
        return new IllegalArgumentException("the budget is too large: " + given + ". Lower epsilon: " + RANGE);
    }

    /**
     * {@return the refusal of a budget that is too small}
     *
     * @param given what was given, and why that is too little
     */
    public static IllegalArgumentException tooSmall(String given) {
        return new IllegalArgumentException(
                "the budget is too small: " + given + ". Raise epsilon or delta, or plan fewer rounds: " + RANGE);
    }
}
