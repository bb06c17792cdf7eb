// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.ledger;

import java.math.BigDecimal;
import java.math.MathContext;

/**
 * An exact sum of charges, so that no rounding is ever in doubt.
 *
 * <p>A δ is a number that a person wrote: three studies of 4e-8 fit into 1.2e-7, although the doubles nearest to them
 * do not. So each δ counts as the decimal that was written, the shortest one that reads as its double, for charges and
 * limits alike. An ε was computed and rounded up by an accountant: it counts as its double, exactly.
 *
 * @param amount ε in mode fixed-plan, a Rényi divergence in mode rdp-filter
 * @param delta δ in mode fixed-plan, 0 in mode rdp-filter, where δ is spent once and for all
 */
record Spending(BigDecimal amount, BigDecimal delta) {

    static final Spending NONE = new Spending(BigDecimal.ZERO, BigDecimal.ZERO);

    private static final int DIGITS = 17;

    Spending plus(Charge charge) {
        return new Spending(amount.add(new BigDecimal(charge.amount())), delta.add(written(charge.delta())));
    }

    boolean isWithin(SpendingLimit limit) {
        return amountIsWithin(limit) && deltaIsWithin(limit);
    }

    boolean amountIsWithin(SpendingLimit limit) {
        return amount.compareTo(new BigDecimal(limit.amount())) <= 0;
    }

    boolean deltaIsWithin(SpendingLimit limit) {
        return delta.compareTo(written(limit.delta())) <= 0;
    }

    /**
     * The shortest decimal that reads as a δ; the nearest of its length. The same on every Java, unlike
     * {@code Double.toString}. Below the normal doubles, where few digits are far apart, the double itself.
     */
    static BigDecimal written(double delta) {
        BigDecimal exact = new BigDecimal(delta);
        for (int digits = 1; digits < DIGITS && delta >= Double.MIN_NORMAL; digits++) {
            BigDecimal shorter = exact.round(new MathContext(digits));
            if (shorter.doubleValue() == delta) {
                return shorter;
            }
        }
        return delta >= Double.MIN_NORMAL ? exact.round(new MathContext(DIGITS)) : exact;
    }

    double amountUp() {
        return up(amount);
    }

    /** The least δ that counts for at least the sum. */
    double deltaUp() {
        double near = delta.doubleValue();
        return written(near).compareTo(delta) < 0 ? Math.nextUp(near) : near;
    }

    /** The rest, rounded down; at least 0. */
    static double left(double limit, BigDecimal spent) {
        BigDecimal left = new BigDecimal(limit).subtract(spent);
        if (left.signum() <= 0) {
            return 0;
        }
        double near = left.doubleValue();
        return new BigDecimal(near).compareTo(left) > 0 ? Math.nextDown(near) : near;
    }

    /** The largest δ that still fits. */
    static double leftDelta(double limit, BigDecimal spent) {
        BigDecimal left = written(limit).subtract(spent);
        if (left.signum() <= 0) {
            return 0;
        }
        double near = left.doubleValue();
        return written(near).compareTo(left) > 0 ? Math.nextDown(near) : near;
    }

    static double up(BigDecimal exact) {
        double near = exact.doubleValue();
        return new BigDecimal(near).compareTo(exact) < 0 ? Math.nextUp(near) : near;
    }
}
