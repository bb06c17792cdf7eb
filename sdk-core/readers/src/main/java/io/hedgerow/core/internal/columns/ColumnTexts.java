// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.columns;

import io.hedgerow.core.data.VariableKind;
import io.hedgerow.core.internal.text.NumberToken;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Collects the distinct cell texts of one column of one file while the file is read. Not thread-safe. */
public final class ColumnTexts implements VariableKind.Coding {

    /** More are not kept: they are no levels. */
    private static final int MOST = 20_000;

    private static final int MOST_LATE = 1_000;

    /** Numbers that often stand for a missing cell. */
    public static final List<Double> MISSING_CODES =
            List.of(-9.0, -99.0, -999.0, -9999.0, -99999.0, 999.0, 9999.0, 99999.0);

    private static final Pattern ALIKE = Pattern.compile("[+-]?[0-9][0-9.,' ]*([eE][+-]?[0-9]+)?");

    private static final Pattern CODE = Pattern.compile("0[0-9]+");

    /** 1,5 and 1.234,5 and 1.234.567 as some countries write them. */
    private static final Pattern COMMA = Pattern.compile("[+-]?\\d+,\\d+");

    private static final Pattern POINT_GROUPS =
            Pattern.compile("[+-]?[1-9]\\d{0,2}(\\.\\d{3})+,\\d+|[+-]?[1-9]\\d{0,2}(\\.\\d{3}){2,}");
    private static final Pattern COMMA_GROUPS =
            Pattern.compile("[+-]?[1-9]\\d{0,2}(,\\d{3})+\\.\\d+|[+-]?[1-9]\\d{0,2}(,\\d{3}){2,}");
    /** A thousand does not begin with a zero, so 0,175 has decimals. */
    private static final Pattern ONE_GROUP = Pattern.compile("[+-]?[1-9]\\d{0,2},\\d{3}");

    private final boolean decimalComma;
    private final Map<String, Long> counts = new LinkedHashMap<>();
    /** Texts that were met when no more were counted, and may mean a missing cell. */
    private final Set<String> late = new LinkedHashSet<>();

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
    /** Cells with a sign of a missing one, such as {@code N/A}, that the file may not mean so. */
    private long likeMissing;

    private long pointed;
    private long commas;
    private long oneGroups;
    private long pointGroups;
    private long commaGroups;
    private double lowest = Double.POSITIVE_INFINITY;
    private double highest = Double.NEGATIVE_INFINITY;

    /** Of a file whose numbers have a comma or a point. */
    public ColumnTexts(boolean decimalComma) {
        this.decimalComma = decimalComma;
    }

    /** The same texts, to which others can be added. */
    public ColumnTexts copy() {
        ColumnTexts copy = new ColumnTexts(decimalComma);
        copy.counts.putAll(counts);
        copy.late.addAll(late);
        copy.full = full;
        copy.cells = cells;
        copy.counted = counted;
        copy.numbers = numbers;
        copy.alike = alike;
        copy.wholes = wholes;
        copy.codes = codes;
        copy.dates = dates;
        copy.likeMissing = likeMissing;
        copy.pointed = pointed;
        copy.commas = commas;
        copy.oneGroups = oneGroups;
        copy.pointGroups = pointGroups;
        copy.commaGroups = commaGroups;
        copy.lowest = lowest;
        copy.highest = highest;
        return copy;
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
        codes += text.startsWith("0") && CODE.matcher(text).matches() ? 1 : 0;
        double number = number(text);
        if (Double.isNaN(number)) {
            likeMissing += NumberToken.isLikeMissing(text) ? 1 : 0;
            boolean date = Days.isLikely(text);
            dates += date ? 1 : 0;
            boolean like = !date && ALIKE.matcher(text).matches();
            alike += like ? 1 : 0;
            keep(text, !like && !(date && isDate()));
            commas += COMMA.matcher(text).matches() ? 1 : 0;
            oneGroups += ONE_GROUP.matcher(text).matches() ? 1 : 0;
            pointGroups += POINT_GROUPS.matcher(text).matches() ? 1 : 0;
            commaGroups += COMMA_GROUPS.matcher(text).matches() ? 1 : 0;
            return;
        }
        keep(text, full && MISSING_CODES.contains(number));
        pointed += text.indexOf('.') >= 0 ? 1 : 0;
        numbers++;
        boolean whole = number == Math.rint(number) && Math.abs(number) < 0x1p53;
        wholes += whole && text.equals(Long.toString((long) number)) ? 1 : 0;
        lowest = Math.min(lowest, number);
        highest = Math.max(highest, number);
    }

    /** Counts a text; when no more are counted, those that stand apart from numbers and dates are kept still. */
    private void keep(String text, boolean apart) {
        if (!full) {
            counts.merge(text, 1L, Long::sum);
            counted = cells;
            full = counts.size() == MOST;
        } else if (apart && late.size() < MOST_LATE && !counts.containsKey(text)) {
            late.add(text);
        }
    }

    private double number(String text) {
        if (decimalComma && text.indexOf('.') >= 0) {
            return Double.NaN;
        }
        char[] letters = (decimalComma ? text.replace(',', '.') : text).toCharArray();
        return NumberToken.parse(letters, 0, letters.length);
    }

    /** The format of a column's numbers. */
    public enum Style {
        /** With a point, or whole. */
        POINT,
        /** 1,5. */
        COMMA,
        /** 1.234,5. */
        COMMA_AND_POINTS,
        /** 1,234.5. */
        POINT_AND_COMMAS,
        /** 1,234 in all such cells, which may be two numbers. */
        UNCLEAR,
        /** 1,5 in some cells and 1.5 in others. */
        MIXED
    }

    public Style style() {
        if (commas + pointGroups + commaGroups == 0) {
            return Style.POINT;
        }
        if (commaGroups > 0) {
            return pointGroups > 0 || commas > oneGroups ? Style.MIXED : Style.POINT_AND_COMMAS;
        }
        if (pointGroups > 0) {
            return Style.COMMA_AND_POINTS; // a point is that of a group, as in 1.234
        }
        return pointed > 0 ? Style.MIXED : commas == oneGroups ? Style.UNCLEAR : Style.COMMA;
    }

    /** Whether some of its numbers have a point before their decimals. */
    public boolean hasPoints() {
        return pointed > 0;
    }

    /** What its texts stand for, if they are read as most are written, or as texts, each a number of its own. */
    public VariableKind.Coding reading(boolean text) {
        if (text) {
            return new Hashed();
        }
        if (isDate()) {
            return new Days();
        }
        boolean comma = style() == Style.COMMA || style() == Style.COMMA_AND_POINTS || style() == Style.UNCLEAR;
        String groups = style() == Style.COMMA_AND_POINTS ? "." : style() == Style.POINT_AND_COMMAS ? "," : "";
        return new WrittenNumber(1, 0, Optional.of(comma ? ',' : '.'), groups);
    }

    /** A coding that maps equal texts to equal numbers. */
    private record Hashed() implements VariableKind.Coding {
        @Override
        public VariableKind kind() {
            return VariableKind.NUMERIC;
        }

        @Override
        public double code(String cell) {
            String text = cell.strip();
            if (NumberToken.isMissing(text)) {
                return Double.NaN;
            }
            long hash = 1_125_899_906_842_597L;
            for (int k = 0; k < text.length(); k++) {
                hash = 31 * hash + text.charAt(k);
            }
            hash = (hash ^ (hash >>> 29)) * 0xBF58476D1CE4E5B9L;
            return (hash ^ (hash >>> 32)) & ((1L << 52) - 1);
        }

        @Override
        public String complaint(String text) {
            return NumberToken.missing(text);
        }
    }

    /** How often each text was met, in the order of the file; no more than the first 20,000. */
    public Map<String, Long> counts() {
        return counts;
    }

    /** How many cells are not missing. */
    public long cells() {
        return cells;
    }

    /** Whether more cells are no numbers, in whatever way of writing, than are; signs of missing ones do not count. */
    boolean isText() {
        return 2 * (numbers + alike) < cells - likeMissing || likeMissing == cells;
    }

    /** Whether some cells are digits after a zero, so that 7 and 007 are two. */
    boolean hasCodes() {
        return codes > 0;
    }

    boolean isDate() {
        return 2 * dates > cells - likeMissing;
    }

    /**
     * The texts that most likely mean a missing cell, in the order of the file: where cells are numbers or dates, signs
     * and words of no such; of a category none, because each may be a level.
     */
    public List<String> missingTexts() {
        return isText() && !isDate()
                ? List.of()
                : kept().filter(NumberToken::isLikeMissingNumber).toList();
    }

    /** The texts of a number, as the file has it. */
    public List<String> textsOf(double number) {
        return kept().filter(text -> number(text) == number).toList();
    }

    /** The texts that stand for nothing where cells are read so. */
    public List<String> withoutMeaning(VariableKind.Coding reading) {
        return kept().filter(text -> Double.isNaN(reading.code(text))).toList();
    }

    private Stream<String> kept() {
        return Stream.concat(counts.keySet().stream(), late.stream());
    }

    /** Whether every cell is a whole number, written with its digits alone. */
    boolean isWhole() {
        return cells > 0 && wholes == cells;
    }

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
