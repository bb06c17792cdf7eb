// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.method.descriptor;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * The declaration of a method's parameter: its name, allowed values, default, and meaning. Plans and the command line
 * write values as text, which is read and refused here. Immutable.
 *
 * @param name lower-case words with dashes; a parameter that there is for every site or variable ends in {@code .NAME}
 * @param kind how text is read
 * @param least smallest value of a number
 * @param most largest value of a number
 * @param words the words that are allowed: of a choice all, of a number beside its values
 * @param usual the default, as text: a value where it is always the same, otherwise a description of what decides it;
 *     empty without one
 * @param where where it can be given
 * @param sentence what it means
 */
public record Parameter(
        String name,
        Kind kind,
        double least,
        double most,
        List<String> words,
        String usual,
        Where where,
        String sentence) {

    /** The type of a parameter, by which its text is parsed. */
    public enum Kind {
        /** A finite number of either sign. */
        NUMBER,
        /** A finite number above 0. */
        POSITIVE,
        /** A whole number. */
        COUNT,
        /** Yes or no: {@code true} or {@code false}. */
        FLAG,
        /** One of some words. */
        CHOICE,
        /** Any text that the method reads itself, such as the name of a column. */
        TEXT;

        /** {@return whether values are numbers: of any sign, positive ones and counts} */
        public boolean isOfNumbers() {
            return this == NUMBER || this == POSITIVE || this == COUNT;
        }
    }

    /** The places where a parameter can be given. */
    public enum Where {
        /** Plans and the command line. */
        EVERYWHERE,
        /** The command line only: it belongs to settings that no plan has. */
        IN_ONE_PROCESS,
        /** Plans only: the command line has no option for it there. */
        IN_PLANS
    }

    /** Fourth powers of larger numbers, multiplied with others, overflow. */
    private static final double LARGEST = 1e50;

    private static final double SMALLEST = 1e-50;
    private static final double LARGEST_COUNT = 1e15;
    private static final String FAMILY = ".NAME";

    public Parameter {
        words = List.copyOf(words);
        if (!name.matches("[a-z0-9]+(-[a-z0-9]+)*(\\.NAME)?")) {
            throw new IllegalArgumentException(
                    "name of a parameter must be lower-case words with dashes, maybe with .NAME at its end, was \""
                            + name + "\"");
        }
        Objects.requireNonNull(kind, "kind");
        Objects.requireNonNull(usual, "usual");
        Objects.requireNonNull(where, "where");
        if (sentence.isBlank()) {
            throw new IllegalArgumentException("parameter " + name + " must have a sentence, had none");
        }
        if (kind.isOfNumbers() && !(least <= most && least >= leastOf(kind))) {
            throw new IllegalArgumentException("parameter " + name + " must have limits in order, from "
                    + text(leastOf(kind)) + " on, were " + text(least) + " and " + text(most));
        }
    }

    private static double leastOf(Kind kind) {
        return switch (kind) {
            case NUMBER -> -LARGEST;
            case POSITIVE -> SMALLEST;
            default -> 0;
        };
    }

    private static Parameter of(
            String name, Kind kind, double least, double most, List<String> words, String sentence) {
        return new Parameter(name, kind, least, most, words, "", Where.EVERYWHERE, sentence);
    }

    /**
     * {@return a number, of either sign, at most 1e50}
     *
     * @param name of the parameter
     * @param sentence what it means
     */
    public static Parameter number(String name, String sentence) {
        return of(name, Kind.NUMBER, -LARGEST, LARGEST, List.of(), sentence);
    }

    /**
     * {@return a positive number, from 1e-50 to 1e50}
     *
     * @param name of the parameter
     * @param sentence what it means
     */
    public static Parameter positive(String name, String sentence) {
        return of(name, Kind.POSITIVE, SMALLEST, LARGEST, List.of(), sentence);
    }

    /**
     * {@return a number from 0 to 1e50, such as a weight that may be left out by 0}
     *
     * @param name of the parameter
     * @param sentence what it means
     */
    public static Parameter nonNegative(String name, String sentence) {
        return of(name, Kind.NUMBER, 0, LARGEST, List.of(), sentence);
    }

    /**
     * {@return a whole number, from 1 to 1e15}
     *
     * @param name of the parameter
     * @param sentence what it means
     */
    public static Parameter count(String name, String sentence) {
        return of(name, Kind.COUNT, 1, LARGEST_COUNT, List.of(), sentence);
    }

    /**
     * {@return a parameter that is yes or no, false without it}
     *
     * @param name of the parameter
     * @param sentence what it means
     */
    public static Parameter flag(String name, String sentence) {
        return of(name, Kind.FLAG, 0, 0, List.of("true", "false"), sentence).usually("false");
    }

    /**
     * {@return a parameter that is one of some words}
     *
     * @param name of the parameter
     * @param words that are allowed
     * @param sentence what it means
     */
    public static Parameter choice(String name, List<String> words, String sentence) {
        return of(name, Kind.CHOICE, 0, 0, words, sentence);
    }

    /**
     * {@return a parameter of any text, which the method reads itself}
     *
     * @param name of the parameter
     * @param sentence what it means
     */
    public static Parameter text(String name, String sentence) {
        return of(name, Kind.TEXT, 0, 0, List.of(), sentence);
    }

    /**
     * {@return a copy with a default}
     *
     * @param value or what decides it
     */
    public Parameter usually(String value) {
        return new Parameter(name, kind, least, most, words, value, where, sentence);
    }

    /**
     * {@return a copy with limits of its number}
     *
     * @param from smallest value: of a count at least 0, of a positive number at least 1e-50
     * @param to largest value
     */
    public Parameter from(double from, double to) {
        return new Parameter(name, kind, from, to, words, usual, where, sentence);
    }

    /**
     * {@return a copy with one more word beside its values}
     *
     * @param word such as {@code auto}
     */
    public Parameter or(String word) {
        List<String> more = new ArrayList<>(words);
        more.add(word);
        return new Parameter(name, kind, least, most, more, usual, where, sentence);
    }

    /**
     * {@return a copy that can be given on the command line only, or in plans only}
     *
     * @param only where it can be given
     */
    public Parameter only(Where only) {
        return new Parameter(name, kind, least, most, words, usual, only, sentence);
    }

    /**
     * {@return whether a name is that of this parameter, or one of its family}
     *
     * @param given a name in a plan, such as {@code rows.north}
     */
    public boolean isNamed(String given) {
        return name.endsWith(FAMILY)
                ? given.startsWith(name.substring(0, name.length() - FAMILY.length() + 1))
                : given.equals(name);
    }

    /** {@return the values that are allowed, in words, such as {@code a whole number from 1 to 100}} */
    public String range() {
        String values =
                switch (kind) {
                    case NUMBER -> least == -LARGEST ? "a finite number, at most " + text(most) : "a number" + limits();
                    case POSITIVE -> "> 0," + limits();
                    case COUNT -> "a whole number" + (most < LARGEST_COUNT ? limits() : " from " + text(least));
                    case FLAG -> "true or false";
                    case CHOICE ->
                        words.size() == 1 ? words.get(0) + " or left out" : "one of " + String.join(", ", words);
                    case TEXT -> "text";
                };
        return kind.isOfNumbers() && !words.isEmpty() ? values + ", or " + String.join(" or ", words) : values;
    }

    private String limits() {
        return " from " + text(least) + " to " + text(most);
    }

    private static String text(double limit) {
        return Math.abs(limit) < LARGEST_COUNT && limit == Math.rint(limit)
                ? Long.toString((long) limit)
                : Double.toString(limit).replace(".0E", "e").replace('E', 'e');
    }

    /**
     * Refuses a value that is not allowed.
     *
     * @param method whose parameter it is
     * @param given its name in the plan
     * @param text its value
     * @throws IllegalArgumentException when the value is not allowed; says name, range and default
     */
    public void require(String method, String given, String text) {
        if (!allows(text)) {
            throw refused(method, given, text);
        }
    }

    /**
     * {@return the number that a text states, within the range}
     *
     * @param method whose parameter it is
     * @param given its name in the plan
     * @param text its value
     * @throws IllegalArgumentException when the value is no number of this parameter; says name, range and default
     */
    public double read(String method, String given, String text) {
        if (!isNumber(text)) {
            throw refused(method, given, text);
        }
        return Double.parseDouble(text);
    }

    /**
     * {@return whether a value is one of this parameter: a number within the limits, or one of the words}
     *
     * @param text the value
     */
    public boolean allows(String text) {
        return switch (kind) {
            case TEXT -> true;
            case FLAG, CHOICE -> words.contains(text);
            default -> words.contains(text) || isNumber(text);
        };
    }

    /** {@return whether its default is always one number; false without a default, and where something decides it} */
    public boolean isUsuallyANumber() {
        return kind.isOfNumbers() && isNumber(usual);
    }

    private boolean isNumber(String text) {
        try {
            double value = Double.parseDouble(text);
            return value >= least && value <= most && (kind != Kind.COUNT || value == Math.rint(value));
        } catch (NumberFormatException e) {
            return false;
        }
    }

    private IllegalArgumentException refused(String method, String given, String text) {
        return new IllegalArgumentException("parameter " + given + " of " + method + " must be " + range() + ", was \""
                + text + "\"" + (usual.isEmpty() ? "" : "; default: " + usual));
    }
}
