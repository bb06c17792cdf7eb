// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.inspect;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A conversion of numbers from one unit to another: {@code multiply · x + add}; the words are the two units. */
record UnitFactor(double multiply, double add, String words) {

    private static final List<UnitFactor> KNOWN = List.of(
            new UnitFactor(10, 0, "a factor of 10, as cm and mm"),
            new UnitFactor(100, 0, "a factor of 100, as m and cm, or shares and per cent"),
            new UnitFactor(1000, 0, "a factor of 1000, as kg and g"),
            new UnitFactor(1e6, 0, "a factor of a million, as g and \u00b5g"),
            new UnitFactor(2.2046226, 0, "pounds and kilograms"),
            new UnitFactor(2.54, 0, "inches and cm"),
            new UnitFactor(3.2808, 0, "feet and m"),
            new UnitFactor(1.609344, 0, "miles and km"),
            new UnitFactor(18.02, 0, "glucose in mg/dl and mmol/l"),
            new UnitFactor(38.67, 0, "cholesterol in mg/dl and mmol/l"),
            new UnitFactor(88.57, 0, "triglycerides in mg/dl and mmol/l, or creatinine in \u00b5mol/l and mg/dl"),
            new UnitFactor(7.50062, 0, "mmHg and kPa"),
            new UnitFactor(4.184, 0, "kJ and kcal"),
            new UnitFactor(7, 0, "days and weeks"),
            new UnitFactor(12, 0, "months and years"),
            new UnitFactor(24, 0, "hours and days"),
            new UnitFactor(60, 0, "a factor of 60, as minutes and hours"),
            new UnitFactor(365.25, 0, "days and years"),
            new UnitFactor(1.8, 32, "degrees Fahrenheit and Celsius"));

    /** Words of units at the end of names, with what one of them is in a unit of its kind. */
    private static final Map<String, Map<String, Double>> NAMED = Map.of(
            "weight", Map.of("kg", 1.0, "lb", 0.45359237, "lbs", 0.45359237, "g", 0.001, "mg", 1e-6),
            "length", Map.of("m", 1.0, "cm", 0.01, "mm", 0.001, "in", 0.0254, "inch", 0.0254, "ft", 0.3048),
            "time", Map.of("s", 1.0, "min", 60.0, "h", 3600.0, "days", 86400.0, "weeks", 604800.0));

    /** Quantiles after conversion are this near, in parts of the distance of quartiles. */
    private static final double NEAR = 0.4;

    /** And so many times nearer than before. */
    private static final double NEARER = 4;

    private static final int FEWEST = 30;

    private static final double[] SHARES = {0.1, 0.25, 0.5, 0.75, 0.9};

    static boolean isUnit(String word) {
        return NAMED.values().stream().anyMatch(units -> units.containsKey(word));
    }

    /** From one unit to another, by their words. */
    static Optional<UnitFactor> named(String from, String to) {
        return NAMED.values().stream()
                .filter(units -> units.containsKey(from) && units.containsKey(to))
                .map(units -> new UnitFactor(
                        units.getOrDefault(from, 1.0) / units.getOrDefault(to, 1.0), 0, from + " and " + to))
                .findFirst();
    }

    private UnitFactor inverse() {
        return new UnitFactor(1 / multiply, -add / multiply, words);
    }

    /** The known units by which one sorted column becomes like another, if it is not so already. */
    static Optional<UnitFactor> between(double[] own, double[] reference) {
        if (own.length < FEWEST || reference.length < FEWEST) {
            return Optional.empty();
        }
        double now = new UnitFactor(1, 0, "").distance(own, reference);
        if (!(now > 1)) {
            return Optional.empty();
        }
        return KNOWN.stream()
                .flatMap(factor -> List.of(factor, factor.inverse()).stream())
                .min(Comparator.comparing(factor -> factor.distance(own, reference)))
                .filter(factor -> factor.distance(own, reference) < Math.min(NEAR, now / NEARER));
    }

    /** The largest distance of five quantiles, in parts of the smaller distance of quartiles. */
    private double distance(double[] own, double[] reference) {
        double quartiles = SeenColumn.quantile(reference, 0.75) - SeenColumn.quantile(reference, 0.25);
        double ownQuartiles = multiply * (SeenColumn.quantile(own, 0.75) - SeenColumn.quantile(own, 0.25));
        double most = 0;
        for (double share : SHARES) {
            double converted = multiply * SeenColumn.quantile(own, share) + add;
            most = Math.max(most, Math.abs(converted - SeenColumn.quantile(reference, share)));
        }
        double scale = Math.min(quartiles, ownQuartiles);
        return scale > 0 ? most / scale : Double.POSITIVE_INFINITY;
    }

    /** As a mapping file has it. */
    Map<String, String> settings() {
        String by = number(multiply);
        return add == 0 ? Map.of("multiply", by) : Map.of("multiply", by, "add", number(add));
    }

    private static String number(double value) {
        return new BigDecimal(value, new MathContext(9)).stripTrailingZeros().toPlainString();
    }
}
