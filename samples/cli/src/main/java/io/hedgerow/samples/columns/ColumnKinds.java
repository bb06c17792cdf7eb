// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.columns;

import io.hedgerow.core.data.VariableKind.Categorical;
import io.hedgerow.core.data.VariableKind.Coding;
import io.hedgerow.core.data.csv.CsvOptions;
import io.hedgerow.core.internal.columns.ColumnScan;
import io.hedgerow.core.internal.columns.Days;
import io.hedgerow.samples.source.SourceFile;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Infers the kinds of the columns of all files from their rows. <b>Not private</b>: never for a run with a budget, nor
 * for sites of several organisations, whose plan names the levels.
 *
 * @param readings how each file is to be read from now on, in their order
 * @param leftOut why a column is no variable, by column
 * @param notes what was found, for people
 */
public record ColumnKinds(List<CsvOptions> readings, Map<String, String> leftOut, List<String> notes) {

    /** Whole numbers with more different values are amounts. */
    private static final int MOST_WHOLE = 10;

    public ColumnKinds {
        readings = List.copyOf(readings);
        leftOut = Collections.unmodifiableMap(new LinkedHashMap<>(leftOut));
        notes = List.copyOf(notes);
    }

    /**
     * Looks at the first rows of all files, and at all rows of columns that these leave open, in one reading of each
     * file unless files differ in what a column is.
     *
     * @param options which columns are wanted and how cells are written; levels in it are those that were named
     * @param wishes what was said of columns
     */
    public static ColumnKinds of(List<Path> files, CsvOptions options, ColumnWishes wishes) {
        List<CsvOptions> renaming = renaming(files, options, wishes);
        return new Search(renaming, wishes, scan -> true).found(files);
    }

    /**
     * Looks at the columns of text alone: categories, and what is left out because it is an identifier, a date or one
     * text.
     *
     * @param beside columns that are no variables
     */
    public static ColumnKinds ofTexts(Path file, CsvOptions options, MappingFile mapping, Set<String> beside) {
        ColumnWishes wishes = new ColumnWishes(List.of(mapping), Set.of(), false, true, false, beside);
        List<Path> files = List.of(file);
        List<CsvOptions> renaming = renaming(files, options, wishes);
        return new Search(renaming, wishes, ColumnScan::isText).found(files);
    }

    private static String unclear(String date) {
        return " such as " + date + ", whose day could be the month: write 2024-01-31 or 31.1.2024, and";
    }

    /**
     * The columns of text, of which series have none.
     *
     * @param readings how they are read; columns that are mapped to numbers, dropped or not selected are not among them
     * @param beside columns that are no variables
     * @return their names
     */
    public static List<String> texts(List<Path> files, List<CsvOptions> readings, Set<String> beside) {
        ColumnWishes wishes = new ColumnWishes(List.of(MappingFile.none()), Set.of(), false, true, false, beside);
        return TextScan.of(files, readings, candidates(files, readings, wishes), first -> List.of())
                .first()
                .entrySet()
                .stream()
                .filter(scan -> scan.getValue().isText())
                .map(Map.Entry::getKey)
                .toList();
    }

    private static List<CsvOptions> renaming(List<Path> files, CsvOptions options, ColumnWishes wishes) {
        return IntStream.range(0, files.size())
                .mapToObj(file -> wishes.mapping(file).renaming(options))
                .toList();
    }

    /** The columns to look at; none where files differ, which is refused elsewhere. */
    private static List<String> candidates(List<Path> files, List<CsvOptions> readings, ColumnWishes wishes) {
        List<String> chosen = readings.get(0).columns();
        List<String> names = List.of();
        for (int k = 0; k < files.size(); k++) {
            CsvOptions reading = readings.get(k);
            List<String> all = SourceFile.columns(
                    files.get(k), reading.withCells(reading.cells().withTexts(Map.of())));
            wishes.requireAmong(all, files.get(k), wishes.mapping(k), chosen.isEmpty());
            List<String> kept = all.stream()
                    .filter(name -> !reading.cells().dropped().contains(name))
                    .toList();
            names = k == 0 ? kept : names;
            boolean same = wishes.mappings().size() > 1 ? sorted(kept).equals(sorted(names)) : kept.equals(names);
            if (!same) {
                return List.of();
            }
        }
        return names.stream()
                .filter(name -> chosen.isEmpty() || chosen.contains(name))
                .filter(name -> readings.stream()
                        .noneMatch(reading -> reading.cells().texts().containsKey(name)))
                .filter(name -> !wishes.beside().contains(name))
                .toList();
    }

    private static List<String> sorted(List<String> names) {
        return names.stream().sorted().toList();
    }

    private static final class Search {
        private final List<CsvOptions> readings;
        private final ColumnWishes wishes;
        private final Predicate<ColumnScan> looked;
        private final boolean leaving;
        private final Map<String, ColumnScan> scans = new LinkedHashMap<>();
        private final Map<String, String> leftOut = new LinkedHashMap<>();
        private final Map<String, FoundLevels> categories = new LinkedHashMap<>();
        private final Map<String, List<String>> levels = new LinkedHashMap<>();
        private final List<String> notes = new ArrayList<>();

        /** Takes columns of which something is true, or which are said to be categories. */
        Search(List<CsvOptions> readings, ColumnWishes wishes, Predicate<ColumnScan> looked) {
            this.readings = readings;
            this.wishes = wishes;
            this.looked = looked;
            this.leaving = readings.get(0).columns().isEmpty();
        }

        /** Of the first rows, which decide what is left out. */
        private List<String> left(Map<String, ColumnScan> first) {
            scans.clear();
            leftOut.clear();
            first.forEach((name, scan) -> {
                if (wishes.isSaid(name)) {
                    scans.put(name, scan);
                } else if (looked.test(scan)) {
                    scans.put(name, scan);
                    Optional<String> reason = leaving ? reason(name, scan) : Optional.empty();
                    reason.ifPresent(why -> leftOut.put(name, why));
                }
            });
            return scans.keySet().stream()
                    .filter(name -> !leftOut.containsKey(name))
                    .toList();
        }

        /** The columns of which all rows are looked at. */
        private List<String> open(Map<String, ColumnScan> first) {
            List<String> left = left(first);
            boolean whole = isAllFew(left);
            return left.stream()
                    .filter(name -> isCategory(name, whole) || scan(name).isConstant())
                    .toList();
        }

        private void search(List<Path> files) {
            TextScan texts = TextScan.of(files, readings, candidates(files, readings, wishes), this::open);
            Map<String, ColumnScan> first = texts.first();
            List<String> open = open(first);
            List<String> left = left(first);
            boolean whole = isAllFew(left);
            scans.putAll(texts.whole(open));
            boolean still = whole && isAllFew(left);
            for (String name : open) {
                ColumnScan scan = scan(name);
                boolean constant = scan.isConstant() && (!scan.isTiny() || scan.isText());
                if (leaving && constant && !wishes.isSaid(name)) {
                    leftOut.put(name, "all rows have one value");
                } else if (isCategory(name, still)) {
                    FoundLevels found = new FoundLevels(name, scan(name), wishes.of(name, files.size()));
                    categories.put(name, found);
                    levels.put(name, found.levels());
                }
            }
            boolean numbers = levels.keySet().stream().anyMatch(name -> !isText(name) && !wishes.isNamed(name));
            if (still && numbers) {
                notes.add("whole numbers were taken as categories, because every column is text or whole numbers with"
                        + " at most " + MOST_WHOLE + " different values: --categories none takes them as numbers");
            }
        }

        private Optional<String> reason(String name, ColumnScan scan) {
            if (scan.isDate() && !scan.isEmpty()) {
                Optional<String> unclear = scan.counts().keySet().stream()
                        .filter(text -> Double.isNaN(new Days().code(text)))
                        .findFirst();
                return Optional.of("dates" + unclear.map(ColumnKinds::unclear).orElse(":") + " a mapping file with the"
                        + " line \"" + name + ": date\" makes days of them");
            }
            return scan.isIdentifier(name)
                    ? Optional.of("an identifier: nearly every row has another value")
                    : Optional.empty();
        }

        private ColumnScan scan(String name) {
            return Objects.requireNonNull(scans.get(name));
        }

        private boolean isText(String name) {
            return scan(name).isText();
        }

        private boolean isCategory(String name, boolean wholeNumbers) {
            boolean found = isText(name) || (wholeNumbers && !scan(name).isEmpty());
            return wishes.isNamed(name) || (found && wishes.searching());
        }

        /** Whether every column has few values, so that whole numbers are codes. */
        private boolean isAllFew(Collection<String> names) {
            return wishes.searching()
                    && wishes.wholeNumbers()
                    && readings.stream()
                            .flatMap(reading -> reading.cells().texts().values().stream())
                            .allMatch(coding -> coding.kind() instanceof Categorical)
                    && names.stream()
                            .allMatch(name -> isText(name)
                                    || wishes.isNamed(name)
                                    || (scan(name).isWhole()
                                            && !scan(name).isTiny()
                                            && scan(name).counts().size() <= MOST_WHOLE));
        }

        ColumnKinds found(List<Path> files) {
            search(files);
            FoundLevels.requireUtf8(levels);
            FoundLevels.requireFew(levels);
            Map<String, Map<String, Long>> counts = new LinkedHashMap<>();
            categories.forEach((name, found) -> {
                if (found.isOpen()) {
                    counts.put(name, found.counts());
                }
            });
            FoundLevels.requireApart(levels, counts);
            if (!levels.isEmpty()) {
                notes.add(
                        0,
                        "categories: "
                                + levels.entrySet().stream()
                                        .map(one -> one.getKey() + " (" + String.join(", ", one.getValue()) + ")")
                                        .collect(Collectors.joining("; ")));
            }
            if (!leftOut.isEmpty()) {
                notes.add("left out: "
                        + leftOut.entrySet().stream()
                                .map(one -> one.getKey() + " (" + one.getValue() + ")")
                                .collect(Collectors.joining("; "))
                        + "; --columns keeps " + (leftOut.size() == 1 ? "it" : "them"));
            }
            return new ColumnKinds(
                    IntStream.range(0, readings.size()).mapToObj(this::reading).toList(), leftOut, notes);
        }

        private CsvOptions reading(int file) {
            CsvOptions before = readings.get(file);
            Map<String, Coding> texts = new TreeMap<>(before.cells().texts());
            levels.forEach((name, own) -> {
                Categorical category = new Categorical(own);
                texts.put(
                        name,
                        wishes.mapping(file)
                                .of(name)
                                .map(said -> said.among(category))
                                .orElse(category));
            });
            Set<String> dropped = new HashSet<>(before.cells().dropped());
            dropped.addAll(leftOut.keySet());
            return before.withCells(before.cells().withTexts(texts).withDropped(dropped));
        }
    }
}
