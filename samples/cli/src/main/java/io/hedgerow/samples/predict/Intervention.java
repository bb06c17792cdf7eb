// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.predict;

import io.hedgerow.core.data.DataException;
import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.internal.text.Nearest;
import io.hedgerow.core.internal.text.Printable;
import io.hedgerow.core.internal.truth.TruthReader.Listed;
import io.hedgerow.core.table.DiscreteNetwork;
import io.hedgerow.samples.exchange.SavedNetwork;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Variables that are set, whatever their causes are: do(x = v) (Pearl 2009, section 3.2). Immutable.
 *
 * <p>What follows from it is the same in all members of a class where every edge at such a variable has a direction,
 * for then all members agree on its parents.
 */
public final class Intervention {

    private final SortedMap<Integer, Double> values;
    private final Map<String, String> texts;

    private Intervention(SortedMap<Integer, Double> values, Map<String, String> texts) {
        this.values = values;
        this.texts = texts;
    }

    /** Reads settings such as {@code dose=5} and {@code sex=F}; may be empty. */
    public static Intervention of(VariableSchema schema, List<String> settings) {
        SortedMap<Integer, Double> values = new TreeMap<>();
        Map<String, String> texts = new LinkedHashMap<>();
        for (String setting : settings) {
            int at = setting.indexOf('=');
            while (at >= 0 && !schema.names().contains(setting.substring(0, at))) {
                at = setting.indexOf('=', at + 1);
            }
            if (at < 0) {
                String name = setting.split("=", 2)[0];
                throw new IllegalArgumentException("--do must be VARIABLE=VALUE of a variable of the network, "
                        + String.join(", ", schema.names()) + ", was " + setting
                        + Nearest.to(name, schema.names())
                                .map(near -> "; did you mean " + near + "?")
                                .orElse(""));
            }
            String name = setting.substring(0, at);
            String text = setting.substring(at + 1);
            if (texts.put(name, text) != null) {
                throw new IllegalArgumentException("--do must set a variable once, sets " + name + " twice");
            }
            values.put(schema.indexOf(name), value(schema, name, text));
        }
        return new Intervention(values, texts);
    }

    private static double value(VariableSchema schema, String name, String text) {
        List<String> levels = schema.levels(schema.indexOf(name));
        if (!levels.isEmpty()) {
            int level = levels.indexOf(text);
            if (level < 0) {
                throw new IllegalArgumentException("--do " + name + " must be a level of it, "
                        + String.join(", ", levels) + ", was " + text
                        + Nearest.to(text, levels)
                                .map(near -> "; did you mean " + near + "?")
                                .orElse(""));
            }
            return level;
        }
        double value;
        try {
            value = Double.parseDouble(text.strip());
        } catch (NumberFormatException e) {
            value = Double.NaN;
        }
        if (!Double.isFinite(value)) {
            throw new IllegalArgumentException("--do " + name + " must be a finite number, was " + text);
        }
        return value;
    }

    /** Requires that the network says what follows. */
    public void requireIdentified(SavedNetwork network) {
        network.edges().forEach(edge -> {
            boolean touches = texts.containsKey(edge.from()) || texts.containsKey(edge.to());
            boolean denied = isDenied(network, edge);
            if (touches && (!edge.directed() || denied)) {
                String own = texts.containsKey(edge.from()) ? edge.from() : edge.to();
                throw new DataException(network.source() + ": what follows from setting " + own
                        + " is not known, because "
                        + (denied
                                ? "the marks say " + edge.from() + " " + mark(network, edge) + " " + edge.to()
                                : "the direction of " + edge.from() + " - " + edge.to() + " is not identified")
                        + ": it takes an experiment, or knowledge of directions when learning (--tiers, --required)");
            }
        });
    }

    private static String mark(SavedNetwork network, Listed edge) {
        return network.marks().getOrDefault(edge, "");
    }

    /** Whether marks say that the first of an edge is no cause of the last. */
    private static boolean isDenied(SavedNetwork network, Listed edge) {
        return mark(network, edge).startsWith("<");
    }

    /** What else must be true, in sentences. */
    public List<String> assumptions(SavedNetwork network) {
        List<String> said = new ArrayList<>();
        said.add("assumes that the arrows are causes and that no cause of two variables is missing");
        Set<String> reached = new HashSet<>(texts.keySet());
        boolean grew = true;
        while (grew) {
            grew = false;
            for (Listed edge : network.edges()) {
                boolean forwards = reached.contains(edge.from()) && reached.add(edge.to());
                boolean backwards = !edge.directed() && reached.contains(edge.to()) && reached.add(edge.from());
                grew |= forwards || backwards;
            }
        }
        network.edges().stream()
                .filter(edge -> reached.contains(edge.from()) || texts.containsKey(edge.to()))
                .filter(edge ->
                        !mark(network, edge).isEmpty() && !mark(network, edge).equals("-->"))
                .forEach(edge -> said.add("rests on " + edge.from() + " " + mark(network, edge) + " " + edge.to()
                        + (isDenied(network, edge)
                                ? ", by which the first is no cause of the last: do not act on what follows from it"
                                : ", which may be, or hide, a hidden cause")));
        return said;
    }

    boolean isEmpty() {
        return values.isEmpty();
    }

    public boolean sets(int variable) {
        return values.containsKey(variable);
    }

    /** By the places of variables: numbers, or places of levels. */
    public SortedMap<Integer, Double> values() {
        return values;
    }

    /** By the names of variables, as they were written. */
    public Map<String, String> texts() {
        return texts;
    }

    public DiscreteNetwork in(DiscreteNetwork network) {
        DiscreteNetwork changed = network;
        for (Map.Entry<String, String> one : texts.entrySet()) {
            changed = changed.intervene(one.getKey(), one.getValue());
        }
        return changed;
    }

    /** Requires that no variable is set and known at the same time. */
    void requireNotGiven(List<String> given) {
        for (String name : new TreeSet<>(given)) {
            if (texts.containsKey(name)) {
                throw new IllegalArgumentException(
                        "--given and --do must not name the same column, both name " + name + ": leave one out");
            }
        }
    }

    /** After how rows were predicted; empty without. */
    static String seen(@Nullable Map<String, String> texts) {
        return texts == null ? "" : ", seen after do(" + Printable.line(words(texts)) + ")";
    }

    /** Such as <i>dose = 5, sex = F</i>. */
    public static String words(Map<String, String> texts) {
        return texts.entrySet().stream()
                .map(set -> set.getKey() + " = " + set.getValue())
                .collect(Collectors.joining(", "));
    }
}
