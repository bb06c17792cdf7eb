package io.hedgerow.samples.privacy;

import io.hedgerow.core.privacy.PrivacyUnit;
import io.hedgerow.dp.accounting.PrivacyBudget;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * What {@code --privacy epsilon=5,delta=1e-8,unit=patient} asks for.
 *
 * @param epsilon ε of the whole run, for every site
 * @param delta δ of the whole run; empty for 1/n² with n the units of the smallest site
 * @param keyColumn column that says whose a row is; empty when every row is another person's
 */
public record PrivacyRequest(double epsilon, OptionalDouble delta, Optional<String> keyColumn) {

    private static final List<String> KEYS = List.of("epsilon", "delta", "unit");
    private static final String SYNTAX = "--privacy must read epsilon=E[,delta=D][,unit=COLUMN]";

    public PrivacyRequest {
        budget(epsilon, delta.orElse(0.5));
    }

    /**
     * Reads the option's value.
     *
     * @param text key=value pairs, separated by commas
     * @return the request
     * @throws IllegalArgumentException names what is wrong and what is allowed
     */
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
        return new PrivacyRequest(
                number("epsilon", values.get("epsilon")),
                values.containsKey("delta")
                        ? OptionalDouble.of(number("delta", values.get("delta")))
                        : OptionalDouble.empty(),
                unit.equals("record") ? Optional.empty() : Optional.of(unit));
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
     * @return ε and δ
     */
    public PrivacyBudget budget(long units) {
        return budget(epsilon, delta.orElse(1.0 / ((double) units * units)));
    }

    /**
     * Whose contribution is protected.
     *
     * @return the unit
     */
    public PrivacyUnit unit() {
        return keyColumn.<PrivacyUnit>map(PrivacyUnit.PersonUnit::new).orElseGet(PrivacyUnit.RecordUnit::new);
    }
}
