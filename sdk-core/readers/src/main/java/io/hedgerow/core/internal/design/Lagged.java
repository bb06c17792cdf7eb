// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.design;

import io.hedgerow.core.data.DataException;
import io.hedgerow.core.data.RowSource;
import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.data.WrappedRows;
import io.hedgerow.core.design.TimeSlices;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Converts time series to lagged rows [x_t | x_{t−1} | … | x_{t−p}], see {@link TimeSlices}. A lag never crosses a
 * realisation or a gap: a row is given only where it and the p before it are one step apart each and of one
 * realisation.
 *
 * <p>A realisation is one series: a user, a batch, a run. Its rows stand together, in the order of time; anything else
 * is refused, for a row out of order would be a wrong lag. Without a column of times, rows that follow each other are
 * one step apart, so no row may be left out before. A step is the most common difference of times unless it was said; a
 * longer difference is a gap, after which lags begin anew; a shorter one is refused. A realisation of fewer than p + 1
 * rows without a gap gives no row, which {@link #counts} tells.
 *
 * <p>Streams: keeps p + 1 rows, the numbers of realisations that have passed, and, to find the step, how often each of
 * at most {@value #MOST_STEPS} differences came; that takes one reading more, the first time. Not private. For one
 * reader at a time.
 */
public final class Lagged extends WrappedRows {

    /** With more different steps there is no common one. */
    static final int MOST_STEPS = 1000;

    private final Order order;
    private final TimeSlices slices;
    private final TimeColumns columns;
    private OptionalDouble step;
    private Counts counts = new Counts(0, 0, 0, 0);

    /**
     * The columns that define the order of rows.
     *
     * @param realisation the column that says whose series a row is of; empty when all rows are one series
     * @param time the column of times; empty when rows that follow each other are one step apart
     * @param step how far apart times are; empty for the most common difference
     */
    public record Order(Optional<String> realisation, Optional<String> time, OptionalDouble step) {
        public Order {
            if (step.isPresent() && !(step.getAsDouble() > 0 && step.getAsDouble() < Double.POSITIVE_INFINITY)) {
                throw new IllegalArgumentException("step must be finite and > 0, was " + step.getAsDouble());
            }
            if (step.isPresent() && time.isEmpty()) {
                throw new IllegalArgumentException(
                        "a step of " + step.getAsDouble() + " needs times to measure it by: name the column of times");
            }
        }

        /** {@return an order in which all rows are one series, one step apart; it reads no column} */
        public static Order oneSeries() {
            return new Order(Optional.empty(), Optional.empty(), OptionalDouble.empty());
        }
    }

    /**
     * The numbers of realisations, gaps and rows in one pass.
     *
     * @param realisations in the source
     * @param tooShort realisations that gave no row: nowhere p + 1 rows one step apart
     * @param gaps between rows of one realisation
     * @param rows given
     */
    public record Counts(long realisations, long tooShort, long gaps, long rows) {}

    private Lagged(RowSource source, Order order, TimeSlices slices, TimeColumns columns) {
        super(source);
        this.order = order;
        this.slices = slices;
        this.columns = columns;
        this.step = order.step();
    }

    /**
     * {@return series with their lags} Reads nothing yet.
     *
     * @param source rows of series, with the columns that tell their order
     * @param order which these are; they are no variables
     * @param lags p; 0 leaves the rows as they are, without those columns
     * @throws IllegalArgumentException when a column is missing, or none is left
     */
    public static Lagged of(RowSource source, Order order, int lags) {
        Objects.requireNonNull(order, "order");
        TimeColumns columns = TimeColumns.of(source.schema(), order);
        return new Lagged(source, order, new TimeSlices(columns.variables(), lags), columns);
    }

    /** {@return the meaning of the columns: variables and lags} */
    public TimeSlices slices() {
        return slices;
    }

    /** {@return the counts of the last complete reading; zeros before any} */
    public Counts counts() {
        return counts;
    }

    @Override
    public VariableSchema schema() {
        return slices.stacked();
    }

    /** No user: a row has cells of earlier ones. */
    @Override
    public boolean knowsUsers() {
        return false;
    }

    @Override
    public Optional<String> reasonUnsafeForPrivacy() {
        return Optional.of(
                "one record is in several rows with lags: give the rows as they are, and let a private method of series"
                        + " take the lags of each person");
    }

    @Override
    public void forEachRow(RowConsumer consumer) {
        if (order.time().isPresent() && step.isEmpty()) {
            CommonStep common = new CommonStep(columns, description());
            source.forEachRow(common);
            step = OptionalDouble.of(common.step());
        }
        Reading reading = new Reading(consumer);
        source.forEachRow(reading);
        counts = reading.ended();
        if (counts.rows() == 0) {
            throw new DataException(description() + ": must have a series of at least " + (slices.lags() + 1)
                    + " rows one step"
                    + step.stream().mapToObj(one -> " of " + one).findFirst().orElse("")
                    + " apart, has none in " + counts.realisations() + " realisations with " + counts.gaps()
                    + " gaps: ask for fewer lags, or say the step");
        }
    }

    /** One reading: the rows of the last p + 1 steps, newest at {@code head}. */
    private final class Reading implements RowConsumer {

        private final RowConsumer consumer;
        private final double[][] recent = new double[slices.lags() + 1][slices.size()];
        private final double[] stacked = new double[recent.length * slices.size()];
        private final Set<Double> passed = new HashSet<>();
        private @Nullable Double realisation;
        private double time;
        private int head;
        private int together;
        private long realisations;
        private long tooShort;
        private long gaps;
        private long rows;
        private boolean gave;

        Reading(RowConsumer consumer) {
            this.consumer = consumer;
        }

        @Override
        public void accept(double[] row) {
            double whose = columns.realisation(row, description());
            if (realisation == null || realisation != whose) {
                begin(whose);
            } else if (columns.hasTime()) {
                follow(columns.time(row, description()));
            }
            time = columns.hasTime() ? columns.time(row, description()) : 0;
            head = (head + 1) % recent.length;
            columns.copyVariables(row, recent[head]);
            together = Math.min(together + 1, recent.length);
            if (together == recent.length) {
                give();
            }
        }

        private void begin(double whose) {
            count();
            if (!passed.add(whose)) {
                throw new DataException(description() + ": rows of one realisation must stand together, those of "
                        + source.keyText(whose) + " do not: sort the rows by realisation and time");
            }
            realisation = whose;
            together = 0;
            gave = false;
            realisations++;
        }

        /** Requires that the times of one realisation rise, by a step or by more. */
        private void follow(double next) {
            double difference = next - time;
            if (!(difference > 0)) {
                throw new DataException(description() + ": times of a realisation must rise from row to row, " + time
                        + " is followed by " + next + place() + ": sort the rows by realisation and time, and leave one"
                        + " row for each time");
            }
            double one = step.orElseThrow();
            if (difference < one * (1 - CommonStep.TOLERANCE)) {
                throw new DataException(description() + ": rows must be a step of " + one + " apart or more, "
                        + time + " is followed by " + next + place()
                        + ": say the step, or leave out the rows between steps");
            }
            if (difference > one * (1 + CommonStep.TOLERANCE)) {
                gaps++;
                together = 0;
            }
        }

        private String place() {
            return order.realisation().isPresent()
                    ? " in realisation " + source.keyText(Objects.requireNonNull(realisation))
                    : "";
        }

        private void give() {
            for (int lag = 0; lag < recent.length; lag++) {
                double[] then = recent[Math.floorMod(head - lag, recent.length)];
                System.arraycopy(then, 0, stacked, lag * then.length, then.length);
            }
            gave = true;
            rows++;
            consumer.accept(stacked);
        }

        private void count() {
            if (realisation != null && !gave) {
                tooShort++;
            }
        }

        Counts ended() {
            count();
            return new Counts(realisations, tooShort, gaps, rows);
        }
    }

    /** Finds the most common difference (to nine digits) between times in a realisation; of several the smallest. */
    private static final class CommonStep implements RowSource.RowConsumer {

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
                throw new DataException(
                        source + ": times must be one step apart, or whole steps, are more than " + Lagged.MOST_STEPS
                                + " different differences apart: say the step, or bring the rows to one grid");
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
}
