// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.search.climb;

/**
 * The acceptance rule of hill climbs: the recomputed score of the changed terms must rise by more than rounding error.
 * A climb that keeps no other step ends.
 *
 * <p>Proof. A graph, with its parents in their order, has one score: a term for each variable, a number or −∞, that
 * does not depend on the way to the graph. A step changes one term or two, and prices of edges. Let s and t be the
 * rounded sums of these before and after, of at most two numbers each, and S and T the exact ones: |s − S| ≤ 2⁻⁵³ |s|
 * and |t − T| ≤ 2⁻⁵³ |t|. The rounded t − s is at most (1 + 2⁻⁵³) times the exact one, so where it is above 2⁻⁴⁹ (|s| +
 * |t|), T − S ≥ t − s − 2⁻⁵³ (|s| + |t|) > 0. All other terms stay, so the exact sum of all terms rises, unless s is
 * −∞; then t is a number, and fewer terms are −∞. One of the two is so with every step, no step adds a −∞, and the sum
 * over the numbers falls only where their number rises. So no graph comes twice, and there are finitely many.
 */
public final class Improvement {

    private static final double ROUNDING = 0x1p-49;

    private Improvement() {}

    /** Whether a score, the larger the better, or −∞, surely rises; false where either is not a number. */
    public static boolean isSure(double before, double after) {
        return before == Double.NEGATIVE_INFINITY
                ? after > before
                : after - before > ROUNDING * Math.abs(before) + ROUNDING * Math.abs(after);
    }

    /** The term of a variable in a score, the larger the better; refuses what is neither a number nor −∞. */
    public static double checked(int variable, double term) {
        if (!(term < Double.POSITIVE_INFINITY)) {
            throw new IllegalArgumentException("the score of variable " + variable
                    + ", counted from 0, must be a number or -Infinity, was " + term
                    + ": sums of squares and products must be those of rows");
        }
        return term;
    }
}
