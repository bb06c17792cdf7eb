// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.transport.study;

import io.hedgerow.core.internal.text.PlainName;
import io.hedgerow.transport.internal.file.PlanText;
import java.util.Collections;
import java.util.Map;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The algorithm of a plan with its parameters. Parameters are texts here; the algorithm reads and checks them, and must
 * refuse those that it does not know.
 *
 * @param id lower-case letters, digits and dashes, such as {@code dp-gram}
 * @param parameters by name, sorted; at most 100, of at most 20000 characters each
 */
public record PlannedAlgorithm(String id, SortedMap<String, String> parameters) {

    private static final int MOST = 100;
    /** Room for knowledge about the edges of a hundred variables. */
    private static final int LONGEST_VALUE = 20_000;

    public PlannedAlgorithm {
        if (!Objects.requireNonNull(id, "id").matches(PlanText.ID)) {
            throw new IllegalArgumentException(
                    "algorithm must be 1 to 64 lower-case letters, digits and dashes, was \"" + id + "\"");
        }
        if (parameters.size() > MOST) {
            throw new IllegalArgumentException(
                    "an algorithm must have at most " + MOST + " parameters, had " + parameters.size());
        }
        SortedMap<String, String> copy = new TreeMap<>();
        parameters.forEach((name, value) -> copy.put(
                PlainName.require("a parameter's name", name),
                PlanText.require("parameter " + name, value, LONGEST_VALUE)));
        parameters = Collections.unmodifiableSortedMap(copy);
    }

    /**
     * An algorithm with parameters in any order.
     *
     * @param id which
     * @param parameters by name
     */
    public static PlannedAlgorithm of(String id, Map<String, String> parameters) {
        return new PlannedAlgorithm(id, new TreeMap<>(parameters));
    }
}
