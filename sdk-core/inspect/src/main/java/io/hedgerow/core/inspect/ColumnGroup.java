// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.inspect;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;

/**
 * Columns of several files that hold the same variable.
 *
 * @param name that most files have
 * @param columns by the number of their file
 * @param converted numbers of files that are in another unit by their names already
 */
record ColumnGroup(String name, Map<Integer, SeenColumn> columns, Set<Integer> converted) {

    /** Words for the same in several languages, in lower case. */
    private static final List<Set<String>> SAME = List.of(
            Set.of("sex", "gender", "geschlecht", "sexe", "sexo"),
            Set.of("age", "alter", "\u00e2ge", "edad"),
            Set.of("weight", "gewicht", "poids", "peso", "bodyweight"),
            Set.of("height", "groesse", "gr\u00f6\u00dfe", "taille", "koerpergroesse"),
            Set.of("date", "datum", "fecha"),
            Set.of("diagnosis", "diagnose", "icd", "icd10", "icdcode"),
            Set.of("ward", "station", "unit"),
            Set.of("dose", "dosis"),
            Set.of("smoker", "smoking", "raucher"));

    private static final Pattern SIGNS = Pattern.compile("[^\\p{L}\\p{N}]+");

    ColumnGroup {
        columns = Collections.unmodifiableMap(new TreeMap<>(columns));
        converted = Set.copyOf(converted);
    }

    /**
     * Groups that are most likely one variable; the factor converts from the unit in the other column's name to that of
     * the kept one.
     */
    record Join(ColumnGroup kept, ColumnGroup other, Optional<UnitFactor> factor, String why) {}

    /**
     * Columns of all files whose names differ by case and signs at most. Where two columns of one file do, they are two
     * variables, and names must be equal.
     */
    static List<ColumnGroup> of(List<SeenFile> files) {
        Set<String> unclear = new HashSet<>();
        for (SeenFile file : files) {
            Set<String> own = new HashSet<>();
            file.columns().stream()
                    .map(column -> plain(column.name()))
                    .filter(plain -> !own.add(plain))
                    .forEach(unclear::add);
        }
        Map<String, Map<Integer, SeenColumn>> by = new LinkedHashMap<>();
        for (int k = 0; k < files.size(); k++) {
            for (SeenColumn column : files.get(k).columns()) {
                String plain = plain(column.name());
                String key = unclear.contains(plain) ? "=" + column.name() : plain;
                by.computeIfAbsent(key, unseen -> new LinkedHashMap<>()).put(k, column);
            }
        }
        List<ColumnGroup> groups = new ArrayList<>();
        by.values().forEach(columns -> groups.add(new ColumnGroup(commonest(columns), columns, Set.of())));
        return groups;
    }

    private static String commonest(Map<Integer, SeenColumn> columns) {
        Map<String, Integer> counts = new LinkedHashMap<>();
        columns.values().forEach(column -> counts.merge(column.name(), 1, Integer::sum));
        String best = "";
        for (Map.Entry<String, Integer> one : counts.entrySet()) {
            best = best.isEmpty() || one.getValue() > counts.getOrDefault(best, 0) ? one.getKey() : best;
        }
        return best;
    }

    /**
     * Pairs of groups of different files that may be one: by units, words, spelling, or because nothing else is left.
     */
    static List<Join> joins(List<ColumnGroup> open) {
        List<Join> joins = new ArrayList<>();
        Set<ColumnGroup> used = new HashSet<>();
        for (int way = 0; way < 4; way++) {
            for (ColumnGroup one : open) {
                for (ColumnGroup other : open) {
                    boolean apart = !one.equals(other)
                            && !used.contains(other)
                            && joins.stream().noneMatch(join -> join.other().equals(one))
                            && Collections.disjoint(one.columns.keySet(), other.columns.keySet())
                            && joins.stream()
                                    .filter(join -> join.kept().equals(one))
                                    .allMatch(join -> Collections.disjoint(
                                            join.other().columns.keySet(), other.columns.keySet()));
                    boolean order = one.columns.size() > other.columns.size()
                            || (one.columns.size() == other.columns.size() && open.indexOf(one) < open.indexOf(other));
                    if (apart && order) {
                        Optional<Join> join = join(one, other, way, open);
                        join.ifPresent(joins::add);
                        if (join.isPresent()) {
                            used.add(other);
                            used.add(one);
                        }
                    }
                }
            }
        }
        return joins;
    }

    private static Optional<Join> join(ColumnGroup one, ColumnGroup other, int way, List<ColumnGroup> open) {
        List<String> a = words(one.name);
        List<String> b = words(other.name);
        if (a.isEmpty() || b.isEmpty()) {
            return Optional.empty(); // signs say nothing
        }
        String unit = unit(a);
        String otherUnit = unit(b);
        String stem = stem(a);
        String otherStem = stem(b);
        if (way == 0 && stem.equals(otherStem)) {
            Optional<UnitFactor> factor = UnitFactor.named(otherUnit, unit);
            return Optional.of(new Join(
                    one,
                    other,
                    factor,
                    factor.isPresent() ? "the names say " + otherUnit + " and " + unit : "one name says its unit"));
        }
        if (one.kind() != other.kind()) {
            return Optional.empty();
        }
        if (way == 1 && SAME.stream().anyMatch(words -> words.contains(stem) && words.contains(otherStem))) {
            Optional<UnitFactor> factor = UnitFactor.named(otherUnit, unit);
            return Optional.of(new Join(one, other, factor, "the names are words for the same"));
        }
        if (way == 2 && stem.length() > 3 && distance(stem, otherStem) <= 1 + stem.length() / 6) {
            return Optional.of(new Join(one, other, Optional.empty(), "the names differ by few letters"));
        }
        boolean last = way == 3
                && open.stream().filter(group -> group.kind() == one.kind()).count() == 2;
        return last
                ? Optional.of(new Join(one, other, Optional.empty(), "no other columns of this kind are left"))
                : Optional.empty();
    }

    private SeenColumn.Kind kind() {
        return columns.values().iterator().next().kind();
    }

    ColumnGroup with(ColumnGroup other, boolean otherUnit) {
        Map<Integer, SeenColumn> both = new TreeMap<>(columns);
        both.putAll(other.columns);
        Set<Integer> in = new HashSet<>(converted);
        if (otherUnit) {
            in.addAll(other.columns.keySet());
        }
        return new ColumnGroup(name, both, in);
    }

    List<String> fileNames(List<SeenFile> files) {
        return columns.keySet().stream().map(k -> files.get(k).name()).toList();
    }

    String shown(List<SeenFile> files) {
        List<String> parts = new ArrayList<>();
        columns.forEach((k, column) -> parts.add(files.get(k).name() + ": " + column.shownLevels()));
        return String.join("; ", parts);
    }

    /** A name without case and signs; one of signs alone is like no other. */
    static String plain(String name) {
        List<String> words = words(name);
        return words.isEmpty() ? name : String.join("", words);
    }

    private static List<String> words(String name) {
        String apart = name.replaceAll("(?<=\\p{Ll})(?=\\p{Lu})", " ").toLowerCase(Locale.ROOT);
        return SIGNS.splitAsStream(apart).filter(word -> !word.isEmpty()).toList();
    }

    private static String unit(List<String> words) {
        String last = words.get(words.size() - 1);
        return words.size() > 1 && UnitFactor.isUnit(last) ? last : "";
    }

    private static String stem(List<String> words) {
        return String.join("", unit(words).isEmpty() ? words : words.subList(0, words.size() - 1));
    }

    /** How many letters must be changed, added or taken away (Levenshtein 1966). */
    private static int distance(String a, String b) {
        int[] before = new int[b.length() + 1];
        for (int j = 0; j <= b.length(); j++) {
            before[j] = j;
        }
        for (int i = 1; i <= a.length(); i++) {
            int[] now = new int[b.length() + 1];
            now[0] = i;
            for (int j = 1; j <= b.length(); j++) {
                int change = before[j - 1] + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
                now[j] = Math.min(change, 1 + Math.min(before[j], now[j - 1]));
            }
            before = now;
        }
        return before[b.length()];
    }
}
