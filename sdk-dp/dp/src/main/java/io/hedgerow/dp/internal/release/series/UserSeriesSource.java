// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.internal.release.series;

import io.hedgerow.core.data.RowSource;
import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.design.TimeSlices;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Reads the rows of users, each of whom is one series, user by user in order of time, as rows [x_t | x_{t−1} | … |
 * x_{t−p}]; values before the first row are NaN. The rows given of a user follow from that user's rows alone, and no
 * row is refused: a refusal would be seen by others.
 *
 * <p>With a column of times and a public step, times are rounded to steps from the user's first; of several rows at one
 * time the first is kept, or, where the source {@linkplain RowSource#keepsOrder keeps no order}, the one whose values
 * come first; a row without a finite time is left out, and a gap of k steps is min(k, p) rows of NaN. Without times,
 * rows follow each other as they were read, which no source without an order may with a budget. A user none of whose
 * rows is left has one row of NaN, so that their number does not change.
 *
 * <p>Keeps all rows where {@link #sumOfUsers} does not sum them elsewhere. Not private by itself. For one reader at a
 * time.
 */
public final class UserSeriesSource implements RowSource {

    private final RowSource source;
    private final TimeSlices slices;
    private final UserSeries series;

    /**
     * The time axis of a series: its column of times and its step.
     *
     * @param time the column of times; no variable
     * @param step the time between rows; public, for one that is found in the rows would depend on all users; finite
     *     and &gt; 0
     */
    public record Clock(String time, double step) {
        public Clock {
            if (!(step > 0 && step < Double.POSITIVE_INFINITY)) {
                throw new IllegalArgumentException("step must be finite and > 0, was " + step);
            }
        }
    }

    private UserSeriesSource(RowSource source, TimeSlices slices, UserSeries series) {
        this.source = source;
        this.slices = slices;
        this.series = series;
    }

    /** The variables and their lags, of columns without that of users; time is no variable. */
    public static TimeSlices slices(VariableSchema columns, Optional<Clock> clock, int lags) {
        List<String> names = new ArrayList<>(columns.names());
        clock.ifPresent(given -> {
            if (!names.remove(given.time())) {
                throw new IllegalArgumentException(
                        "time must be a column of the data, which has " + columns.names() + ", was " + given.time());
            }
        });
        return new TimeSlices(new VariableSchema(names), lags);
    }

    /** Series with their lags, about every user's own means where wanted. Reads nothing yet. */
    public static UserSeriesSource of(RowSource source, Optional<Clock> clock, int lags, boolean aboutOwnMeans) {
        int time = clock.map(given -> source.schema().indexOf(given.time())).orElse(-1);
        TimeSlices slices = slices(source.schema(), clock, lags);
        double step = clock.map(Clock::step).orElse(1.0);
        return new UserSeriesSource(
                source, slices, new UserSeries(slices.size(), lags, time, step, aboutOwnMeans, source.keepsOrder()));
    }

    @Override
    public VariableSchema schema() {
        return slices.stacked();
    }

    @Override
    public String description() {
        return source.description();
    }

    @Override
    public boolean knowsUsers() {
        return source.knowsUsers();
    }

    @Override
    public boolean keepsOrder() {
        return source.keepsOrder();
    }

    @Override
    public Optional<String> reasonUnsafeForPrivacy() {
        return source.reasonUnsafeForPrivacy()
                .or(() -> source.keepsOrder() || series.isOfRowsInAnyOrder()
                        ? Optional.empty()
                        : Optional.of("rows without times follow each other as they are read, and this source promises"
                                + " no order, so that one user could change the series of others: name a column of"
                                + " times and their step, such as a number of the row within its person"));
    }

    @Override
    public void forEachRow(RowConsumer consumer) {
        forEachUserRow((user, row) -> consumer.accept(row));
    }

    @Override
    public void forEachUserRow(UserRowConsumer consumer) {
        Map<Long, List<double[]>> users = new LinkedHashMap<>();
        source.forEachUserRow((user, row) ->
                users.computeIfAbsent(user, unseen -> new ArrayList<>()).add(row.clone()));
        users.forEach((user, rows) -> series.of(rows).forEach(row -> consumer.accept(user, row)));
    }

    /** Makes each user's rows a series where they are. */
    @Override
    public <S extends UnitSum<S>> S sumOfUsers(S empty) {
        return source.sumOfUsers(new SeriesSum<>(empty, series)).sum;
    }

    /** Sums the series of users where their rows are stored. */
    private static final class SeriesSum<S extends UnitSum<S>> implements UnitSum<SeriesSum<S>> {
        private final S sum;
        private final UserSeries series;

        SeriesSum(S sum, UserSeries series) {
            this.sum = sum;
            this.series = series;
        }

        @Override
        public void add(double[] row) {
            throw new IllegalStateException("series are of users, a row without a user was added");
        }

        @Override
        public void addUser(List<double[]> rows) {
            sum.addUser(series.of(rows));
        }

        @Override
        public void merge(SeriesSum<S> other) {
            sum.merge(other.sum);
        }
    }
}
