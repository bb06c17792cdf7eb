package io.hedgerow.core.internal.lingam;

import io.hedgerow.core.data.RowSource;
import io.hedgerow.core.data.SufficientStatistics;
import java.util.Objects;
import java.util.function.Consumer;

/**
 * A site's rows, which stay there.
 *
 * @param statistics of them
 * @param rows hands every row to whom it is given, the same ones at every call
 */
public record ReadableSite(SufficientStatistics statistics, Consumer<RowSource.RowConsumer> rows) {
    public ReadableSite {
        Objects.requireNonNull(statistics, "statistics");
        Objects.requireNonNull(rows, "rows");
    }
}
