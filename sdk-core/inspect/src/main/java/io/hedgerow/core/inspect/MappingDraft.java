// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.inspect;

import io.hedgerow.core.internal.columns.MappingWord;
import io.hedgerow.core.internal.text.Printable;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The mapping file of one file while it is written. What says how something is written is a line; what would change a
 * number or rests on a guess is a comment, which a person makes a line, or accepts by the column's name.
 */
final class MappingDraft {

    private final String file;
    private final Map<String, Line> lines = new LinkedHashMap<>();
    private final Set<String> missing = new LinkedHashSet<>();
    private final Map<String, String> written = new LinkedHashMap<>();

    MappingDraft(SeenFile file) {
        this.file = file.name();
        file.columns().forEach(column -> lines.put(column.name(), new Line()));
    }

    private static final class Line {
        private final Map<String, String> certain = new LinkedHashMap<>();
        private final Map<String, String> suggested = new LinkedHashMap<>();
        private final List<String> why = new ArrayList<>();
        private final Set<String> missing = new LinkedHashSet<>();
        private final List<String> whyMissing = new ArrayList<>();
    }

    private Line line(String column) {
        return lines.computeIfAbsent(column, unseen -> new Line());
    }

    void file(String key, String value) {
        written.put(key, value);
    }

    /** Texts that mean a missing cell. */
    void missing(List<String> texts) {
        texts.forEach(text -> missing.add(MappingWord.quoted(text)));
    }

    /** Texts of a column that may mean a missing cell; a mapping file says so of the whole file. */
    void suggestMissing(String column, List<String> texts, String why) {
        texts.forEach(text -> line(column).missing.add(MappingWord.quoted(text)));
        line(column).whyMissing.add(why);
    }

    void say(String column, String key, String value) {
        line(column).certain.put(key, value);
    }

    void suggest(String column, Map<String, String> settings, String why) {
        line(column).suggested.putAll(settings);
        line(column).why.add(why);
    }

    /** Leaves a column out, whatever else was said of it. */
    void drop(String column) {
        line(column).certain.clear();
        line(column).certain.put("drop", "true");
    }

    boolean isDropped(String column) {
        return line(column).certain.containsKey("drop");
    }

    /** Whether a column may have the name of another one. */
    boolean mayBeAnother(String column) {
        return line(column).suggested.containsKey("rename");
    }

    /** Makes the suggestions for a column lines. */
    boolean accept(String column) {
        Line line = line(column);
        boolean any = !line.suggested.isEmpty() || !line.missing.isEmpty();
        missing.addAll(line.missing);
        line.missing.clear();
        line.whyMissing.clear();
        if (line.suggested.containsKey("drop")) {
            line.certain.clear();
        } else if (!line.suggested.isEmpty()) {
            line.certain.remove("drop");
        }
        line.certain.putAll(line.suggested);
        line.suggested.clear();
        line.why.clear();
        return any;
    }

    static String levels(Map<String, String> texts) {
        return texts.entrySet().stream()
                .map(one -> MappingWord.quoted(one.getKey()) + ": " + MappingWord.quoted(one.getValue()))
                .collect(Collectors.joining(", ", "{", "}"));
    }

    String text() {
        StringBuilder text = new StringBuilder("# What the columns of " + oneLine(file)
                + " mean, by hedgerow inspect. Comments with a column are suggestions:\n"
                + "# make one a line, instead of the line of that column, if it is right.\n");
        Map<String, String> all = ofFile(missing);
        if (!all.isEmpty()) {
            text.append("\"*\": ").append(settings(all)).append('\n');
        }
        Set<String> both = new LinkedHashSet<>(missing);
        lines.values().forEach(line -> {
            both.addAll(line.missing);
            line.whyMissing.forEach(
                    why -> text.append("# ").append(oneLine(why)).append('\n'));
        });
        if (both.size() > missing.size()) {
            text.append("# \"*\": ").append(settings(ofFile(both))).append('\n');
        }
        lines.forEach((column, line) -> {
            String name = MappingWord.quoted(column);
            if (!line.certain.isEmpty()) {
                text.append(name).append(": ").append(settings(line.certain)).append('\n');
            }
            line.why.stream()
                    .distinct()
                    .forEach(why -> text.append("# ").append(oneLine(why)).append('\n'));
            if (!line.suggested.isEmpty()) {
                Map<String, String> accepted = new LinkedHashMap<>(line.certain);
                if (line.suggested.containsKey("drop")) {
                    accepted.clear();
                } else {
                    accepted.remove("drop");
                }
                accepted.putAll(line.suggested);
                text.append("# ")
                        .append(name)
                        .append(": ")
                        .append(settings(accepted))
                        .append('\n');
            }
        });
        if (all.isEmpty() && lines.values().stream().allMatch(line -> line.certain.isEmpty())) {
            text.append("{}\n");
        }
        return text.toString();
    }

    private Map<String, String> ofFile(Set<String> texts) {
        Map<String, String> all = new LinkedHashMap<>(written);
        if (!texts.isEmpty()) {
            all.put("missing", "[" + String.join(", ", texts) + "]");
        }
        return all;
    }

    private static String settings(Map<String, String> all) {
        if (all.size() == 1 && (all.containsKey("drop") || all.containsKey("date"))) {
            return all.keySet().iterator().next();
        }
        return all.entrySet().stream()
                .map(one -> one.getKey() + ": " + one.getValue())
                .collect(Collectors.joining(", ", "{", "}"));
    }

    private static String oneLine(String text) {
        return Printable.line(text);
    }
}
