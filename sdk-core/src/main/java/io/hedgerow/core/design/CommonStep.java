// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.design;

import io.hedgerow.core.data.DataException;
import io.hedgerow.core.data.RowSource;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;

/**
 * Finds the most common difference between successive times in a realisation; of several the smallest. Differences
 * count as equal when nine digits are.
 */
final class CommonStep implements RowSource.RowConsumer {

    /** Times such as 0.1, 0.2, 0.3 are a step apart, though the doubles are not exactly. */
    static final double TOLERANCE = 1e-6;

    private static final MathContext DIGITS = new MathContext(9);

    private final TimeColumns columns;
    private final String source;
    private final Map<Double, Long> times = new HashMap<>();
    private boolean begun;
    private double realisation;
    private double time;
    private double last = Double.NaN;
    private long lasting;

    CommonStep(TimeColumns columns, String source) {
        this.columns = columns;
        this.source = source;
    }

    @Override
    public void accept(double[] row) {
        double whose = columns.realisation(row, source);
        double now = columns.time(row, source);
        if (begun && whose == realisation && now > time) {
            count(now - time);
        }
        begun = true;
        realisation = whose;
        time = now;
    }

    /** Runs of one difference are counted together: rounding costs more than reading. */
    private void count(double difference) {
        if (difference == last) {
            lasting++;
            return;
        }
        settle();
        last = difference;
        lasting = 1;
    }

    private void settle() {
        if (lasting > 0) {
            times.merge(new BigDecimal(last).round(DIGITS).doubleValue(), lasting, Long::sum);
        }
        lasting = 0;
        if (times.size() > Lagged.MOST_STEPS) {
            throw new DataException(source + ": times must be one step apart, or whole steps, are more than "
                    + Lagged.MOST_STEPS + " different differences apart: say the step, or bring the rows to one grid");
        }
    }

    double step() {
        settle();
        return times.entrySet().stream()
                .max(Map.Entry.<Double, Long>comparingByValue()
                        .thenComparing(Map.Entry.comparingByKey(Comparator.reverseOrder())))
                .orElseThrow(() -> new DataException(
                        source + ": must have two rows of one realisation, one after the other in time, has none"))
                .getKey();
    }
}
