package io.hedgerow.dp.ledger;

import java.math.BigDecimal;

/**
 * An exact sum of charges, so that no rounding is ever in doubt.
 *
 * @param amount ε in mode fixed-plan, a Rényi divergence in mode rdp-filter
 * @param delta δ in mode fixed-plan, 0 in mode rdp-filter, where δ is spent once and for all
 */
record Spending(BigDecimal amount, BigDecimal delta) {

    static final Spending NONE = new Spending(BigDecimal.ZERO, BigDecimal.ZERO);

    Spending plus(Charge charge) {
        return new Spending(amount.add(new BigDecimal(charge.amount())), delta.add(new BigDecimal(charge.delta())));
    }

    boolean isWithin(SpendingLimit limit) {
        return amount.compareTo(new BigDecimal(limit.amount())) <= 0
                && delta.compareTo(new BigDecimal(limit.delta())) <= 0;
    }

    double amountUp() {
        return up(amount);
    }

    double deltaUp() {
        return up(delta);
    }

    /** What is left, rounded down; at least 0. */
    static double left(double limit, BigDecimal spent) {
        BigDecimal left = new BigDecimal(limit).subtract(spent);
        if (left.signum() <= 0) {
            return 0;
        }
        double near = left.doubleValue();
        return new BigDecimal(near).compareTo(left) > 0 ? Math.nextDown(near) : near;
    }

    static double up(BigDecimal exact) {
        double near = exact.doubleValue();
        return new BigDecimal(near).compareTo(exact) < 0 ? Math.nextUp(near) : near;
    }
}
