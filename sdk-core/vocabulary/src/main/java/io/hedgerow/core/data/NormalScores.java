// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.data;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The rows of {@link RowSource#inNormalScores}, which do not depend on increasing transformations of columns.
 * Categorical columns stay as they are; a cell that is NaN stays NaN and counts for no rank. The first reading reads
 * the source twice, later ones once. Memory: n d doubles while it counts, and then two doubles for each distinct value,
 * 16 n d bytes at most. <b>Not private.</b> One record moves the scores of all others; do not use it where a budget is
 * kept. Thread-safe as far as the source is.
 */
final class NormalScores extends WrappedRows {

    private @Nullable ColumnScores scores;

    NormalScores(RowSource source) {
        super(source);
    }

    @Override
    public Optional<String> reasonUnsafeForPrivacy() {
        return Optional.of(
                "one record moves the normal scores of all others: give the rows as they are, and let a private"
                        + " method take scores, with its parameter transform: normal-scores");
    }

    @Override
    public void forEachRow(RowConsumer consumer) {
        ColumnScores known = scores();
        double[] row = new double[schema().size()];
        long[] rows = {0};
        source.forEachRow(cells -> {
            rows[0]++;
            known.score(cells, row);
            consumer.accept(row);
        });
        known.requireRows(rows[0]);
    }

    @Override
    public void forEachUserRow(UserRowConsumer consumer) {
        if (!source.knowsUsers()) {
            source.forEachUserRow(consumer); // refuses
            return;
        }
        ColumnScores known = scores();
        double[] row = new double[schema().size()];
        long[] rows = {0};
        source.forEachUserRow((user, cells) -> {
            rows[0]++;
            known.score(cells, row);
            consumer.accept(user, row);
        });
        known.requireRows(rows[0]);
    }

    /** Correlations of the variables behind ties; empty without. */
    Optional<double[]> behindTies(SufficientStatistics statistics) {
        return scores().behindTies(statistics);
    }

    double[] spreadOfTies(double[] behind) {
        return scores().spreadOfTies(behind);
    }

    private synchronized ColumnScores scores() {
        if (scores == null) {
            scores = ColumnScores.of(source);
        }
        return scores;
    }
}
