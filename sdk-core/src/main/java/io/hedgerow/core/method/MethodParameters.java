// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.method;

import io.hedgerow.core.internal.text.Nearest;
import io.hedgerow.core.search.KnownEdges;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** The parameters of a method, read strictly: whatever is not asked for is refused. Not thread-safe. */
public final class MethodParameters {

    /** Fourth powers of larger numbers, multiplied with others, overflow. */
    private static final double LARGEST = 1e50;

    private final String algorithm;
    private final Map<String, String> given;
    private final Set<String> known = new TreeSet<>();

    MethodParameters(StudyTerms terms) {
        this.algorithm = terms.method();
        this.given = terms.parameters();
    }

    /**
     * A number.
     *
     * @param name the parameter's name
     * @param otherwise without the parameter
     * @return a number of at most 1e50, of either sign
     */
    public double number(String name, double otherwise) {
        known.add(name);
        String text = given.get(name);
        if (text == null) {
            return otherwise;
        }
        try {
            double value = Double.parseDouble(text);
            if (Math.abs(value) <= LARGEST) {
                return value;
            }
        } catch (NumberFormatException e) {
            // said below
        }
        throw new IllegalArgumentException("parameter " + name + " of " + algorithm
                + " must be a finite number, at most 1e50, was \"" + text + "\"");
    }

    /**
     * A positive number.
     *
     * @param name the parameter's name
     * @param otherwise without the parameter
     * @return &gt; 0, from 1e-50 to 1e50 if it was given
     */
    public double positive(String name, double otherwise) {
        double value = number(name, otherwise);
        if (!(value > 0)) {
            throw new IllegalArgumentException(
                    "parameter " + name + " of " + algorithm + " must be > 0, was " + given.get(name));
        }
        if (value < 1 / LARGEST) {
            throw new IllegalArgumentException(
                    "parameter " + name + " of " + algorithm + " must be at least 1e-50, was " + given.get(name));
        }
        return value;
    }

    /**
     * A whole number.
     *
     * @param name the parameter's name
     * @param otherwise without the parameter
     * @return at least 1
     */
    public long count(String name, long otherwise) {
        double value = positive(name, (double) otherwise);
        if (value != Math.rint(value) || value > 1e15) {
            throw new IllegalArgumentException(
                    "parameter " + name + " of " + algorithm + " must be a whole number, was " + given.get(name));
        }
        return (long) value;
    }

    /**
     * A whole number within a limit.
     *
     * @param name the parameter's name
     * @param otherwise without the parameter
     * @param most that is allowed
     * @return from 1 to the limit
     */
    public long count(String name, long otherwise, long most) {
        long value = count(name, otherwise);
        if (value > most) {
            throw new IllegalArgumentException(
                    "parameter " + name + " of " + algorithm + " must be at most " + most + ", was " + value);
        }
        return value;
    }

    /**
     * Yes or no.
     *
     * @param name the parameter's name
     * @return false without the parameter
     */
    public boolean flag(String name) {
        known.add(name);
        String text = given.getOrDefault(name, "false");
        if (!text.equals("true") && !text.equals("false")) {
            throw new IllegalArgumentException(
                    "parameter " + name + " of " + algorithm + " must be true or false, was \"" + text + "\"");
        }
        return text.equals("true");
    }

    /**
     * Whether edges are to be shown with the marks that are left when causes may be hidden: the parameter
     * {@code hidden-causes}.
     *
     * @return false without the parameter
     */
    public boolean hiddenCauses() {
        return flag("hidden-causes");
    }

    /**
     * A word.
     *
     * @param name the parameter's name
     * @return empty without the parameter
     */
    public Optional<String> text(String name) {
        known.add(name);
        return Optional.ofNullable(given.get(name));
    }

    /**
     * Whether a parameter was given.
     *
     * @param name the parameter's name
     * @return true when it was
     */
    public boolean has(String name) {
        known.add(name);
        return given.containsKey(name);
    }

    /**
     * What is known of edges beforehand: the parameters {@code required}, {@code forbidden} and {@code tiers}.
     *
     * @return nothing known without the parameters
     * @throws IllegalArgumentException when they are not written as they must be, or contradict each other
     */
    public KnownEdges knownEdges() {
        known.addAll(List.of("required", "forbidden", "tiers"));
        try {
            return KnownEdges.parse(
                    given.getOrDefault("required", ""),
                    given.getOrDefault("forbidden", ""),
                    given.getOrDefault("tiers", ""));
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("known edges of " + algorithm + ": " + e.getMessage(), e);
        }
    }

    /** After all were read. */
    void requireNoOther() {
        for (String name : given.keySet()) {
            if (!known.contains(name)) {
                throw new IllegalArgumentException("algorithm " + algorithm + " has no parameter " + name
                        + Nearest.to(name, known)
                                .map(word -> ", did you mean " + word + "?")
                                .orElse("")
                        + "; it has "
                        + known.stream()
                                .map(MethodParameters::family)
                                .distinct()
                                .collect(Collectors.joining(", ")));
            }
        }
    }

    /** Parameters that there are for every site or variable have a dot, and are named once. */
    private static String family(String name) {
        int dot = name.indexOf('.');
        return dot < 0 ? name : name.substring(0, dot) + ".NAME";
    }
}
