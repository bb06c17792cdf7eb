// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.table;

import io.hedgerow.core.data.DataException;
import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.internal.text.Nearest;
import io.hedgerow.core.internal.text.Words;
import io.hedgerow.core.table.BifTokens.Token;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A {@code probability} block of a BIF file, first as written and then with the levels of its variables. Not
 * thread-safe.
 */
final class BifTable {

    /** Printed probabilities are rounded; a line that is farther off is wrong. */
    private static final double ROUNDED = 0.005;

    private static final int MOST_CELLS = 1 << 22;
    private static final Pattern NUMBER = Pattern.compile("[+-]?(\\d+\\.?\\d*|\\.\\d+)([eE][+-]?\\d+)?");

    private final BifTokens tokens;
    private final List<Token> family = new ArrayList<>();
    private final List<Entry> entries = new ArrayList<>();

    /** Numbers with their heading: {@code table}, {@code default} or a parenthesis of levels. */
    private record Entry(Token before, List<Token> levels, List<Token> numbers) {}

    private BifTable(BifTokens tokens) {
        this.tokens = tokens;
    }

    static BifTable read(BifTokens tokens) {
        BifTable table = new BifTable(tokens);
        tokens.expect("(", "after \"probability\"");
        table.family.add(tokens.word("the name of a variable"));
        if (tokens.peek().is("|")) {
            tokens.next();
        }
        table.words(table.family, "the name of a parent, or \")\"");
        tokens.expect("{", "after the parents");
        while (!tokens.peek().is("}")) {
            Token before = tokens.peek();
            if (before.is("property")) {
                tokens.skipProperty();
            } else if (before.is("table") || before.is("default") || before.is("(")) {
                table.entries.add(table.entry());
            } else {
                throw tokens.problem(before, "must be \"table\", \"default\", \"(\", \"property\" or \"}\"");
            }
        }
        tokens.next();
        return table;
    }

    /** Words up to a parenthesis that closes. */
    private void words(List<Token> into, String what) {
        for (tokens.separators(); !tokens.peek().is(")"); tokens.separators()) {
            into.add(tokens.word(what));
        }
        tokens.next();
    }

    private Entry entry() {
        Token before = tokens.next();
        List<Token> levels = new ArrayList<>();
        if (before.is("(")) {
            words(levels, "a level of a parent, or \")\"");
        }
        List<Token> numbers = new ArrayList<>();
        for (tokens.separators(); !tokens.peek().is(";"); tokens.separators()) {
            numbers.add(tokens.word("a probability, or \";\" after the last one"));
        }
        tokens.next();
        return new Entry(before, levels, numbers);
    }

    Token name() {
        return family.get(0);
    }

    int line() {
        return name().line();
    }

    int variable(VariableSchema schema) {
        return place(name(), schema.names(), "a variable that has a block \"variable\"");
    }

    ProbabilityTable table(VariableSchema schema) {
        int variable = variable(schema);
        int[] parents = family.stream()
                .skip(1)
                .mapToInt(parent -> place(parent, schema.names(), "a variable that has a block \"variable\""))
                .toArray();
        boolean itself = Arrays.stream(parents).anyMatch(parent -> parent == variable);
        if (itself || Arrays.stream(parents).distinct().count() != parents.length) {
            throw tokens.complaint(line(), "the parents of " + name().shown() + " must be distinct other variables");
        }
        int levels = schema.levels(variable).size();
        double cells = levels;
        for (int parent : parents) {
            cells *= schema.levels(parent).size();
        }
        if (!(cells <= MOST_CELLS)) {
            throw tokens.complaint(
                    line(),
                    "the table of " + name().shown() + " must have at most " + MOST_CELLS + " probabilities, has "
                            + (cells < Long.MAX_VALUE ? String.valueOf((long) cells) : "more than a file can hold"));
        }
        double[][] lines = new double[(int) cells / levels][];
        double[] others = null;
        for (Entry entry : entries) {
            if (entry.before.is("table")) {
                table(entry, lines, levels);
            } else if (entry.before.is("default")) {
                if (others != null) {
                    throw tokens.problem(entry.before, "a block must have at most one default");
                }
                others = numbers(entry, levels);
                normalise(others, entry.before);
            } else {
                int configuration = configuration(entry, parents, schema);
                requireFirst(lines[configuration], entry.before);
                lines[configuration] = numbers(entry, levels);
                normalise(lines[configuration], entry.before);
            }
        }
        fill(lines, others, parents, schema);
        return ProbabilityTable.of(parents, lines);
    }

    /** All lines at once: the levels of the variable change slowest. */
    private void table(Entry entry, double[][] lines, int levels) {
        double[] all = numbers(entry, lines.length * levels);
        for (int c = 0; c < lines.length; c++) {
            requireFirst(lines[c], entry.before);
            lines[c] = new double[levels];
            for (int l = 0; l < levels; l++) {
                lines[c][l] = all[l * lines.length + c];
            }
            normalise(lines[c], entry.before);
        }
    }

    private void requireFirst(double @Nullable [] line, Token before) {
        if (line != null) {
            throw tokens.complaint(
                    before.line(),
                    "probabilities of " + name().shown() + " must be given once for each configuration of its parents,"
                            + " are given again after " + before.shown());
        }
    }

    private int configuration(Entry entry, int[] parents, VariableSchema schema) {
        if (entry.levels.size() != parents.length || parents.length == 0) {
            throw tokens.complaint(
                    entry.before.line(),
                    parents.length == 0
                            ? name().shown() + " has no parents, so its probabilities must be a \"table\", was \"(\""
                            : "a level of each of the " + parents.length + " parents of "
                                    + name().shown() + " must stand in parentheses, there were "
                                    + entry.levels.size());
        }
        int configuration = 0;
        for (int k = 0; k < parents.length; k++) {
            List<String> known = schema.levels(parents[k]);
            String parent = family.get(k + 1).shown();
            configuration = configuration * known.size() + place(entry.levels.get(k), known, "a level of " + parent);
        }
        return configuration;
    }

    private double[] numbers(Entry entry, int count) {
        if (entry.numbers.size() != count) {
            throw tokens.complaint(
                    entry.before.line(),
                    "there must be " + count + " probabilities after " + entry.before.shown() + ", were "
                            + entry.numbers.size());
        }
        double[] numbers = new double[count];
        for (int k = 0; k < count; k++) {
            Token token = entry.numbers.get(k);
            double number = NUMBER.matcher(token.text()).matches() ? Double.parseDouble(token.text()) : Double.NaN;
            if (!(number >= 0 && number <= 1)) {
                throw tokens.problem(token, "a probability must be a number from 0 to 1");
            }
            numbers[k] = number;
        }
        return numbers;
    }

    private void normalise(double[] line, Token before) {
        double sum = 0; // as a table adds up
        for (double p : line) {
            sum += p;
        }
        double whole = sum;
        if (!(Math.abs(sum - 1) <= ROUNDED)) {
            throw tokens.complaint(
                    before.line(),
                    "the probabilities of all levels of " + name().shown() + " must sum to 1, sum to " + sum);
        }
        if (Math.abs(sum - 1) > ProbabilityTable.ROUNDING) {
            Arrays.setAll(line, l -> Math.min(1, line[l] / whole));
        }
    }

    private void fill(double[][] lines, double @Nullable [] others, int[] parents, VariableSchema schema) {
        for (int c = 0; c < lines.length; c++) {
            if (lines[c] == null && others == null) {
                List<String> missing = new ArrayList<>();
                int rest = c;
                for (int k = parents.length - 1; k >= 0; k--) {
                    List<String> known = schema.levels(parents[k]);
                    missing.add(0, known.get(rest % known.size()));
                    rest /= known.size();
                }
                throw tokens.complaint(
                        line(),
                        "the block of " + name().shown() + " must have probabilities of every configuration of"
                                + " its parents, or a default, has none of (" + String.join(", ", missing) + ")");
            }
            if (lines[c] == null) {
                lines[c] = others;
            }
        }
    }

    private int place(Token token, List<String> known, String what) {
        int place = known.indexOf(token.text());
        if (place < 0) {
            String near = Nearest.to(token.text(), known)
                    .map(word -> "; did you mean \"" + word + "\"?")
                    .orElse("");
            DataException problem = tokens.problem(token, "must be " + what + listed(known));
            throw near.isEmpty() ? problem : new DataException(Words.reason(problem) + near);
        }
        return place;
    }

    private static String listed(List<String> known) {
        int shown = 10;
        return " (" + String.join(", ", known.subList(0, Math.min(shown, known.size())))
                + (known.size() > shown ? ", …" : "") + ")";
    }
}
