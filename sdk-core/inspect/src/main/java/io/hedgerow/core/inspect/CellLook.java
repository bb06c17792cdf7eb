// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.inspect;

import io.hedgerow.core.inspect.InspectionFinding.Advice;
import io.hedgerow.core.inspect.InspectionFinding.Place;
import io.hedgerow.core.inspect.InspectionFinding.Weight;
import io.hedgerow.core.internal.columns.ColumnTexts;
import io.hedgerow.core.internal.columns.ColumnTexts.Style;
import io.hedgerow.core.internal.text.NumberToken;
import io.hedgerow.core.internal.text.Words;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Inspects the format of one file's cells: missing ones, texts among numbers, decimal signs and letters, with the
 * mapping file's settings. Not private.
 */
final class CellLook {

    /** So many texts are shown of a column. */
    private static final int SHOWN = 5;

    /** A code that so many rows have needs not be as far from others. */
    private static final double COMMON = 0.01;

    private static final int FEWEST = 20;

    /** An amount with a sign that is no part of a number. */
    private static final Pattern SIGNED = Pattern.compile(
            "[-+]?\\s*[$\u20ac\u00a3\u00a5]\\s*[-+]?[0-9][0-9.,' ]*|[-+]?[0-9][0-9.,' ]*[%\u2030$\u20ac\u00a3\u00a5]");

    /** More different texts than these are no signs of missing cells. */
    private static final int MOST_MISSING = 20;

    private final SeenFile file;
    private final List<InspectionFinding> remarks = new ArrayList<>();

    private CellLook(SeenFile file) {
        this.file = file;
    }

    static List<InspectionFinding> of(SeenFile file) {
        CellLook look = new CellLook(file);
        look.unnamed();
        file.columns().forEach(look::cells);
        look.styles();
        return look.remarks;
    }

    /** Lines of a mapping file about how a file is written. */
    static void write(SeenFile file, MappingDraft draft) {
        file.separator().ifPresent(sign -> draft.file("separator", sign.name().toLowerCase(Locale.ROOT)));
        file.missing().values().forEach(draft::missing);
        boolean comma = file.isCsv() && file.hasDecimalComma();
        if (comma) {
            draft.file("decimal", "comma");
        }
        for (SeenColumn column : file.columns()) {
            if (!column.isNumber()) {
                continue;
            }
            Style style = column.texts().style();
            if (style == Style.COMMA_AND_POINTS || (style == Style.COMMA && !comma)) {
                if (!comma) {
                    draft.say(column.name(), "decimal", "comma");
                }
                if (style == Style.COMMA_AND_POINTS) {
                    draft.say(column.name(), "thousands", "\".\"");
                }
            } else if (style == Style.POINT_AND_COMMAS) {
                draft.say(column.name(), "thousands", "\",\"");
            } else if (style == Style.UNCLEAR && !comma) {
                draft.suggest(
                        column.name(),
                        Map.of("decimal", "comma"),
                        "a comma before the decimals? thousands: \",\" if it is between groups of digits");
            }
        }
    }

    /** Suggests that texts of which a remark is mean a missing cell, as the file has them. */
    static void suggest(SeenFile file, MappingDraft draft, InspectionFinding remark) {
        String name = remark.columns().get(0);
        SeenColumn column = file.columns().stream()
                .filter(one -> one.name().equals(name))
                .findFirst()
                .orElseThrow();
        List<String> texts =
                switch (remark.code()) {
                    case "missing-code" -> column.texts().textsOf(Double.parseDouble(remark.example()));
                    case "missing-level" -> missingLevels(column);
                    default -> column.others();
                };
        if (file.isCsv() && texts.size() <= MOST_MISSING) {
            draft.suggestMissing(name, texts, name + ": " + remark.found());
        }
    }

    private void say(
            Weight weight,
            String code,
            List<String> columns,
            String found,
            String example,
            String effect,
            String advice) {
        say(weight, code, columns, found, example, effect, Advice.of(advice));
    }

    private void say(
            Weight weight,
            String code,
            List<String> columns,
            String found,
            String example,
            String effect,
            Advice advice) {
        Place place = new Place(List.of(file.name()), columns);
        remarks.add(new InspectionFinding(weight, code, place, found, example, effect, advice));
    }

    private void cells(SeenColumn column) {
        List<String> one = List.of(column.name());
        List<String> missing = file.missing().getOrDefault(column.name(), List.of());
        if (!missing.isEmpty()) {
            say(
                    Weight.REFUSED,
                    "missing-text",
                    one,
                    "cells hold " + quoted(missing) + ", which most likely mean a missing one",
                    missing.get(0),
                    "learn ends at the first of them",
                    "the mapping file says that they are missing, in every column");
        }
        boolean days = column.kind() == SeenColumn.Kind.DATE && 10 * column.missing() < file.keptRows();
        List<String> others = column.isNumber() || days ? column.others() : List.of();
        if (!others.isEmpty()) {
            say(
                    Weight.REFUSED,
                    "text-among-numbers",
                    one,
                    "most cells are " + (days ? "dates" : "numbers") + ", and some are not",
                    quoted(others),
                    "learn ends at the first of them",
                    file.isCsv()
                            ? Advice.toAccept(
                                    column.name(),
                                    "correct the cells; if all of them mean a missing one, accept the suggestion in"
                                            + " the mapping file")
                            : Advice.of("correct the cells at the source"));
        }
        if (column.isNumber()) {
            codes(column, one);
        } else {
            signs(column, one);
            levels(column, one);
        }
        if (column.isConstant()) {
            say(
                    Weight.NOTE,
                    "constant",
                    one,
                    "all rows have one value",
                    column.shownLevels(),
                    "it tells nothing of other columns; learn leaves it out where this is so at all sites",
                    "leave it out");
        }
    }

    /** Numbers that a sign makes texts. */
    private void signs(SeenColumn column, List<String> one) {
        List<String> signed = column.levels().keySet().stream()
                .filter(text -> SIGNED.matcher(text).matches())
                .toList();
        if (2 * signed.size() > column.levels().size()) {
            say(
                    Weight.WRONG,
                    "number-with-sign",
                    one,
                    "numbers with a sign, such as % or that of a currency, are texts",
                    quoted(signed),
                    "learn takes them for levels or names",
                    "write the numbers alone at the source, in one unit");
        }
    }

    /** Levels that are no words: signs of missing cells, and letters of another encoding. */
    private void levels(SeenColumn column, List<String> one) {
        List<String> signs = missingLevels(column);
        if (!signs.isEmpty()) {
            say(
                    Weight.WRONG,
                    "missing-level",
                    one,
                    "levels are " + quoted(signs) + ", as missing cells are often written",
                    signs.get(0),
                    "learn takes them for levels as any other",
                    file.isCsv()
                            ? Advice.toAccept(
                                    column.name(),
                                    "if they mean a missing cell, accept the suggestion in the mapping file")
                            : Advice.of("if they mean a missing cell, leave the cell empty at the source"));
        }
        List<String> broken = column.levels().keySet().stream()
                .filter(text -> column.isCategory() && text.indexOf('\uFFFD') >= 0)
                .toList();
        if (!broken.isEmpty()) {
            say(
                    Weight.REFUSED,
                    "encoding",
                    one,
                    "levels hold letters that are not UTF-8",
                    quoted(broken),
                    "learn ends, because two letters could have become one",
                    "save the file as UTF-8");
        }
    }

    /** Levels of a category that most likely mean a missing cell. */
    private static List<String> missingLevels(SeenColumn column) {
        return column.isCategory()
                ? column.levels().keySet().stream()
                        .filter(NumberToken::isLikeMissingLevel)
                        .toList()
                : List.of();
    }

    private void unnamed() {
        if (!file.unnamed().isEmpty()) {
            say(
                    Weight.NOTE,
                    "unnamed",
                    List.of(),
                    "columns without a name: " + String.join(", ", file.unnamed()),
                    "",
                    "learn leaves them out; R and pandas write names of rows so, and spreadsheets empty columns",
                    "name a column in the file if it measures something");
        }
    }

    /** How numbers are written, once for all columns that are written alike. */
    private void styles() {
        Map<Style, List<SeenColumn>> by = new EnumMap<>(Style.class);
        for (SeenColumn column : file.columns()) {
            Style style = column.isNumber() ? column.texts().style() : Style.POINT;
            boolean clear = style != Style.UNCLEAR || !file.hasDecimalComma();
            by.computeIfAbsent(clear ? style : Style.COMMA, unseen -> new ArrayList<>())
                    .add(column);
        }
        by.forEach((style, columns) -> {
            List<String> names = columns.stream().map(SeenColumn::name).toList();
            String example = columns.get(0).levels().keySet().stream()
                    .filter(text -> text.indexOf(',') >= 0)
                    .findFirst()
                    .orElse("");
            if (style == Style.MIXED || style == Style.UNCLEAR) {
                say(
                        Weight.WRONG,
                        "decimal-sign",
                        names,
                        style == Style.MIXED
                                ? "numbers have a comma in some cells and a point in others"
                                : "a comma may be before the decimals, or between groups of digits",
                        example,
                        "learn refuses the cells, or reads numbers a thousand times too large",
                        "look at the source, and say decimal: comma or thousands: \",\" in the mapping file");
            } else if (style != Style.POINT) {
                say(
                        Weight.REFUSED,
                        "decimal-sign",
                        names,
                        style == Style.POINT_AND_COMMAS
                                ? "numbers have commas between groups of digits"
                                : "numbers have a comma before their decimals",
                        example,
                        "learn refuses the cells",
                        "the mapping file says how they are written");
            }
        });
    }

    /** Numbers far from all others that stand for missing cells. */
    private void codes(SeenColumn column, List<String> one) {
        double[] all = column.sorted();
        for (double code : ColumnTexts.MISSING_CODES) {
            double[] sorted = Arrays.stream(all).filter(value -> value != code).toArray();
            int times = all.length - sorted.length;
            if (times < 2 || sorted.length < FEWEST) {
                continue;
            }
            double low = SeenColumn.quantile(sorted, 0.1);
            double high = SeenColumn.quantile(sorted, 0.9);
            boolean end = code < sorted[0] || code > sorted[sorted.length - 1];
            double apart = code < low ? low - code : code - high;
            boolean alone = code < 0 && sorted[0] >= 0; // a negative number among amounts
            double far = times >= COMMON * all.length ? 2 : 3;
            if (end && (alone || apart > far * (high - low))) {
                String shown = String.valueOf((long) code);
                say(
                        Weight.WRONG,
                        "missing-code",
                        one,
                        Words.count(times, "cell") + " hold " + shown + ", far from all others (most are from "
                                + Figures.of(low) + " to " + Figures.of(high) + ")",
                        shown,
                        "a code for a missing cell counts as a number, and decides means and correlations",
                        file.isCsv()
                                ? Advice.toAccept(
                                        column.name(),
                                        "if it is such a code, accept the suggestion in the mapping file, which holds"
                                                + " for every column")
                                : Advice.of("if it is such a code, leave the cell empty at the source"));
            }
        }
    }

    private static String quoted(List<String> texts) {
        String first = texts.stream().limit(SHOWN).map(NumberToken::quote).collect(Collectors.joining(", "));
        return texts.size() > SHOWN ? first + ", ... (" + texts.size() + ")" : first;
    }
}
