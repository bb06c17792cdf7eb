package io.hedgerow.core.internal.search;

/** Checks on second-moment matrices: [d, d] row by row. */
public final class MomentMatrix {

    private MomentMatrix() {}

    public static void requireSquare(String name, int variables, double[] matrix) {
        if (variables < 1 || matrix.length != (long) variables * variables) {
            throw new IllegalArgumentException(
                    name + " must be [" + variables + ", " + variables + "], was " + matrix.length + " numbers");
        }
    }

    /** Shape, finiteness and symmetry; asymmetry of the size of round-off is let pass. */
    public static void require(int variables, double[] s) {
        requireSquare("secondMoment", variables, s);
        int d = variables;
        for (int i = 0; i < d; i++) {
            for (int j = 0; j <= i; j++) {
                double lower = s[i * d + j];
                double upper = s[j * d + i];
                if (!(Math.abs(lower) < Double.POSITIVE_INFINITY
                        && Math.abs(lower - upper) <= 1e-9 * (Math.abs(lower) + Math.abs(upper)))) {
                    throw new IllegalArgumentException("secondMoment must be finite and symmetric, was different at ["
                            + i + ", " + j + "] and [" + j + ", " + i + "]");
                }
            }
        }
    }

    public static double smallestVariance(int variables, double[] s) {
        requireSquare("secondMoment", variables, s);
        double smallest = Double.POSITIVE_INFINITY;
        for (int j = 0; j < variables; j++) {
            smallest = Math.min(smallest, s[j * variables + j]);
        }
        if (!(smallest > 0)) {
            throw new IllegalArgumentException("secondMoment must have a diagonal > 0, has a smaller entry");
        }
        return smallest;
    }
}
