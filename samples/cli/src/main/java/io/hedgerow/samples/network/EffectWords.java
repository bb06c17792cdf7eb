// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.network;

import io.hedgerow.core.graph.WeightMatrix;
import io.hedgerow.core.internal.result.NetworkPart;
import io.hedgerow.core.search.TotalEffects;
import io.hedgerow.core.search.TotalEffects.Effect;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Describes the effects of one result in sentences. */
final class EffectWords {

    private final NetworkPart part;
    private final List<String> names;
    private final boolean series;
    private final double change;
    private final boolean marked;

    EffectWords(NetworkPart part, TotalEffects effects, double change) {
        this.part = part;
        this.names = part.variables();
        this.series = effects.horizon() > 0;
        this.change = change;
        this.marked = effects.pairs().stream()
                .anyMatch(effect -> !effect.identification().restsOn().isEmpty());
    }

    EffectAnswer.Line line(Effect effect) {
        Optional<TotalEffects.Contrast> levels = effect.levels();
        double factor = factor(effect);
        String from = names.get(effect.from());
        String to = names.get(effect.to());
        List<String> own = part.levels().getOrDefault(from, List.of());
        return new EffectAnswer.Line(
                from,
                to,
                series ? effect.steps() : null,
                levels.map(TotalEffects.Contrast::level)
                        .filter(at -> at >= 0)
                        .map(own::get)
                        .orElse(null),
                levels.map(TotalEffects.Contrast::reference)
                        .filter(at -> at >= 0)
                        .map(own::get)
                        .orElse(null),
                levels.map(TotalEffects.Contrast::outcome)
                        .filter(at -> at >= 0)
                        .map(part.levels().getOrDefault(to, List.of())::get)
                        .orElse(null),
                effect.probability(),
                factor * effect.change().median(),
                factor * effect.change().lower(),
                factor * effect.change().upper(),
                effect.identification().possible().isEmpty()
                        ? null
                        : effect.identification().identified(),
                adjusting(effect),
                possible(effect),
                hidden(effect));
    }

    /** A category is set to another level, not by so many units. */
    private double factor(Effect effect) {
        return effect.levels().filter(one -> one.level() >= 0).isPresent() ? 1 : change;
    }

    private String adjusting(Effect effect) {
        if (series) {
            return "step by step, each variable after adjusting for its other causes";
        }
        if (!leads(effect.from(), effect.to())) {
            return "in the shown network " + names.get(effect.from()) + " does not lead to " + names.get(effect.to());
        }
        return effect.identification().adjustment().isEmpty()
                ? "without adjusting for anything: " + names.get(effect.from()) + " has no causes in the shown network"
                : "after adjusting for "
                        + effect.identification().adjustment().stream()
                                .map(names::get)
                                .collect(Collectors.joining(", "));
    }

    /** Along weights, also of edges that are not shown. */
    private boolean leads(int from, int to) {
        WeightMatrix network = part.network().weights();
        boolean[] seen = new boolean[names.size()];
        Deque<Integer> next = new ArrayDeque<>(List.of(from));
        while (!next.isEmpty()) {
            int at = next.pop();
            if (at == to) {
                return true;
            }
            for (int j = 0; j < seen.length; j++) {
                if (!seen[j] && network.hasEdge(at, j)) {
                    seen[j] = true;
                    next.push(j);
                }
            }
        }
        return false;
    }

    private @Nullable String possible(Effect effect) {
        if (effect.identification().possible().isEmpty()
                || (effect.identification().possible().size() == 1
                        && effect.identification().identified())) {
            return null;
        }
        if (effect.identification().possible().stream().allMatch(value -> value == 0)) {
            return "in the shown class the effect is 0";
        }
        String values = effect.identification().possible().stream()
                .map(value -> EffectAnswer.number(factor(effect) * value))
                .collect(Collectors.joining(", "));
        return effect.identification().identified()
                ? "the data do not tell all directions: it may be " + values
                        + "; the smallest of these estimates is "
                        + EffectAnswer.number(
                                factor(effect) * effect.identification().leastSize())
                        + " in size"
                : "not identified: the data do not tell all directions, and it may be " + values;
    }

    private @Nullable String hidden(Effect effect) {
        if (!effect.identification().restsOn().isEmpty()) {
            return "not identified if causes may be hidden; rests on "
                    + effect.identification().restsOn().stream()
                            .map(link -> names.get(link.from()) + ' ' + link.mark() + ' ' + names.get(link.to()))
                            .collect(Collectors.joining(", "));
        }
        if (!marked || effect.identification().possible().isEmpty()) {
            return null;
        }
        return effect.identification().identified()
                ? "identified also if causes are hidden"
                : "not identified, whether causes are hidden or not";
    }

    List<String> assumes() {
        return part.effectAssumptions();
    }
}
