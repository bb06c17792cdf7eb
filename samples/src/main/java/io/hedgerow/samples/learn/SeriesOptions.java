package io.hedgerow.samples.learn;

import io.hedgerow.core.data.RowPartition;
import io.hedgerow.core.data.RowSource;
import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.design.Lagged;
import io.hedgerow.core.design.TimeSlices;
import io.hedgerow.core.method.Method;
import io.hedgerow.core.method.NamedMethod;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options that say which rows follow each other, for dynamic networks. */
public final class SeriesOptions {

    /** Of which {@code --lags auto} chooses. */
    private static final int MOST_CHOSEN = 3;

    private static final String AUTO = "auto";

    @Option(
            names = "--realisation",
            paramLabel = "COLUMN",
            description = "The column of a number that says whose series a row is of. For dynamic networks.")
    private @Nullable String realisation;

    @Option(
            names = "--time",
            paramLabel = "COLUMN",
            description = "The column of times, which must rise within a realisation. Without, rows that follow each"
                    + " other are one step apart.")
    private @Nullable String time;

    @Option(
            names = "--step",
            paramLabel = "X",
            description = "How far apart times are; default the most common difference. A longer one is a gap, which"
                    + " no lag crosses.")
    private @Nullable Double step;

    @Option(names = "--series", description = "Each file is one series. For files without --realisation.")
    private boolean series;

    @Option(
            names = "--lags",
            paramLabel = "P",
            description = "How many steps back causes are looked for, or auto: up to " + MOST_CHOSEN
                    + ", by Akaike's criterion; default 1; 0 is a static network, for methods in rounds.")
    private @Nullable String lags;

    @Option(
            names = "--scores",
            description = "Write a score of every ordered pair to result.json, surest first; for dynamic networks.")
    private boolean scores;

    @Option(
            names = "--score",
            paramLabel = "KIND",
            description = "What pairs are ranked by: ${COMPLETION-CANDIDATES}; default posterior.")
    private PairScores.@Nullable Kind score;

    /** Nothing chosen. */
    public SeriesOptions() {}

    /** Whether scores of pairs are wanted. */
    boolean scores() {
        return scores || score != null;
    }

    PairScores.Kind score() {
        return score == null ? PairScores.Kind.POSTERIOR : score;
    }

    /** The first of these options that was given, for those who have no use for it. */
    public Optional<String> firstGiven() {
        if (series) {
            return Optional.of("--series");
        }
        if (realisation != null || time != null) {
            return Optional.of(realisation != null ? "--realisation" : "--time");
        }
        if (step != null) {
            return Optional.of("--step");
        }
        if (scores()) {
            return Optional.of(scores ? "--scores" : "--score");
        }
        return lags == null ? Optional.empty() : Optional.of("--lags");
    }

    /**
     * Refuses options that contradict each other, or do not say which rows follow each other.
     *
     * @throws IllegalArgumentException names the option
     */
    public void requireSaid() {
        if (series && realisation != null) {
            throw new IllegalArgumentException("--series says that a file is one series, --realisation that column "
                    + realisation + " tells several apart: leave one of them out");
        }
        if (!series && realisation == null && !"0".equals(lags)) {
            throw new IllegalArgumentException("a dynamic network needs to know which rows follow each other: name the"
                    + " column of the series with --realisation (and of times with --time), or say --series when each"
                    + " file is one series");
        }
        lags();
        order();
    }

    /** Whether the moments decide how many lags are used. */
    public boolean choosing() {
        return AUTO.equals(lags);
    }

    boolean hasTime() {
        return time != null;
    }

    /** Columns that are no variables. */
    List<String> columns() {
        List<String> names = new ArrayList<>();
        Optional.ofNullable(realisation).ifPresent(names::add);
        Optional.ofNullable(time).ifPresent(names::add);
        return names;
    }

    int lags() {
        if (lags == null || choosing()) {
            return lags == null ? 1 : MOST_CHOSEN;
        }
        try {
            int number = Integer.parseInt(lags);
            if (number >= 0 && number <= 50) {
                return number;
            }
        } catch (NumberFormatException e) {
            // said below
        }
        throw new IllegalArgumentException("--lags must be auto or a whole number from 0 to 50, was " + lags);
    }

    private Lagged.Order order() {
        return new Lagged.Order(
                Optional.ofNullable(realisation),
                Optional.ofNullable(time),
                step == null ? OptionalDouble.empty() : OptionalDouble.of(step));
    }

    /** The private method, which needs all of this to be said: what is found in rows would tell of them. */
    NamedMethod privateMethod(String keyColumn) {
        if (series || choosing() || lags() < 1) {
            throw new IllegalArgumentException(
                    "dp-dynamic-gram needs --lags with a number from 1, and takes no --series:"
                            + " every person is a series");
        }
        if (realisation != null && !realisation.equals(keyColumn)) {
            throw new IllegalArgumentException("--realisation must be the column of persons, " + keyColumn + ", was "
                    + realisation + ": leave it out");
        }
        if (scores()) {
            throw new IllegalArgumentException("--scores does not go with a privacy budget: leave it out");
        }
        NamedMethod method = Method.named("dp-dynamic-gram").with("lags", Integer.toString(lags()));
        if (time != null) {
            method = method.with("time", time);
        }
        return step == null ? method : method.with("step", Double.toString(step));
    }

    /** The columns of the network that is learned from these. */
    public VariableSchema stacked(VariableSchema columns) {
        List<String> names = new ArrayList<>(columns.names());
        names.remove(time);
        return new TimeSlices(new VariableSchema(names), lags()).stacked();
    }

    /** Rows of series with their lags. */
    Lagged lagged(RowSource rows) {
        return Lagged.of(rows, order(), lags());
    }

    /** Several sites of one source: whole series each, or consecutive rows of one series. */
    List<RowSource> parts(RowSource rows, int count) {
        return realisation == null
                ? RowPartition.contiguous(rows, count)
                : RowPartition.bySeries(rows, count, realisation);
    }
}
