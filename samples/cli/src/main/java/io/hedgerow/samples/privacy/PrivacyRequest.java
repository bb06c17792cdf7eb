// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.privacy;

import io.hedgerow.core.privacy.Adjacency;
import io.hedgerow.core.privacy.PrivacyUnit;
import io.hedgerow.dp.accounting.PrivacyBudget;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/**
 * What {@code --privacy epsilon=5,delta=1e-8,unit=patient,adjacency=zero-out,n0=5000} asks for.
 *
 * @param epsilon ε of the whole run, for every site
 * @param delta δ of the whole run; empty for 1/n² with n the units of the smallest site
 * @param keyColumn column that says whose a row is; empty when every row is another person's
 * @param adjacency whether a unit is replaced, and their number is public, or becomes zeros, and it is not
 * @param publicUnits with zero-out: n0, the public constant that stands for every site's number of units
 */
public record PrivacyRequest(
        double epsilon,
        OptionalDouble delta,
        Optional<String> keyColumn,
        Adjacency adjacency,
        OptionalLong publicUnits) {

    private static final List<String> KEYS = List.of("epsilon", "delta", "unit", "adjacency", "n0");
    private static final int LARGEST_EPSILON = 1000;
    private static final long MOST_UNITS = 1_000_000_000_000L;
    private static final String SYNTAX =
            "--privacy must read epsilon=E[,delta=D][,unit=COLUMN][,adjacency=zero-out,n0=N]";

    public PrivacyRequest {
        budget(epsilon, delta.orElse(0.5));
        if (publicUnits.isPresent() && adjacency == Adjacency.REPLACE_ONE) {
            throw new IllegalArgumentException(
                    "--privacy: n0 belongs to adjacency=zero-out; with replace-one the number of"
                            + " units is public and counted: leave n0 out");
        }
        if (publicUnits.isPresent() && (publicUnits.getAsLong() < 2 || publicUnits.getAsLong() > MOST_UNITS)) {
            throw new IllegalArgumentException(
                    "--privacy: n0 must be from 2 to " + MOST_UNITS + ", was " + publicUnits.getAsLong());
        }
    }

    /**
     * A request with replace-one adjacency.
     *
     * @param epsilon ε of the whole run, for every site
     * @param delta δ of the whole run; empty for 1/n²
     * @param keyColumn column that says whose a row is; empty when every row is another person's
     */
    public PrivacyRequest(double epsilon, OptionalDouble delta, Optional<String> keyColumn) {
        this(epsilon, delta, keyColumn, Adjacency.REPLACE_ONE, OptionalLong.empty());
    }

    /** Reads the option's value. */
    public static PrivacyRequest parse(String text) {
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
        if (epsilon > LARGEST_EPSILON && Double.isFinite(epsilon)) {
            throw new IllegalArgumentException("--privacy: epsilon must be at most " + LARGEST_EPSILON + ", was "
                    + values.get("epsilon")
                    + ": more promises nothing that could be told from no promise; usual are 0.1"
                    + " to 10");
        }
        return new PrivacyRequest(
                epsilon,
                values.containsKey("delta")
                        ? OptionalDouble.of(number("delta", values.get("delta")))
                        : OptionalDouble.empty(),
                unit.equals("record") ? Optional.empty() : Optional.of(unit),
                adjacency(values.getOrDefault("adjacency", "replace-one")),
                values.containsKey("n0") ? OptionalLong.of(whole(values.get("n0"))) : OptionalLong.empty());
    }

    /** Whether the option's value says what is protected, and does not leave it to the default. */
    public static boolean saysUnit(String text) {
        return Arrays.stream(text.split(",")).anyMatch(pair -> pair.startsWith("unit="));
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

    private static PrivacyBudget budget(double epsilon, double delta) {
        try {
            if (!(delta > 0)) {
                throw new IllegalArgumentException("delta must be > 0 and < 1, was " + delta);
            }
            return new PrivacyBudget(epsilon, delta);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("--privacy: " + e.getMessage(), e);
        }
    }

    /**
     * The budget of a run.
     *
     * @param units of the smallest site
     */
    public PrivacyBudget budget(long units) {
        return budget(epsilon, delta.orElse(1.0 / ((double) units * units)));
    }

    /** The number of units that is said instead of counted. */
    OptionalLong statedUnits() {
        if (adjacency == Adjacency.ZERO_OUT && publicUnits.isEmpty()) {
            throw new IllegalArgumentException("--privacy: adjacency=zero-out keeps the number of units secret: say a"
                    + " public number of about that size, the same for every site, as n0=N");
        }
        return publicUnits;
    }

    /**
     * For methods that protect persons alone.
     *
     * @throws IllegalArgumentException when none was named
     */
    public String requirePersons(String method) {
        return keyColumn.orElseThrow(() -> new IllegalArgumentException(method + " protects persons, each of whom is a"
                + " series: name their column with --privacy epsilon=E,unit=COLUMN"));
    }

    /** Whose contribution is protected: the unit. */
    public PrivacyUnit unit() {
        return keyColumn.<PrivacyUnit>map(PrivacyUnit.PersonUnit::new).orElseGet(PrivacyUnit.RecordUnit::new);
    }
}
