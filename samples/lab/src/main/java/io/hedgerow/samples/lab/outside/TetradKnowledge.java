// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.lab.outside;

import io.hedgerow.core.data.DataException;
import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.internal.text.Words;
import io.hedgerow.core.search.KnownEdges;
import io.hedgerow.core.search.KnownEdges.Arrow;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Reads knowledge of edges from Tetrad's text form of it: after {@code addtemporal} lines with a number and the names
 * of a tier, with {@code *} after the number where the tier has no edges within; after {@code forbiddirect} and
 * {@code requiredirect} lines with a cause and an effect.
 *
 * @param known about columns that exist
 * @param missing names that no column has; knowledge about them is left out
 */
record TetradKnowledge(KnownEdges known, List<String> missing) {

    private static final String TIERS = "addtemporal";
    private static final String FORBIDDEN = "forbiddirect";
    private static final String REQUIRED = "requiredirect";
    private static final List<String> SECTIONS = List.of(TIERS, FORBIDDEN, REQUIRED);

    TetradKnowledge {
        missing = List.copyOf(missing);
    }

    static TetradKnowledge read(Path file, VariableSchema schema) {
        try {
            return parse(Files.readAllLines(file), schema);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + file, e);
        } catch (IllegalArgumentException | DataException e) {
            throw new DataException(file + ": " + Words.reason(e), e);
        }
    }

    static TetradKnowledge parse(List<String> lines, VariableSchema schema) {
        List<List<String>> tiers = new ArrayList<>();
        List<Arrow> forbidden = new ArrayList<>();
        List<Arrow> required = new ArrayList<>();
        Set<String> missing = new LinkedHashSet<>();
        String section = "";
        for (String line : lines) {
            String text = line.strip();
            if (text.isEmpty() || text.equals("/knowledge")) {
                continue;
            }
            if (SECTIONS.contains(text)) {
                section = text;
                continue;
            }
            List<String> words = List.of(text.split("\\s+", -1));
            switch (section) {
                case TIERS -> {
                    List<String> tier = present(words.subList(1, words.size()), schema, missing);
                    tiers.add(tier);
                    forbidden.addAll(words.get(0).endsWith("*") ? within(tier) : List.of());
                }
                case FORBIDDEN -> forbidden.addAll(arrow(words, schema, missing));
                case REQUIRED -> required.addAll(arrow(words, schema, missing));
                default ->
                    throw new DataException("must have tiers below " + TIERS + " and edges below " + FORBIDDEN + " and "
                            + REQUIRED + ", has above them the line \"" + text + "\"");
            }
        }
        tiers.removeIf(List::isEmpty);
        return new TetradKnowledge(new KnownEdges(required, forbidden, tiers), List.copyOf(missing));
    }

    private static List<Arrow> arrow(List<String> words, VariableSchema schema, Set<String> missing) {
        if (words.size() != 2) {
            throw new DataException("must name a cause and an effect in each line of edges, has the line \""
                    + String.join(" ", words) + "\"");
        }
        return present(words, schema, missing).size() == 2 ? List.of(new Arrow(words.get(0), words.get(1))) : List.of();
    }

    private static List<String> present(List<String> names, VariableSchema schema, Set<String> missing) {
        List<String> found = new ArrayList<>();
        for (String name : names) {
            if (schema.names().contains(name)) {
                found.add(name);
            } else {
                missing.add(name);
            }
        }
        return found;
    }

    private static List<Arrow> within(List<String> tier) {
        List<Arrow> all = new ArrayList<>();
        for (String from : tier) {
            for (String to : tier) {
                if (!from.equals(to)) {
                    all.add(new Arrow(from, to));
                }
            }
        }
        return all;
    }

    /**
     * Whether an edge is impossible: it leads to an earlier tier, is forbidden, or is the reverse of a required one.
     */
    boolean contradicts(String from, String to) {
        Map<String, Integer> tier = known.tierOfEach();
        boolean back = tier.containsKey(from) && tier.containsKey(to) && tier.get(to) < tier.get(from);
        return back
                || known.forbidden().contains(new Arrow(from, to))
                || known.required().contains(new Arrow(to, from));
    }
}
