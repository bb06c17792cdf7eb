package io.hedgerow.core.data;

import java.util.List;
import java.util.Objects;

/**
 * Something about a data set that makes what is learned from it doubtful. As sensitive as the records: for the site's
 * own people, never to be sent.
 *
 * @param kind what it is
 * @param variables the variables concerned
 * @param text one line: what was found, why it matters, what to do
 */
public record DataWarning(Kind kind, List<String> variables, String text) {
    public DataWarning {
        Objects.requireNonNull(kind, "kind");
        Objects.requireNonNull(text, "text");
        variables = List.copyOf(variables);
    }

    /** What can be doubtful. */
    public enum Kind {
        /** A variable that never changes. Learning refuses it. */
        CONSTANT,
        /** A variable that repeats another, up to shift and scale. */
        DUPLICATE,
        /** A variable that is a linear combination of others, or nearly so. */
        COLLINEAR,
        /** No more rows than variables, so that the covariance matrix is singular. */
        FEW_ROWS,
        /** All variances are equal, as after standardisation. */
        STANDARDISED,
        /** Variances of very different size. */
        SCALE,
        /** Columns that are far from a normal distribution: binary, whole numbers, skewed or heavy-tailed. */
        SHAPE
    }
}
