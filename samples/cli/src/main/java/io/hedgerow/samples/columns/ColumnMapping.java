// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.columns;

import io.hedgerow.core.data.VariableKind;
import io.hedgerow.core.data.VariableKind.Categorical;
import io.hedgerow.core.data.VariableKind.Coding;
import io.hedgerow.core.internal.columns.Days;
import io.hedgerow.core.internal.columns.WrittenNumber;
import io.hedgerow.core.internal.text.NumberToken;
import io.hedgerow.core.internal.yaml.YamlNode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The entry of a mapping file for one column: its name, levels, numbers or use.
 *
 * @param name of the variable; another one than the column's where it is renamed
 * @param levels the level that a text stands for, in the order of the file; texts that are not there stand for
 *     themselves
 * @param closed whether there are no other levels than these
 * @param numbers the number that a text stands for; empty unless the column is to be a number
 * @param other whether rare levels, or all that are not named, are one level called {@value #OTHER}
 * @param use whether the column is read as it is, left out, or read as dates
 * @param written how its numbers are written, and in which unit; empty as all others of the file
 */
record ColumnMapping(
        String name,
        Map<String, String> levels,
        boolean closed,
        Map<String, Double> numbers,
        boolean other,
        Use use,
        Optional<WrittenNumber> written) {

    /** The level of all rare ones. */
    static final String OTHER = "other";

    private static final String FORMS = "drop, date, or {levels: {TEXT: LEVEL, ...}}, {levels: [LEVEL, ...]},"
            + " {numbers: {TEXT: NUMBER, ...}}, {other: true}, {date: true}, {drop: true}, {rename: NAME},"
            + " {multiply: NUMBER, add: NUMBER},"
            + " {decimal: comma}, {thousands: .}";

    enum Use {
        VARIABLE,
        /** A variable, in days since 1970-01-01. */
        DATE,
        /** No variable. */
        DROP
    }

    static ColumnMapping of(String column, YamlNode node) {
        if (!node.isMapping()) {
            Use use = node.matching("drop|date", FORMS).equals("drop") ? Use.DROP : Use.DATE;
            return new ColumnMapping(column, Map.of(), false, Map.of(), false, use, Optional.empty());
        }
        node.requireOnly(
                "levels", "numbers", "other", "date", "drop", "rename", "multiply", "add", "decimal", "thousands");
        String name = node.optional("rename").map(to -> to.text("a name")).orElse(column);
        Optional<YamlNode> levels = node.optional("levels");
        boolean closed = levels.filter(YamlNode::isList).isPresent();
        Map<String, String> texts = new LinkedHashMap<>();
        levels.ifPresent(given -> {
            if (closed) {
                given.items("levels").forEach(level -> {
                    String text = level.text("a level").strip();
                    texts.put(text, text);
                });
            } else {
                given.fields()
                        .forEach((text, level) ->
                                texts.put(text.strip(), level.text("a level").strip()));
            }
        });
        Map<String, Double> numbers = new LinkedHashMap<>();
        node.optional("numbers")
                .ifPresent(given ->
                        given.fields().forEach((text, number) -> numbers.put(text.strip(), number.number("a number"))));
        boolean other = flag(node, "other");
        boolean date = flag(node, "date");
        boolean drop = flag(node, "drop");
        Optional<WrittenNumber> written = written(node);
        int ways = (texts.isEmpty() && !other ? 0 : 1)
                + (numbers.isEmpty() ? 0 : 1)
                + (date ? 1 : 0)
                + (drop ? 1 : 0)
                + (written.isPresent() ? 1 : 0);
        if (ways > 1) {
            throw node.complain("must be a category (levels, other), a number of a text (numbers), a number (multiply,"
                    + " add, decimal, thousands), a date or left out (drop), was more than one of"
                    + " these: leave all but one out");
        }
        return new ColumnMapping(
                name, texts, closed, numbers, other, drop ? Use.DROP : date ? Use.DATE : Use.VARIABLE, written);
    }

    private static boolean flag(YamlNode node, String key) {
        return node.optional(key).map(YamlNode::flag).orElse(false);
    }

    boolean isCategory() {
        return !levels.isEmpty() || other;
    }

    String level(String text) {
        return levels.getOrDefault(text.strip(), text.strip());
    }

    /** What its texts stand for, where they are no levels: empty where they are, or nothing is said. */
    Optional<Coding> numeric(boolean decimalComma) {
        if (!numbers.isEmpty()) {
            return Optional.of(new Numbers(numbers));
        }
        return use == Use.DATE ? Optional.of(new Days()) : written.map(said -> said.in(decimalComma));
    }

    /** The levels that are said, where rows are not looked at. */
    List<String> declared() {
        LinkedHashSet<String> all = new LinkedHashSet<>(levels.values());
        if (other) {
            all.add(OTHER);
        }
        return new ArrayList<>(all);
    }

    /** What its texts stand for, among levels that are agreed. */
    Coding among(Categorical category) {
        return new Levels(this, category);
    }

    /** Renames the levels of a category. */
    private record Levels(ColumnMapping mapping, Categorical category) implements Coding {
        @Override
        public VariableKind kind() {
            return category;
        }

        @Override
        public double code(String text) {
            boolean listed = mapping.levels.containsKey(text.strip());
            double place = mapping.closed && !listed ? Double.NaN : category.code(mapping.level(text));
            boolean grouped = Double.isNaN(place) && mapping.other && (listed || !NumberToken.isMissing(text));
            return grouped ? category.code(OTHER) : place;
        }

        @Override
        public String complaint(String text) {
            return category.complaint(text);
        }
    }

    /** Maps texts to numbers, such as the ranks of an ordered category. */
    private record Numbers(Map<String, Double> numbers) implements Coding {
        @Override
        public VariableKind kind() {
            return VariableKind.NUMERIC;
        }

        @Override
        public double code(String text) {
            return numbers.getOrDefault(text.strip(), Double.NaN);
        }

        @Override
        public String complaint(String text) {
            return "must be one of the texts that the mapping file gives a number, "
                    + String.join(", ", numbers.keySet())
                    + ", was " + NumberToken.quote(text)
                    + (NumberToken.isMissing(text) ? NumberToken.MISSING_CELL : ": give it a number there");
        }
    }

    /** What is said of how numbers of a column are written; empty where nothing of this is. */
    private static Optional<WrittenNumber> written(YamlNode node) {
        Optional<YamlNode> multiply = node.optional("multiply");
        double factor = multiply.map(by -> by.number("a number other than 0")).orElse(1.0);
        if (!(Math.abs(factor) > 0)) {
            throw multiply.orElseThrow().mustBe("a number other than 0");
        }
        double shift = node.optional("add").map(by -> by.number("a number")).orElse(0.0);
        Optional<Character> decimal = node.optional("decimal").map(ColumnMapping::sign);
        String thousands = node.optional("thousands")
                .map(sign -> sign.matching("[.,']|space", "one of \".\" \",\" \"'\" and space"))
                .orElse("");
        WrittenNumber said = new WrittenNumber(factor, shift, decimal, thousands.equals("space") ? " " : thousands);
        return said.equals(WrittenNumber.PLAIN) ? Optional.empty() : Optional.of(said);
    }

    static char sign(YamlNode node) {
        return node.matching("comma|point", "comma or point").equals("comma") ? ',' : '.';
    }
}
