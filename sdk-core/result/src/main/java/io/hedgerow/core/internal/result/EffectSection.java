// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.result;

import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.graph.AncestralMarks;
import io.hedgerow.core.internal.json.JsonWriter;
import io.hedgerow.core.internal.text.Nearest;
import io.hedgerow.core.internal.yaml.YamlNode;
import io.hedgerow.core.search.TotalEffects;
import io.hedgerow.core.search.TotalEffects.Contrast;
import io.hedgerow.core.search.TotalEffects.Effect;
import io.hedgerow.core.search.TotalEffects.Link;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Writes and reads the section {@code effects} of a {@code result.json}; empty parts are left out. */
final class EffectSection {

    private static final String NAME = "effects";

    /** As many as a program would draw; a small file can ask for far more. */
    private static final int MOST_STEPS = 10_000;

    private static final String VARIABLE = "a variable";

    /** The variables, without lags. */
    private final VariableSchema names;

    EffectSection(VariableSchema names) {
        this.names = names;
    }

    void write(TotalEffects effects, JsonWriter out) {
        out.object(NAME, () -> {
            out.number("leastProbability", effects.leastProbability());
            out.number("interval", TotalEffects.COVERED);
            if (effects.horizon() > 0) {
                out.whole("steps", effects.horizon());
            }
            out.objects("pairs", effects.pairs(), effect -> write(effect, effects.horizon() > 0, out));
        });
    }

    private void write(Effect effect, boolean series, JsonWriter out) {
        out.text("from", name(effect.from()));
        out.text("to", name(effect.to()));
        if (series) {
            out.whole("steps", effect.steps());
        }
        effect.levels().ifPresent(levels -> {
            if (levels.level() >= 0) {
                out.text("level", names.levels(effect.from()).get(levels.level()));
                out.text("reference", names.levels(effect.from()).get(levels.reference()));
            }
            if (levels.outcome() >= 0) {
                out.text("outcome", names.levels(effect.to()).get(levels.outcome()));
            }
        });
        out.number("probability", effect.probability());
        out.number("median", effect.change().median());
        out.number("lower", effect.change().lower());
        out.number("upper", effect.change().upper());
        if (!effect.identification().adjustment().isEmpty()) {
            out.texts(
                    "adjustment",
                    effect.identification().adjustment().stream()
                            .map(this::name)
                            .toList());
        }
        if (!effect.identification().possible().isEmpty()) {
            out.value("possible", to -> {
                to.writeStartArray();
                for (double value : effect.identification().possible()) {
                    to.writeNumber(JsonWriter.finite("possible", value));
                }
                to.writeEndArray();
            });
        }
        if (!effect.identification().restsOn().isEmpty()) {
            out.objects("restsOn", effect.identification().restsOn(), link -> {
                out.text("from", name(link.from()));
                out.text("to", name(link.to()));
                out.text("mark", link.mark());
            });
        }
    }

    private String name(int variable) {
        return names.names().get(variable);
    }

    Optional<TotalEffects> read(YamlNode root) {
        return root.optional(NAME).map(section -> {
            int horizon = section.optional("steps")
                    .map(node -> node.whole(1, MOST_STEPS))
                    .orElse(0);
            double least = NetworkReader.share(section, "leastProbability");
            Set<List<Object>> seen = new HashSet<>();
            List<Effect> pairs = section.required("pairs").items("a list of effects").stream()
                    .map(node -> effect(node, horizon, least, seen))
                    .toList();
            return new TotalEffects(least, horizon, pairs);
        });
    }

    private Effect effect(YamlNode node, int horizon, double least, Set<List<Object>> seen) {
        int from = variable(node.required("from"));
        int to = variable(node.required("to"));
        int steps = node.optional("steps").map(step -> step.whole(0, horizon)).orElse(0);
        Optional<Contrast> levels = levels(node, from, to);
        if (from == to) {
            throw node.complain("an effect must be of one variable on another, was of " + name(from) + " on itself");
        }
        if (!seen.add(List.of(from, to, steps, levels))) {
            throw node.complain("an effect must be listed once, " + name(from) + " -> " + name(to) + " is there twice");
        }
        double probability = NetworkReader.share(node, "probability");
        if (probability < least) {
            throw node.required("probability").mustBe("at least " + least + ", the leastProbability");
        }
        List<Integer> adjustment = items(node, "adjustment").stream()
                .map(variable -> adjusted(variable, from, to))
                .toList();
        List<Double> possible = items(node, "possible").stream()
                .map(value -> value.number(NetworkReader.FINITE))
                .toList();
        List<Link> links = items(node, "restsOn").stream().map(this::link).toList();
        return node.checked(() -> new Effect(
                from,
                to,
                steps,
                levels,
                probability,
                new TotalEffects.Interval(
                        NetworkReader.number(node, "median"),
                        NetworkReader.number(node, "lower"),
                        NetworkReader.number(node, "upper")),
                new TotalEffects.Identification(adjustment, possible, links)));
    }

    /** Both levels of a cause that is a category, and the outcome of an effect that is one, or none of any. */
    private Optional<Contrast> levels(YamlNode node, int from, int to) {
        Optional<YamlNode> level = node.optional("level");
        Optional<YamlNode> outcome = node.optional("outcome");
        if (level.isEmpty() && outcome.isEmpty()) {
            return Optional.empty();
        }
        boolean ofLevel = level.isPresent() || !names.levels(from).isEmpty();
        boolean ofOutcome = outcome.isPresent() || !names.levels(to).isEmpty();
        return Optional.of(new Contrast(
                ofLevel ? level(node.required("level"), from) : -1,
                ofLevel ? level(node.required("reference"), from) : -1,
                ofOutcome ? level(node.required("outcome"), to) : -1));
    }

    private static List<YamlNode> items(YamlNode node, String field) {
        return NetworkReader.items(node, field);
    }

    private int adjusted(YamlNode node, int from, int to) {
        int variable = variable(node);
        if (variable == from || variable == to) {
            throw node.mustBe("another variable than the two of the effect");
        }
        return variable;
    }

    private Link link(YamlNode node) {
        YamlNode mark = node.required("mark");
        String text = mark.text("a mark");
        if (!AncestralMarks.isMark(text) && !text.equals(AncestralMarks.NONE)) {
            throw mark.mustBe("one of " + AncestralMarks.MARKS + ", or " + AncestralMarks.NONE);
        }
        return new Link(variable(node.required("from")), variable(node.required("to")), text);
    }

    private int variable(YamlNode node) {
        return place(node, node.text(VARIABLE), names.names(), "one of the variables ");
    }

    private int level(YamlNode node, int variable) {
        return place(node, node.text("a level"), names.levels(variable), "a level of " + name(variable) + ": ");
    }

    private static int place(YamlNode node, String word, List<String> known, String what) {
        int place = known.indexOf(word);
        if (place < 0) {
            throw node.mustBe(what
                    + String.join(", ", known)
                    + Nearest.to(word, known)
                            .map(near -> " (did you mean \"" + near + "\"?)")
                            .orElse(""));
        }
        return place;
    }
}
