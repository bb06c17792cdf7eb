// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.personal;

import io.hedgerow.core.internal.search.graph.ParentSets;
import io.hedgerow.core.internal.search.score.LocalScores;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

/**
 * Requests for scores of the families of one structure, and the scores in the layout of a sum: of a target and its
 * parents the score of the family, at the target's own place, and those with one parent more or less, as excess over
 * that of the required parents alone.
 */
record PersonalFamilies(PersonalSumLayout layout) {

    /** Replaces −∞ in sums: the prior and the score of one more parent are less by orders of magnitude. */
    private static final double NEVER = -1e6;

    /** A target and its sorted parents, in a set of rows. */
    record Family(int set, int target, List<Integer> parents) {
        static Family of(int set, int target, int[] parents, int count) {
            return new Family(
                    set,
                    target,
                    IntStream.of(parents).limit(count).sorted().boxed().toList());
        }

        Family toggled(int parent) {
            List<Integer> changed = new ArrayList<>(parents);
            if (!changed.remove((Integer) parent)) {
                int at = 0;
                while (at < changed.size() && changed.get(at) < parent) {
                    at++;
                }
                changed.add(at, parent);
            }
            return new Family(set, target, changed);
        }
    }

    void tell(List<Family> families, double[] told) {
        for (int k = 0; k < families.size(); k++) {
            Family family = families.get(k);
            int at = layout.scores(k);
            told[at] = family.set + 1; // 0 is no question
            told[at + 1] = family.target;
            told[at + 2] = family.parents.size();
            for (int p = 0; p < family.parents.size(); p++) {
                told[at + 3 + p] = family.parents.get(p);
            }
        }
    }

    private Family asked(double[] told, int at) {
        int q = layout.columns();
        int count = PersonalQuestion.within("count", told[at + 2], 0, Math.min(ParentSets.MOST, q - 1));
        int[] parents = IntStream.range(0, count)
                .map(p -> PersonalQuestion.within("parent", told[at + 3 + p], 0, q - 1))
                .toArray();
        int target = PersonalQuestion.within("target", told[at + 1], 0, layout.targets() - 1);
        for (int p = 0; p < count; p++) {
            if (parents[p] == target || (p > 0 && parents[p] <= parents[p - 1])) {
                throw new IllegalArgumentException("parents of a question must ascend, each once, without the target "
                        + target + ", were " + Arrays.toString(parents));
            }
        }
        return Family.of(
                PersonalQuestion.within("set", told[at], 1, PersonalSumLayout.SETS) - 1, target, parents, count);
    }

    void answer(double[] told, IntFunction<PersonalFit> fits, double[] answer) {
        Map<Integer, LocalScores> scores = new HashMap<>();
        for (int k = 0; k < layout.mostFamilies() && told[layout.scores(k)] != 0; k++) {
            Family family = asked(told, layout.scores(k));
            LocalScores own =
                    scores.computeIfAbsent(family.set, set -> fits.apply(set).scores());
            int[] parents = family.parents.stream().mapToInt(Integer::intValue).toArray();
            double[] out = new double[layout.columns()];
            own.toggled(family.target, parents, parents.length, out);
            out[family.target] = own.of(family.target, parents, parents.length);
            int[] required = own.required(family.target);
            double least = own.of(family.target, required, required.length);
            for (int i = 0; i < out.length; i++) {
                answer[layout.scores(k) + i] = Math.max(NEVER, out[i] - least);
            }
        }
    }

    /** The sum of answers to question k: [q]. */
    double[] summed(double[] sum, int k) {
        double[] scores = new double[layout.columns()];
        for (int i = 0; i < scores.length; i++) {
            double value = sum[layout.scores(k) + i];
            scores[i] = value > NEVER / 2 ? value : Double.NEGATIVE_INFINITY;
        }
        return scores;
    }
}
