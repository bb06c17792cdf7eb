// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.search;

import io.hedgerow.core.data.DataException;
import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.internal.text.Nearest;
import io.hedgerow.core.internal.text.QuotedNames;
import io.hedgerow.core.internal.yaml.YamlDocument;
import io.hedgerow.core.internal.yaml.YamlNode;
import io.hedgerow.core.internal.yaml.YamlProblem;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Prior knowledge of edges, by the variables' names. It is public: it comes from a plan, not from rows. A search with
 * it finds every required edge and no forbidden one.
 *
 * <p>Consistent: no edge is both required and forbidden, and required edges form no cycle. Immutable.
 *
 * @param required edges that exist
 * @param forbidden edges that do not exist; the reverse may
 * @param tiers names from early to late: no edge leads to an earlier tier. Within a tier edges are free, and so are the
 *     edges of a variable that is in none
 */
public record KnownEdges(List<Arrow> required, List<Arrow> forbidden, List<List<String>> tiers) {

    /** The largest number of required causes of a variable. */
    public static final int MOST_REQUIRED = 12;

    private static final String LIST_OF_TIERS = "a list of tiers from early to late, such as [[age, sex], [dose]]";
    private static final int LARGEST_FILE = 1 << 20;
    private static final int LONGEST_LIST = 20;

    public KnownEdges {
        required = required.stream().distinct().toList();
        forbidden = forbidden.stream().distinct().toList();
        tiers = tiers.stream().map(List::copyOf).toList();
        Map<String, Integer> tier = tierOfEach(tiers);
        Set<Arrow> never = Set.copyOf(forbidden);
        for (Arrow arrow : required) {
            if (never.contains(arrow)) {
                throw new IllegalArgumentException(
                        "edge " + arrow + " is both required and forbidden: leave it out of one of them");
            }
            int from = tier.getOrDefault(arrow.from(), 0);
            int to = tier.getOrDefault(arrow.to(), Integer.MAX_VALUE);
            if (to < from) {
                throw new IllegalArgumentException(
                        "edge " + arrow + " is required, but " + arrow.from() + " is in tier "
                                + from + " and " + arrow.to() + " in tier " + to
                                + ", and no edge leads to an earlier tier: leave the edge out, or change the tiers");
            }
        }
        RequiredEdges.check(required);
    }

    /**
     * One directed edge by names.
     *
     * @param from the cause
     * @param to the effect
     */
    public record Arrow(String from, String to) {
        private static final String SIGN = "->";
        private static final int LONGEST_QUOTE = 60;

        public Arrow {
            Objects.requireNonNull(from, "from");
            if (from.equals(Objects.requireNonNull(to, "to"))) {
                throw new IllegalArgumentException("an edge must join two variables, was " + from + " -> " + to);
            }
        }

        /**
         * {@return the edge that a text describes}
         *
         * @param text such as {@code age->dose}; a name that has {@code ->} itself cannot be written so
         * @throws IllegalArgumentException when it is not written so
         */
        public static Arrow of(String text) {
            String[] ends = text.split(SIGN, -1);
            if (ends.length != 2 || ends[0].isBlank() || ends[1].isBlank()) {
                throw new IllegalArgumentException("an edge must be written as cause->effect, such as age->dose, was \""
                        + shortened(text.strip()) + "\"");
            }
            return new Arrow(ends[0].strip(), ends[1].strip());
        }

        private static String shortened(String text) {
            return text.length() > LONGEST_QUOTE ? text.substring(0, LONGEST_QUOTE) + "..." : text;
        }

        @Override
        public String toString() {
            return from + " -> " + to;
        }
    }

    /** {@return knowledge without edges and tiers} */
    public static KnownEdges none() {
        return new KnownEdges(List.of(), List.of(), List.of());
    }

    /**
     * {@return prior knowledge from edges as commands write them}
     *
     * @param required such as {@code age->dose}
     * @param forbidden likewise
     * @param tiers names from early to late
     * @throws IllegalArgumentException when an edge is not written so, or they contradict each other
     */
    public static KnownEdges of(Collection<String> required, Collection<String> forbidden, List<List<String>> tiers) {
        return new KnownEdges(
                required.stream().map(Arrow::of).toList(),
                forbidden.stream().map(Arrow::of).toList(),
                tiers);
    }

    /**
     * {@return prior knowledge from the texts of a plan: commas between edges and between the names of a tier,
     * semicolons between tiers}
     *
     * @param required such as {@code "age->dose, sex->dose"}; may be blank
     * @param forbidden likewise
     * @param tiers such as {@code "age, sex; dose"}, with names that have a comma or a semicolon in quotation marks;
     *     may be blank
     * @throws IllegalArgumentException when it is not written so, or contradicts itself
     */
    public static KnownEdges parse(String required, String forbidden, String tiers) {
        return of(
                QuotedNames.split(required, ','),
                QuotedNames.split(forbidden, ','),
                QuotedNames.split(tiers, ';').stream().map(QuotedNames::names).toList());
    }

    /**
     * {@return the names, from early to late, of tiers in a YAML file with one key, {@code tiers: [[age, sex], [dose],
     * [outcome]]}}
     *
     * @param file the file
     * @throws DataException when it cannot be read or is no such file; says where
     */
    public static List<List<String>> readTiers(Path file) {
        try {
            YamlNode root = YamlDocument.read(file, LARGEST_FILE);
            root.requireOnly("tiers");
            YamlNode list = root.required("tiers");
            List<List<String>> tiers = new ArrayList<>();
            for (YamlNode tier : list.items(LIST_OF_TIERS)) {
                tiers.add(tier.items(LIST_OF_TIERS).stream()
                        .map(name -> name.text("the name of a variable"))
                        .toList());
            }
            return list.checked(() -> {
                tierOfEach(tiers);
                return List.copyOf(tiers);
            });
        } catch (YamlProblem e) {
            throw new DataException(e.text(), e);
        }
    }

    /** {@return whether nothing is known: every edge is allowed and none is required} */
    public boolean knowsNothing() {
        return required.isEmpty() && forbidden.isEmpty() && tiers.isEmpty();
    }

    /** {@return the tier, from 1, of every variable that is in one, by name} */
    public Map<String, Integer> tierOfEach() {
        return Collections.unmodifiableMap(tierOfEach(tiers));
    }

    private static Map<String, Integer> tierOfEach(List<List<String>> tiers) {
        Map<String, Integer> tier = new LinkedHashMap<>();
        for (int t = 1; t <= tiers.size(); t++) {
            if (tiers.get(t - 1).isEmpty()) {
                throw new IllegalArgumentException("tier " + t + " must name a variable, is empty: leave it out");
            }
            for (String name : tiers.get(t - 1)) {
                Integer before = tier.put(name, t);
                if (before != null) {
                    throw new IllegalArgumentException("a variable must be in one tier, " + name + " is in tier "
                            + before + (before == t ? " twice" : " and in tier " + t) + ": name it once");
                }
            }
        }
        return tier;
    }

    /**
     * Refuses knowledge of variables that a study does not have.
     *
     * @param schema the variables
     * @throws IllegalArgumentException when a name is not one of them; names the nearest
     */
    public void requireFits(VariableSchema schema) {
        Set<String> names = new HashSet<>(schema.names());
        required.forEach(arrow -> requireKnown("required edge " + arrow, arrow, names, schema));
        forbidden.forEach(arrow -> requireKnown("forbidden edge " + arrow, arrow, names, schema));
        tierOfEach().forEach((name, tier) -> requireKnown("tier " + tier, name, names, schema));
    }

    private static void requireKnown(String where, Arrow arrow, Set<String> names, VariableSchema schema) {
        requireKnown(where, arrow.from(), names, schema);
        requireKnown(where, arrow.to(), names, schema);
    }

    private static void requireKnown(String where, String name, Set<String> names, VariableSchema schema) {
        if (!names.contains(name)) {
            throw new IllegalArgumentException(where + ": there is no variable \"" + name + "\""
                    + Nearest.to(name, schema.names())
                            .map(near -> ", did you mean \"" + near + "\"?")
                            .orElse("")
                    + " (there are " + schema.size() + ": " + shown(schema.names()) + ")");
        }
    }

    private static String shown(List<String> names) {
        String list = names.stream().limit(LONGEST_LIST).collect(Collectors.joining(", "));
        return names.size() > LONGEST_LIST ? list + ", and more" : list;
    }

    /** Refuses required edges that no acyclic graph can have. */
    private static final class RequiredEdges {

        private RequiredEdges() {}

        static void check(List<Arrow> required) {
            Map<String, List<String>> causes = new LinkedHashMap<>();
            for (Arrow arrow : required) {
                List<String> own = causes.computeIfAbsent(arrow.to(), name -> new ArrayList<>());
                own.add(arrow.from());
                if (own.size() > KnownEdges.MOST_REQUIRED) {
                    throw new IllegalArgumentException("a variable must have at most " + KnownEdges.MOST_REQUIRED
                            + " required causes, " + arrow.to() + " has more: leave some out");
                }
            }
            List<String> cycle = cycle(causes);
            if (!cycle.isEmpty()) {
                throw new IllegalArgumentException("required edges must form no cycle, are "
                        + String.join(" -> ", cycle) + ": leave one of them out");
            }
        }

        /** The names along a cycle, the first one again at the end; empty when there is none. */
        private static List<String> cycle(Map<String, List<String>> causes) {
            Map<String, List<String>> left = new LinkedHashMap<>(causes);
            // a variable whose causes are all taken lies on no cycle
            while (left.entrySet().removeIf(entry -> entry.getValue().stream().noneMatch(left::containsKey))) {
                // each pass removes one, so this ends
            }
            if (left.isEmpty()) {
                return List.of();
            }
            List<String> back = new ArrayList<>();
            String at = left.keySet().iterator().next();
            while (!back.contains(at)) {
                back.add(0, at);
                at = cause(left, at);
            }
            List<String> cycle = new ArrayList<>(back.subList(0, back.indexOf(at) + 1));
            cycle.add(0, at);
            return cycle;
        }

        /** A cause that has a cause itself, as all that are left have. */
        private static String cause(Map<String, List<String>> left, String effect) {
            return left.getOrDefault(effect, List.of()).stream()
                    .filter(left::containsKey)
                    .findFirst()
                    .orElseThrow();
        }
    }
}
