// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.columns;

import io.hedgerow.core.data.DataException;
import io.hedgerow.core.internal.columns.ColumnScan;
import io.hedgerow.core.internal.columns.MappingWord;
import io.hedgerow.core.internal.text.NumberToken;
import io.hedgerow.transport.study.PlannedVariable;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** The levels that were found in a column of categories, after each file's mapping of texts to levels. */
record FoundLevels(String column, ColumnScan scan, List<Optional<ColumnMapping>> mappings) {

    private static final int MOST = PlannedVariable.MOST_LEVELS;
    /** A level of fewer rows is rare. */
    private static final double RARE = 0.01;

    /** In order: numbers by size, texts by letters. */
    List<String> levels() {
        if (!isOpen()) {
            return mappings.stream()
                    .flatMap(Optional::stream)
                    .flatMap(said -> said.declared().stream())
                    .distinct()
                    .toList();
        }
        Map<String, Long> counts = counts();
        return isAny(ColumnMapping::other)
                ? grouped(counts)
                : ordered(counts.keySet().stream().toList());
    }

    /** How often each level was met, in the order of the files. */
    Map<String, Long> counts() {
        Map<String, Long> counts = new LinkedHashMap<>();
        for (int file = 0; file < mappings.size(); file++) {
            Optional<ColumnMapping> said = mappings.get(file);
            scan.files()
                    .get(file)
                    .counts()
                    .forEach((text, count) -> counts.merge(
                            said.map(mapping -> mapping.level(text)).orElse(text), count, Long::sum));
        }
        return counts;
    }

    /** Whether there may be other levels than those that are named. */
    boolean isOpen() {
        return !isAny(ColumnMapping::closed);
    }

    private boolean isAny(Predicate<ColumnMapping> holds) {
        return mappings.stream().flatMap(Optional::stream).anyMatch(holds);
    }

    private List<String> grouped(Map<String, Long> counts) {
        long rows = counts.values().stream().mapToLong(Long::longValue).sum();
        List<String> kept = new ArrayList<>(ordered(counts.entrySet().stream()
                .filter(level -> level.getValue() >= RARE * rows)
                .sorted(Map.Entry.<String, Long>comparingByValue(Comparator.reverseOrder())
                        .thenComparing(Map.Entry.comparingByKey()))
                .limit(MOST - 1)
                .map(Map.Entry::getKey)
                .filter(level -> !level.equals(ColumnMapping.OTHER))
                .toList()));
        kept.add(ColumnMapping.OTHER);
        return kept;
    }

    private static List<String> ordered(List<String> levels) {
        boolean numbers = levels.stream().noneMatch(level -> Double.isNaN(number(level)));
        Comparator<String> letters = Comparator.naturalOrder();
        return levels.stream()
                .sorted(
                        numbers
                                ? Comparator.comparingDouble(FoundLevels::number)
                                        .thenComparing(letters)
                                : letters)
                .toList();
    }

    private static double number(String text) {
        return NumberToken.parse(text.toCharArray(), 0, text.length());
    }

    /** Refuses categories with one level, or with too many. */
    static void requireFew(Map<String, List<String>> levels) {
        Map<String, Integer> many = new LinkedHashMap<>();
        levels.forEach((name, own) -> {
            if (own.size() > MOST) {
                many.put(name, own.size());
            }
        });
        if (!many.isEmpty()) {
            throw new DataException("a category must have at most " + MOST + " levels, "
                    + many.entrySet().stream()
                            .map(one -> "column " + NumberToken.quote(one.getKey()) + " has " + one.getValue())
                            .collect(Collectors.joining(", "))
                    + ": group rare levels by a file for --mapping with "
                    + many.keySet().stream()
                            .map(name -> MappingWord.quoted(name) + ": {other: true}")
                            .collect(Collectors.joining(", ", "{", "}"))
                    + ", or leave a column out there with COLUMN: drop");
        }
        levels.forEach((name, own) -> {
            if (own.size() < 2) {
                throw new DataException("a category must have at least 2 levels, column " + NumberToken.quote(name)
                        + " has " + (own.isEmpty() ? "none" : "only " + own.get(0))
                        + ": leave it out, by a file for --mapping with {" + MappingWord.quoted(name)
                        + ": drop}");
            }
        });
    }

    /** Refuses levels of another encoding: what is read for letters that differ may be one. */
    static void requireUtf8(Map<String, List<String>> levels) {
        levels.forEach((name, own) -> own.stream()
                .filter(level -> level.indexOf('\uFFFD') >= 0)
                .findFirst()
                .ifPresent(level -> {
                    throw new DataException("levels must be UTF-8 text, column " + NumberToken.quote(name) + " has "
                            + NumberToken.quote(level) + ": save the file as UTF-8, or leave the column out by a file"
                            + " for --mapping with {" + MappingWord.quoted(name) + ": drop}");
                }));
    }

    /** Refuses levels that are most likely one, and shows the mapping file that makes them one. */
    static void requireApart(Map<String, List<String>> levels, Map<String, Map<String, Long>> counts) {
        Map<String, String> mended = new LinkedHashMap<>();
        List<String> found = new ArrayList<>();
        counts.forEach((name, count) -> {
            List<String> own = levels.getOrDefault(name, List.of());
            Map<String, List<String>> alike = new LinkedHashMap<>();
            own.forEach(level -> alike.computeIfAbsent(plain(level), unseen -> new ArrayList<>())
                    .add(level));
            List<String> lines = new ArrayList<>();
            alike.values().stream().filter(group -> group.size() > 1).forEach(group -> {
                found.add(NumberToken.quote(name) + ": " + String.join(" and ", group));
                String kept = group.stream()
                        .max(Comparator.comparing(level -> count.getOrDefault(level, 0L)))
                        .orElseThrow();
                group.stream()
                        .filter(level -> !level.equals(kept))
                        .forEach(level -> lines.add(MappingWord.quoted(level) + ": " + MappingWord.quoted(kept)));
            });
            if (!lines.isEmpty()) {
                mended.put(name, MappingWord.quoted(name) + ": {levels: {" + String.join(", ", lines) + "}}");
            }
        });
        if (!found.isEmpty()) {
            throw new DataException("levels must differ by more than case or blanks, columns "
                    + String.join("; ", found) + ": make them one by a file for --mapping with {"
                    + String.join(", ", mended.values())
                    + "}, or name all levels with --categories COLUMN=LEVEL|LEVEL|... if they are several");
        }
    }

    /** What is left of a level without case and blanks. */
    private static String plain(String level) {
        return level.toLowerCase(Locale.ROOT).replaceAll("\\s+", "");
    }
}
