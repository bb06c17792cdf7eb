// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.text;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Maps the cells of a column of users to numbers; some cells are names such as {@code patient-7}. Two cells have one
 * number only if they are equal to the letter, blanks around them aside: 7, 007 and 7.0 are three. A whole number below
 * 2⁵³ in absolute value, written with its digits alone, is itself; any other text is a name, whose number is below −2⁵³
 * and the same in every reading, and depends on the order of reading. Thread-safe.
 */
public final class KeyNames {

    /** Up to here every whole number is a double of its own. */
    public static final double LARGEST_NUMBER = 0x1p53;

    private static final int LONGEST_NAME = 200;

    private final Map<String, Double> numbers = new ConcurrentHashMap<>();
    private final List<String> names = new ArrayList<>();

    /** The number of a cell that is a number, or NaN as text; NaN when it is neither a number nor a name. */
    public double number(double number, char[] text, int offset, int length) {
        String name = new String(text, offset, length).strip();
        if (Math.abs(number) < LARGEST_NUMBER && name.equals(Long.toString((long) number))) {
            return number;
        }
        boolean usable = name.length() <= LONGEST_NAME
                && !NumberToken.isMissing(name)
                && name.chars().noneMatch(Character::isISOControl);
        return usable ? numbers.computeIfAbsent(name, this::next) : Double.NaN;
    }

    private synchronized double next(String name) {
        names.add(name);
        return -(LARGEST_NUMBER + 2.0 * names.size()); // doubles that size are 2 apart, up to twice as many
    }

    /** The name of a number; empty for one that is itself. */
    public synchronized Optional<String> name(double number) {
        double at = (-number - LARGEST_NUMBER) / 2;
        return at >= 1 && at <= names.size() ? Optional.of(names.get((int) at - 1)) : Optional.empty();
    }

    /** The complaint about a cell that is neither. */
    public static String complaint(String token) {
        return "must say whose row it is by a number, or a name of at most " + LONGEST_NAME
                + " characters in one line, was " + NumberToken.quote(token)
                + (NumberToken.isMissing(token) ? " (missing)" : "") + ": complete the cell, or remove the record";
    }
}
