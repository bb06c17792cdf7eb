// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.search.missing;

import io.hedgerow.core.model.Parameters;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Answers the questions of a {@link CellExchange} after the first about the rows of one site. An answer is a function
 * of the rows and the announcement alone. Not thread-safe.
 */
public final class CellAnswers {

    private final int d;
    private final CellLayout layout;
    private final SeenCells cells;
    /** The last covariances whose information was asked for, in parts. */
    private @Nullable Informed informed;

    @SuppressWarnings("ArrayRecordComponent") // compared by its content
    private record Informed(double[] covariance, double[] values) {}

    /** Answers about rows of so many columns. */
    public CellAnswers(int columns, SeenCells cells) {
        this.d = columns;
        this.layout = new CellLayout(columns);
        this.cells = cells;
    }

    /** Whether first sums are asked for. */
    public static boolean isFirst(Parameters announced) {
        return CellLayout.isFirst(announced);
    }

    /** The first sums as an answer. */
    public static Parameters first(int columns, double[] sums) {
        return new CellLayout(columns).filled(sums);
    }

    /** The products, or a part of the information, that announced covariances let expect. */
    public Parameters to(Parameters announced) {
        int part = CellLayout.part(announced);
        if (part < 0) {
            double[] s = layout.covariance(announced);
            return layout.products(cells.expected(s), s);
        }
        return layout.informing(part, information(layout.correlation(announced)));
    }

    /** Σ E[x] of each column and the rows of which they are, under the covariances of an announcement. */
    public SeenCells.Expected expected(Parameters announced) {
        return cells.expected(layout.covariance(announced));
    }

    private double[] information(double[] s) {
        Informed before = informed;
        if (before != null && Arrays.equals(before.covariance, s)) {
            return before.values;
        }
        CellInformation information = new CellInformation(d);
        cells.addInformation(s, information);
        double[] values = information.values();
        informed = new Informed(s, values);
        return values;
    }
}
