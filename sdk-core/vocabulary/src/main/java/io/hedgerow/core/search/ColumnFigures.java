// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.search;

import java.util.Objects;
import java.util.OptionalDouble;

/**
 * Summary statistics of a column over all sites, computed from sums over sites. Not private: exact functions of these
 * sums.
 *
 * @param variable its name
 * @param mean of the rows of all sites
 * @param deviation about each site's own mean, in the unit of the column; of mixed units where sites have several
 * @param skewness mean of z³, z in each site's own mean and deviation; 0 of a normal column; empty where it is constant
 *     everywhere
 * @param kurtosis mean of z⁴, 3 of a normal column; empty where it is constant everywhere
 * @param varyingShare share of the rows, about, at sites where it is not constant; in [0, 1]
 * @param scaleFactor the factor by which its deviations typically differ between sites, at least 1; empty where they
 *     differ no more than by chance, or by little
 */
public record ColumnFigures(
        String variable,
        double mean,
        double deviation,
        OptionalDouble skewness,
        OptionalDouble kurtosis,
        double varyingShare,
        OptionalDouble scaleFactor) {
    public ColumnFigures {
        Objects.requireNonNull(variable, "variable");
        Objects.requireNonNull(skewness, "skewness");
        Objects.requireNonNull(kurtosis, "kurtosis");
        Objects.requireNonNull(scaleFactor, "scaleFactor");
    }
}
