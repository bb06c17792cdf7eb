// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.accounting;

/** Reads numbers of a case, with messages that name the place, the allowed values and the text. */
final class CaseNumbers {

    private CaseNumbers() {}

    static double loss(String place, String text) {
        double value = number(text);
        if (!(value > 0) || value == Double.POSITIVE_INFINITY) {
            throw new IllegalArgumentException(place + " must be a finite number > 0, was \"" + text + "\"");
        }
        return value;
    }

    static double delta(String place, String text) {
        double value = number(text);
        if (!(value >= 0 && value < 1)) {
            throw new IllegalArgumentException(place + " must be a number of at least 0 and < 1, was \"" + text + "\"");
        }
        return value;
    }

    /** A whole number from 1 to 10¹², far beyond any study and safe to add up. */
    static long count(String place, String text) {
        boolean whole = text.matches("[0-9]{1,13}");
        long value = whole ? Long.parseLong(text) : 0;
        if (value < 1 || value > 1_000_000_000_000L) {
            throw new IllegalArgumentException(
                    place + " must be a whole number from 1 to 1000000000000, was \"" + text + "\"");
        }
        return value;
    }

    /** Returns NaN for anything that is not plainly a decimal number. */
    private static double number(String text) {
        return text.matches("[+-]?([0-9]+\\.?[0-9]*|\\.[0-9]+)([eE][+-]?[0-9]{1,4})?")
                ? Double.parseDouble(text)
                : Double.NaN;
    }
}
