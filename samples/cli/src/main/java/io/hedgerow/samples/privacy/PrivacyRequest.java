// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.privacy;

import io.hedgerow.core.internal.text.Words;
import io.hedgerow.core.privacy.Adjacency;
import io.hedgerow.dp.site.BudgetRequest;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/** Reads the value of {@code --privacy epsilon=5,delta=1e-8,unit=patient,adjacency=zero-out,n0=5000}. */
public final class PrivacyRequest {

    private static final List<String> KEYS = List.of("epsilon", "delta", "unit", "adjacency", "n0", "noise");
    private static final String SYNTAX =
            "--privacy must read epsilon=E[,delta=D][,unit=COLUMN][,adjacency=zero-out,n0=N][,noise=NAME]";

    private PrivacyRequest() {}

    public static BudgetRequest parse(String text) {
        Map<String, String> values = new HashMap<>();
        for (String pair : text.split(",", -1)) {
            int equals = pair.indexOf('=');
            String key = equals < 0 ? pair : pair.substring(0, equals);
            if (equals < 0 || !KEYS.contains(key)) {
                throw new IllegalArgumentException(SYNTAX + ", was " + text);
            }
            if (values.put(key, pair.substring(equals + 1)) != null) {
                throw new IllegalArgumentException(SYNTAX + ", each once: " + key + " appears twice in " + text);
            }
        }
        if (!values.containsKey("epsilon")) {
            throw new IllegalArgumentException(SYNTAX + ": epsilon is missing in " + text);
        }
        String unit = values.getOrDefault("unit", "record");
        if (unit.isBlank()) {
            throw new IllegalArgumentException(SYNTAX + ": unit must be record or name a column, was blank");
        }
        double epsilon = number("epsilon", values.get("epsilon"));
        OptionalDouble delta = values.containsKey("delta")
                ? OptionalDouble.of(number("delta", values.get("delta")))
                : OptionalDouble.empty();
        Optional<String> key = unit.equals("record") ? Optional.empty() : Optional.of(unit);
        Adjacency adjacency = adjacency(values.getOrDefault("adjacency", "replace-one"));
        OptionalLong units = values.containsKey("n0") ? OptionalLong.of(whole(values.get("n0"))) : OptionalLong.empty();
        try {
            return new BudgetRequest(epsilon, delta, key, adjacency, units, Optional.ofNullable(values.get("noise")));
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("--privacy: " + Words.reason(e), e);
        }
    }

    /** Whether the option's value states the unit of privacy, and does not leave it to the default. */
    public static boolean saysUnit(String text) {
        return Arrays.stream(text.split(",", -1)).anyMatch(pair -> pair.startsWith("unit="));
    }

    /** Requires the unit of users, for methods that protect users alone. */
    public static String requireUsers(BudgetRequest request, String method) {
        return request.keyColumn()
                .orElseThrow(() -> new IllegalArgumentException(method + " protects users, each of whom is a"
                        + " series: name their column with --privacy epsilon=E,unit=COLUMN"));
    }

    private static Adjacency adjacency(String text) {
        return switch (text) {
            case "replace-one" -> Adjacency.REPLACE_ONE;
            case "zero-out" -> Adjacency.ZERO_OUT;
            default ->
                throw new IllegalArgumentException("--privacy: adjacency must be replace-one or zero-out, was " + text);
        };
    }

    private static long whole(String text) {
        try {
            return Long.parseLong(text);
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException("--privacy: n0 must be a whole number, was " + text, e);
        }
    }

    private static double number(String key, String text) {
        try {
            return Double.parseDouble(text);
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException("--privacy: " + key + " must be a number, was " + text, e);
        }
    }
}
