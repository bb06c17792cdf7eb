// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.table;

import io.hedgerow.core.data.DataException;
import io.hedgerow.core.data.VariableKind;
import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.internal.text.Nearest;
import io.hedgerow.core.internal.text.Words;
import io.hedgerow.core.table.BifTokens.Token;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Reads networks in BIF, the Interchange Format for Bayesian Networks (Cozman 1996), as the bnlearn repository, pgmpy
 * and JavaBayes write it.
 *
 * <p>Blocks {@code network}, {@code variable} and {@code probability} may stand in any order. Probabilities are a
 * {@code table}, in which the variable itself changes slowest and its last parent fastest, or lines such as
 * {@code (yes, no) 0.1, 0.9;} for configurations of the parents, with a {@code default} for others. Commas and
 * {@code |} may be left out where blanks separate; comments are {@code //} and {@code /* *}{@code /}; properties are
 * skipped. Names and levels are kept to the letter, such as {@code <5} and {@code I21.0}; in quotes they may hold
 * blanks and signs, and {@code \"} and {@code \\} stand for a quote and a backslash.
 *
 * <p>A line whose sum is off 1 by rounding, by up to 0.005, is divided by its sum. Stateless; thread-safe.
 */
public final class BifReader {

    private static final String BLOCKS = "one of network, variable and probability";

    private BifReader() {}

    /**
     * Reads a file.
     *
     * @param file where it is; UTF-8
     * @throws DataException when the content is no such network; the message names line, text and what is allowed
     * @throws UncheckedIOException when the file cannot be read
     */
    public static DiscreteNetwork read(Path file) {
        if (Files.isDirectory(file)) {
            throw new DataException(file + ": must be a file, is a directory");
        }
        try {
            return read(Files.readString(file, StandardCharsets.UTF_8), file.toString());
        } catch (CharacterCodingException e) {
            throw new DataException(file + ": must be UTF-8 text, has other bytes", e);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read the network " + file, e);
        }
    }

    /**
     * Reads text.
     *
     * @param text the content
     * @param source what messages call it
     * @throws DataException when the content is no such network; the message names line, text and what is allowed
     */
    public static DiscreteNetwork read(String text, String source) {
        BifTokens tokens = new BifTokens(text, source);
        Map<String, List<String>> levels = new LinkedHashMap<>();
        List<BifTable> families = new ArrayList<>();
        while (!isEnd(tokens.peek())) {
            Token block = tokens.next();
            if (block.is("network")) {
                network(tokens);
            } else if (block.is("variable")) {
                variable(tokens, levels);
            } else if (block.is("probability")) {
                families.add(BifTable.read(tokens));
            } else {
                throw tokens.problem(block, "a block must begin with " + BLOCKS + near(block.text()));
            }
        }
        if (levels.isEmpty()) {
            throw new DataException(source + ": must have a block \"variable\", has none");
        }
        VariableSchema schema = new VariableSchema(
                List.copyOf(levels.keySet()),
                levels.values().stream()
                        .<VariableKind>map(VariableKind.Categorical::new)
                        .toList());
        Map<Integer, ProbabilityTable> tables = new LinkedHashMap<>();
        for (BifTable family : families) {
            int variable = family.variable(schema);
            if (tables.put(variable, family.table(schema)) != null) {
                throw tokens.complaint(
                        family.line(),
                        "each variable must have one block \"probability\", "
                                + family.name().shown() + " has another");
            }
        }
        for (int j = 0; j < schema.size(); j++) {
            if (!tables.containsKey(j)) {
                throw new DataException(source + ": each variable must have a block \"probability\", \""
                        + schema.names().get(j) + "\" has none");
            }
        }
        try {
            return DiscreteNetwork.of(
                    schema,
                    schema.names().stream()
                            .map(name -> tables.get(schema.indexOf(name)))
                            .toList());
        } catch (IllegalArgumentException e) {
            throw new DataException(source + ": " + Words.reason(e), e);
        }
    }

    /**
     * {@return whether a text begins as a network in BIF does, with a block {@code network}, {@code variable} or
     * {@code probability}, to tell it from other formats}
     *
     * @param text the content, or its beginning
     */
    public static boolean begins(String text) {
        try {
            BifTokens tokens = new BifTokens(text, "");
            Token block = tokens.next();
            if (block.is("probability")) {
                return tokens.peek().is("(");
            }
            boolean named = (block.is("network") || block.is("variable"))
                    && tokens.peek().isWord();
            return (named && isOpen(tokens))
                    || (block.is("network") && tokens.peek().is("{"));
        } catch (DataException e) {
            return false;
        }
    }

    private static boolean isOpen(BifTokens tokens) {
        tokens.next();
        return tokens.peek().is("{");
    }

    private static boolean isEnd(Token token) {
        return token.text().isEmpty() && !token.quoted();
    }

    private static String near(String word) {
        return Nearest.to(word, List.of("network", "variable", "probability"))
                .map(known -> " (did you mean " + known + "?)")
                .orElse("");
    }

    private static void network(BifTokens tokens) {
        if (tokens.peek().isWord()) {
            tokens.next();
        }
        tokens.expect("{", "after the name of the network");
        while (tokens.peek().is("property")) {
            tokens.skipProperty();
        }
        tokens.expect("}", "or \"property\" in a block \"network\"");
    }

    private static void variable(BifTokens tokens, Map<String, List<String>> levels) {
        Token name = tokens.word("the name of a variable");
        if (name.text().isBlank()) {
            throw tokens.problem(name, "the name of a variable must not be blank");
        }
        tokens.expect("{", "after the name of a variable");
        List<String> own = null;
        while (!tokens.peek().is("}")) {
            if (tokens.peek().is("property")) {
                tokens.skipProperty();
            } else if (tokens.peek().is("type") && own == null) {
                own = levels(tokens);
            } else {
                throw tokens.problem(tokens.next(), "must be \"property\", \"}\" or one \"type discrete\"");
            }
        }
        tokens.next();
        if (own == null) {
            throw tokens.complaint(
                    name.line(), "the variable " + name.shown() + " must have a line \"type discrete\", has none");
        }
        if (levels.put(name.text(), own) != null) {
            throw tokens.complaint(name.line(), "the variable " + name.shown() + " is declared twice");
        }
    }

    private static List<String> levels(BifTokens tokens) {
        Token type = tokens.next();
        Token kind = tokens.next();
        if (!kind.is("discrete")) {
            throw tokens.problem(kind, "a variable must be of type discrete");
        }
        tokens.expect("[", "before the number of levels");
        Token count = tokens.next();
        tokens.expect("]", "after the number of levels");
        tokens.expect("{", "before the levels");
        List<String> levels = new ArrayList<>();
        for (tokens.separators(); !tokens.peek().is("}"); tokens.separators()) {
            levels.add(tokens.word("a level, or \"}\" after the last level").text());
        }
        tokens.next();
        tokens.expect(";", "after the levels");
        if (!count.text().equals(String.valueOf(levels.size()))) {
            throw tokens.problem(count, "the number of levels must be " + levels.size() + ", as many as are listed");
        }
        try {
            return new VariableKind.Categorical(levels).levels();
        } catch (IllegalArgumentException e) {
            throw tokens.complaint(type.line(), Words.reason(e));
        }
    }
}
