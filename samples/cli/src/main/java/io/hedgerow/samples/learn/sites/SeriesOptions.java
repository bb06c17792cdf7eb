// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.learn.sites;

import io.hedgerow.core.data.RowSource;
import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.data.internal.RowPartition;
import io.hedgerow.core.design.TimeSlices;
import io.hedgerow.core.internal.design.Lagged;
import io.hedgerow.core.method.Method;
import io.hedgerow.core.method.NamedMethod;
import io.hedgerow.samples.learn.method.Algorithm;
import io.hedgerow.samples.learn.method.ParameterBuilder;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The options that define time series, for dynamic networks. */
public final class SeriesOptions {

    @Mixin
    private OrderOptions order = new OrderOptions();

    @Option(names = "--series", description = "Each file is one series. For files without --realisation.")
    private boolean series;

    @Option(
            names = "--scores",
            description = "Write a score of every ordered pair to result.json, surest first; for dynamic networks.")
    private boolean scores;

    @Option(
            names = "--score",
            paramLabel = "KIND",
            description = "What pairs are ranked by: ${COMPLETION-CANDIDATES}; default posterior.")
    private PairScores.@Nullable Kind score;

    public boolean scores() {
        return scores || score != null;
    }

    public PairScores.Kind score() {
        return score == null ? PairScores.Kind.POSTERIOR : score;
    }

    /** The first of these options that was given, for those who have no use for it. */
    public Optional<String> firstGiven() {
        if (series) {
            return Optional.of("--series");
        }
        return order.firstGiven().or(() -> scores() ? Optional.of(scores ? "--scores" : "--score") : Optional.empty());
    }

    /** Refuses options that contradict each other, or do not say which rows follow each other. */
    public void requireSaid() {
        Optional<String> realisation = order.realisation();
        if (series && realisation.isPresent()) {
            throw new IllegalArgumentException("--series says that a file is one series, --realisation that column "
                    + realisation.get() + " tells several apart: leave one of them out");
        }
        if (!series && realisation.isEmpty() && lags() != 0) {
            throw new IllegalArgumentException("a dynamic network needs to know which rows follow each other: name the"
                    + " column of the series with --realisation (and of times with --time), or say --series when each"
                    + " file is one series");
        }
        lags();
        order.order();
    }

    /** Whether the moments decide how many lags are used. */
    public boolean choosing() {
        return order.choosing();
    }

    boolean hasTime() {
        return order.time().isPresent();
    }

    /** Columns that are no variables. */
    List<String> columns() {
        return Stream.of(order.realisation(), order.time())
                .flatMap(Optional::stream)
                .toList();
    }

    Optional<String> realisation() {
        return order.realisation();
    }

    public int lags() {
        return order.lags();
    }

    /** The private method, which needs all of this to be said: what is found in rows would tell of them. */
    public NamedMethod privateMethod(Algorithm algorithm, String keyColumn) {
        if (series || lags() < 1) {
            throw new IllegalArgumentException(algorithm + " needs --lags auto or a number from 1, and takes no"
                    + " --series: every person is a series");
        }
        if (order.realisation().filter(column -> !column.equals(keyColumn)).isPresent()) {
            throw new IllegalArgumentException("--realisation must be the column of users, " + keyColumn + ", was "
                    + order.realisation().get() + ": leave it out");
        }
        if (scores()) {
            throw new IllegalArgumentException("--scores cannot be combined with a privacy budget: leave it out");
        }
        ParameterBuilder method = new ParameterBuilder(Method.named(algorithm.name()));
        order.parameters().forEach(method::set);
        return method.method();
    }

    /** The columns of the network that is learned from these. */
    public VariableSchema stacked(VariableSchema columns) {
        List<String> names = new ArrayList<>(columns.names());
        order.time().ifPresent(names::remove);
        return new TimeSlices(new VariableSchema(names), lags()).stacked();
    }

    Lagged lagged(RowSource rows) {
        return Lagged.of(rows, order.order(), lags());
    }

    /** Several sites of one source: whole series each, or consecutive rows of one series. */
    List<RowSource> parts(RowSource rows, int count) {
        return order.realisation()
                .map(column -> RowPartition.bySeries(rows, count, column))
                .orElseGet(() -> RowPartition.contiguous(rows, count));
    }
}
