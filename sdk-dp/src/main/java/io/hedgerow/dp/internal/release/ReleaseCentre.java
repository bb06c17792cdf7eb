// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.internal.release;

import java.util.Collections;
import java.util.List;

/**
 * The centre that is subtracted from the rows before second moments are taken. The mean of a site's own rows is not a
 * choice: every record moves it, so one record would move the centred rows of all others.
 */
public sealed interface ReleaseCentre {

    /**
     * A public constant per variable, such as 0.
     *
     * @param values c, one per variable; finite
     */
    record Known(List<Double> values) implements ReleaseCentre {
        public Known {
            values = List.copyOf(values);
            for (double value : values) {
                if (!(Math.abs(value) < Double.POSITIVE_INFINITY)) {
                    throw new IllegalArgumentException("a centre must be finite, was " + value);
                }
            }
        }

        public boolean isZero() {
            return values.stream().allMatch(value -> value == 0);
        }

        public double[] vector() {
            return values.stream().mapToDouble(Double::doubleValue).toArray();
        }
    }

    /**
     * Each site's own mean, so that means that differ between sites are no relation between variables. It is released
     * in a round of its own, with as much noise as if it were not shared, because the site itself continues with its
     * value.
     */
    record PrivateMean() implements ReleaseCentre {}

    /** The known centre 0, with which nothing is subtracted. */
    static ReleaseCentre none(int variables) {
        return new Known(Collections.nCopies(variables, 0.0));
    }
}
