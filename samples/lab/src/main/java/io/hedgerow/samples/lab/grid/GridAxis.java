// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.lab.grid;

import java.util.List;

/**
 * A setting of a method and the values that are tried.
 *
 * @param values at least one, as in a plan
 */
record GridAxis(String name, List<String> values) {

    private static final int MOST = 100;

    GridAxis {
        values = List.copyOf(values);
    }

    /** Reads {@code lambda-w=0.01,0.1}. */
    static GridAxis parse(String text) {
        String[] parts = text.split("=", -1);
        if (parts.length != 2 || parts[0].isBlank()) {
            throw wrong(text);
        }
        List<String> values = List.of(parts[1].split(",", -1));
        if (values.size() > MOST
                || values.stream().anyMatch(String::isBlank)
                || values.stream().distinct().count() < values.size()) {
            throw wrong(text);
        }
        return new GridAxis(parts[0].strip(), values);
    }

    private static IllegalArgumentException wrong(String text) {
        return new IllegalArgumentException("--grid must be a setting and at most " + MOST
                + " different values, such as lambda-w=0.01,0.1, was '" + text + "'");
    }
}
