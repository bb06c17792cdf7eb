// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.text;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;

/**
 * Computes the tick values of an axis: multiples of 1, 2 or 5 times a power of ten, all within its range. Immutable.
 */
public final class AxisTicks {

    /** Longer numbers are written with a power of ten. */
    private static final int LONGEST = 7;

    private AxisTicks() {}

    public record Tick(double value, String text) {}

    /** At most {@code most} values; one or none where no round value of the kind is within. */
    public static List<Tick> of(double low, double high, int most) {
        int power = (int) Math.floor(Math.log10((high - low) / most)) - 1;
        for (int exponent = power; ; exponent++) {
            for (int digit : new int[] {1, 2, 5}) {
                BigDecimal step = BigDecimal.valueOf(digit, -exponent);
                double first = Math.ceil(low / step.doubleValue());
                double last = Math.floor(high / step.doubleValue());
                if (last - first + 1 <= most) {
                    return between(first, last, step);
                }
            }
        }
    }

    private static List<Tick> between(double first, double last, BigDecimal step) {
        List<Tick> ticks = new ArrayList<>();
        for (int k = 0; k <= last - first; k++) {
            BigDecimal value = new BigDecimal(first + k).multiply(step);
            ticks.add(new Tick(value.doubleValue(), text(value)));
        }
        return ticks;
    }

    private static String text(BigDecimal value) {
        String plain = value.signum() == 0 ? "0" : value.stripTrailingZeros().toPlainString();
        if (plain.length() <= LONGEST) {
            return plain.replace('-', '−');
        }
        BigDecimal digits = value.stripTrailingZeros();
        int exponent = digits.precision() - digits.scale() - 1;
        String mantissa = digits.movePointLeft(exponent).toPlainString();
        String power = mantissa + "e" + exponent;
        return (power.length() < plain.length() ? power : plain).replace('-', '−');
    }
}
