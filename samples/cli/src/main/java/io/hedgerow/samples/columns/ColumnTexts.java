// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.columns;

import io.hedgerow.core.data.VariableKind;
import io.hedgerow.core.internal.text.NumberToken;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Pattern;

/** The different texts of one column of one file, as a reading meets them. Not thread-safe. */
final class ColumnTexts implements VariableKind.Coding {

    /** More are not kept: they are no levels. */
    private static final int MOST = 20_000;

    private static final Pattern ALIKE = Pattern.compile("[+-]?[0-9][0-9.,' ]*([eE][+-]?[0-9]+)?");

    private static final Pattern CODE = Pattern.compile("0[0-9]+");

    private final boolean decimalComma;
    private final Map<String, Long> counts = new LinkedHashMap<>();
    private boolean full;
    private long cells;
    /** Cells until no more texts were kept. */
    private long counted;

    private long numbers;
    /** Cells that are numbers in some other way of writing, such as 1,5. */
    private long alike;

    private long wholes;
    /** Cells of digits after a zero, such as 007, which no amount is written like. */
    private long codes;

    private long dates;
    private double lowest = Double.POSITIVE_INFINITY;
    private double highest = Double.NEGATIVE_INFINITY;

    ColumnTexts(boolean decimalComma) {
        this.decimalComma = decimalComma;
    }

    @Override
    public VariableKind kind() {
        return VariableKind.NUMERIC;
    }

    /** Takes every text. */
    @Override
    public double code(String cell) {
        String text = cell.strip();
        if (!NumberToken.isMissing(text)) {
            see(text);
        }
        return 0;
    }

    @Override
    public String complaint(String text) {
        return NumberToken.missing(text);
    }

    private void see(String text) {
        cells++;
        codes += CODE.matcher(text).matches() ? 1 : 0;
        if (!full) {
            counts.merge(text, 1L, Long::sum);
            counted = cells;
            full = counts.size() == MOST;
        }
        double number = number(text);
        if (Double.isNaN(number)) {
            boolean date = Days.isLikely(text);
            dates += date ? 1 : 0;
            alike += !date && ALIKE.matcher(text).matches() ? 1 : 0;
            return;
        }
        numbers++;
        wholes += Math.abs(number) < 0x1p53 && text.equals(Long.toString((long) number)) ? 1 : 0;
        lowest = Math.min(lowest, number);
        highest = Math.max(highest, number);
    }

    private double number(String text) {
        if (decimalComma && text.indexOf('.') >= 0) {
            return Double.NaN;
        }
        char[] letters = (decimalComma ? text.replace(',', '.') : text).toCharArray();
        return NumberToken.parse(letters, 0, letters.length);
    }

    /** How often each text was met, in the order of the file. */
    Map<String, Long> counts() {
        return counts;
    }

    long cells() {
        return cells;
    }

    /** Whether more cells are no numbers, in whatever way of writing, than are. */
    boolean isText() {
        return 2 * (numbers + alike) < cells;
    }

    /** Whether some cells are digits after a zero, so that 7 and 007 are two. */
    boolean hasCodes() {
        return codes > 0;
    }

    boolean isDate() {
        return 2 * dates > cells;
    }

    /** Whether every cell is a whole number, written with its digits alone. */
    boolean isWhole() {
        return cells > 0 && wholes == cells;
    }

    /** Whether every cell is a number. */
    boolean isNumber() {
        return cells > 0 && numbers == cells;
    }

    double lowest() {
        return lowest;
    }

    double highest() {
        return highest;
    }

    /** Whether nearly every cell is another text. */
    boolean isNearlyDistinct() {
        return counts.size() >= 0.9 * counted;
    }

    /** Whether cells are so many whole numbers one after the other. */
    boolean isConsecutive() {
        return isWhole() && !full && counts.size() == cells && highest - lowest + 1 == cells;
    }
}
