// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.personal;

import io.hedgerow.core.internal.personal.PersonalFamilies.Family;
import io.hedgerow.core.internal.search.graph.EdgeKnowledge;
import io.hedgerow.core.internal.search.score.FamilyScores;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Scores of one structure at all clients, each with its own weights: score_j(P) = Σ_k score_kj(P). An unknown score is
 * guessed and noted, so that a search shows at once its other needs; its result counts only when nothing was guessed.
 * Not thread-safe.
 */
final class RemoteScores {

    private final EdgeKnowledge knowledge;
    private final int[][] required;
    /** The first sum of every family that was asked for, and of its neighbours; later sums may be rounded otherwise. */
    private final Map<Family, Double> scores = new HashMap<>();

    private final Set<Family> asked = new HashSet<>();
    private final Set<Family> guessed = new LinkedHashSet<>();

    RemoteScores(EdgeKnowledge knowledge) {
        this.knowledge = knowledge;
        this.required = knowledge.requiredOfEach();
    }

    /** The families that the last searches had to guess. */
    List<Family> missing() {
        List<Family> missing = List.copyOf(guessed);
        guessed.clear();
        return missing;
    }

    void learn(Family family, double[] sum) {
        asked.add(family);
        for (int i = 0; i < sum.length; i++) {
            scores.putIfAbsent(i == family.target() ? family : family.toggled(i), sum[i]);
        }
    }

    FamilyScores of(int set) {
        return new FamilyScores() {
            @Override
            public int variables() {
                return knowledge.variables();
            }

            @Override
            public int[] targets() {
                return knowledge.targets();
            }

            @Override
            public double of(int target, int[] parents, int count) {
                return score(Family.of(set, target, parents, count));
            }

            @Override
            public void toggled(int target, int[] parents, int count, double[] out) {
                Family family = Family.of(set, target, parents, count);
                boolean parentOnly = target >= knowledge.targets().length; // targets come first
                if (!parentOnly && !asked.contains(family)) {
                    guessed.add(family);
                }
                for (int i = 0; i < out.length; i++) {
                    out[i] = parentOnly || i == target ? Double.NEGATIVE_INFINITY : score(family.toggled(i));
                }
            }
        };
    }

    /** The score, or a guess that every parent gains what it gains alone: fixed for a family, so that climbs end. */
    private double score(Family family) {
        Double known = scores.get(family);
        if (known != null) {
            return known;
        }
        int target = family.target();
        Family least = Family.of(family.set(), target, required[target], required[target].length);
        double base = scores.getOrDefault(least, 0.0);
        double guess = base;
        for (int i = 0; i < knowledge.variables(); i++) {
            boolean there = family.parents().contains(i);
            if (knowledge.requires(i, target)) {
                guess = there ? guess : Double.NEGATIVE_INFINITY;
            } else if (there) {
                guess += scores.getOrDefault(least.toggled(i), Double.NEGATIVE_INFINITY) - base;
            }
        }
        return guess;
    }
}
