// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.learn.options;

import io.hedgerow.core.method.descriptor.MethodTrait;
import io.hedgerow.samples.learn.method.Algorithm;
import java.util.Collection;
import java.util.Optional;

/**
 * Warns before a private run that does not centre the columns, unless their means are known to be near 0. Such a run
 * releases no mean, so that afterwards nothing could show it: a common offset of columns looks like edges among them.
 */
public final class CentreWarning {

    private static final String NOTE = "centre-unknown: nothing is subtracted from the rows and no mean is released, so"
            + " columns whose mean is not near 0 will look joined, and nothing in the result can tell: ";

    private CentreWarning() {}

    static String ofOptions() {
        return NOTE
                + "give --public-centre NAME=X,... or --centre private, or --centre none to say that means are near 0";
    }

    /**
     * Of a plan.
     *
     * @param parameters names of those that are given
     * @param categories whether some variable is a category
     * @return empty without a private algorithm, of dp-feature-gram and normal scores, which release where values are,
     *     of a look, and of categories and missing cells, which release means, of dp-dynamic-gram, whose series are
     *     about their own means, or when something is said of the centre
     */
    public static Optional<String> ofPlan(String algorithm, Collection<String> parameters, boolean categories) {
        boolean said = categories
                || parameters.stream()
                        .anyMatch(name -> name.equals("private-mean")
                                || name.equals("transform")
                                || name.equals("missing")
                                || name.startsWith("centre."));
        Optional<Algorithm> unknowing = Algorithm.find(algorithm)
                .filter(known -> known.has(MethodTrait.PROMISE)
                        && !known.has(MethodTrait.SERIES)
                        && !known.has(MethodTrait.CURVES)
                        && !known.has(MethodTrait.LOOK));
        return said || unknowing.isEmpty()
                ? Optional.empty()
                : Optional.of(NOTE
                        + (!unknowing.get().has(MethodTrait.ROUNDS)
                                ? "write private-mean: true, or private-mean: false to say that means are near 0"
                                : "write centre.VARIABLE for every column, 0 where the mean is near 0"));
    }
}
