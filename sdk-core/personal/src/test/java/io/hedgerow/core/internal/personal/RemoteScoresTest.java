// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.personal;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.internal.personal.PersonalFamilies.Family;
import io.hedgerow.core.internal.random.SearchRandom;
import io.hedgerow.core.internal.search.climb.GraphClimb;
import io.hedgerow.core.internal.search.graph.EdgeKnowledge;
import io.hedgerow.core.internal.search.graph.GivenEdges;
import io.hedgerow.core.internal.search.graph.ParentSets;
import io.hedgerow.core.internal.search.posterior.GraphSearch;
import io.hedgerow.core.internal.search.score.FamilyScores;
import io.hedgerow.core.internal.search.score.HyperParameters;
import io.hedgerow.core.internal.search.score.LocalScores;
import io.hedgerow.core.search.NoiseAssumption;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Scores that come over the wire, question by question, against the sum of the clients' own. */
class RemoteScoresTest {

    private static final int D = 4;
    private static final int CLIENTS = 3;
    private static final PersonalSumLayout LAYOUT = new PersonalSumLayout(D, 2 * D);
    private static final HyperParameters SETTINGS = new HyperParameters(1, 0.3, 0.4, 0.2);

    private final EdgeKnowledge knowledge =
            GivenEdges.among(2 * D).required(0, 2).forbidden(1, 3).known().parentsOnlyFrom(D);

    private PersonalFit fit(int set, int client) {
        SplittableRandom random = new SplittableRandom(10L * client + set);
        double[] products = new double[4 * D * D];
        for (int row = 0; row < 30; row++) {
            double[] x = new double[2 * D];
            for (int j = 2 * D - 1; j >= 0; j--) {
                x[j] = random.nextGaussian() + (j < D ? 0.7 * x[j + D] - 0.5 * x[(j + 1) % D] : 0);
            }
            for (int k = 0; k < products.length; k++) {
                products[k] += x[k / (2 * D)] * x[k % (2 * D)];
            }
        }
        return new PersonalModel(knowledge, NoiseAssumption.EQUAL, SETTINGS)
                .fitOfOneStructure(PersonalMoments.of(2 * D, 30, products), CLIENTS);
    }

    /** What all clients answer to questions about families, added up. */
    private double[] sum(List<Family> asked) {
        PersonalFamilies families = new PersonalFamilies(LAYOUT);
        double[] told = new double[LAYOUT.size()];
        families.tell(asked, told);
        double[] sum = new double[LAYOUT.size()];
        for (int client = 0; client < CLIENTS; client++) {
            int of = client;
            double[] answer = new double[LAYOUT.size()];
            families.answer(told, set -> fit(set, of), answer);
            for (int k = 0; k < sum.length; k++) {
                sum[k] += answer[k];
            }
        }
        return sum;
    }

    private double direct(int set, int target, int... parents) {
        double sum = 0;
        for (int client = 0; client < CLIENTS; client++) {
            LocalScores own = fit(set, client).scores();
            int[] required = own.required(target);
            sum += own.of(target, parents, parents.length) - own.of(target, required, required.length);
        }
        return sum;
    }

    /** Of a family, and of all with one parent more or less, as excess over the required parents; −∞ stays −∞. */
    @Test
    void answers_areScoresOfTheFamilyAndItsNeighbours() {
        PersonalFamilies families = new PersonalFamilies(LAYOUT);
        List<Family> asked =
                List.of(new Family(0, 1, List.of(0, 5)), new Family(5, 3, List.of()), new Family(2, 2, List.of(0)));
        double[] sum = sum(asked);
        for (int k = 0; k < asked.size(); k++) {
            Family family = asked.get(k);
            double[] scores = families.summed(sum, k);
            for (int i = 0; i < 2 * D; i++) {
                Family of = i == family.target() ? family : family.toggled(i);
                double expected = direct(
                        family.set(),
                        family.target(),
                        of.parents().stream().mapToInt(Integer::intValue).toArray());
                assertEquals(expected, scores[i], 1e-9, k + ": " + i);
            }
        }
        assertEquals(Double.NEGATIVE_INFINITY, families.summed(sum, 1)[1], "1 → 3 is forbidden");
        assertEquals(Double.NEGATIVE_INFINITY, families.summed(sum, 2)[0], "0 → 2 is required");
        assertEquals(0, families.summed(sum, 2)[2], 0, "nothing but what is required");
    }

    /** A climb on guesses that asks for what it lacks ends at the graph that a climb on all scores finds. */
    @Test
    void search_endsWhereNothingIsGuessed_atTheGraphOfTheTrueScores() {
        PersonalFamilies families = new PersonalFamilies(LAYOUT);
        for (int set : new int[] {0, 3}) {
            RemoteScores remote = new RemoteScores(knowledge);
            ParentSets found = GraphSearch.of(knowledge, remote.of(set), new SearchRandom(set))
                    .search();
            List<Family> missing = remote.missing();
            int rounds = 0;
            while (!missing.isEmpty()) {
                List<Family> asked = missing.subList(0, Math.min(missing.size(), LAYOUT.mostFamilies()));
                double[] sum = sum(asked);
                for (int k = 0; k < asked.size(); k++) {
                    remote.learn(asked.get(k), families.summed(sum, k));
                }
                found = GraphSearch.of(knowledge, remote.of(set), new SearchRandom(set))
                        .search();
                missing = remote.missing();
                assertTrue(rounds++ < 60, "does not end");
            }
            int of = set;
            FamilyScores all = new FamilyScores() {
                @Override
                public int variables() {
                    return 2 * D;
                }

                @Override
                public int[] targets() {
                    return knowledge.targets();
                }

                @Override
                public double of(int target, int[] parents, int count) {
                    return direct(of, target, IntStream.of(parents).limit(count).toArray());
                }

                @Override
                public void toggled(int target, int[] parents, int count, double[] out) {
                    Family family = Family.of(of, target, parents, count);
                    for (int i = 0; i < out.length; i++) {
                        out[i] = i == target || target >= D
                                ? Double.NEGATIVE_INFINITY
                                : direct(
                                        of,
                                        target,
                                        family.toggled(i).parents().stream()
                                                .mapToInt(p -> p)
                                                .toArray());
                    }
                }
            };
            ParentSets direct =
                    GraphSearch.of(knowledge, all, new SearchRandom(set)).search();
            assertEquals(new GraphClimb(all, direct).score(), new GraphClimb(all, found).score(), 1e-8);
            assertTrue(found.positionOf(2, 0) >= 0 && found.positionOf(3, 1) < 0);
        }
    }

    @Test
    void guess_addsWhatEachParentGainsAlone_andIsAskedForOnce() {
        RemoteScores remote = new RemoteScores(EdgeKnowledge.none(3));
        FamilyScores scores = remote.of(1);
        remote.learn(new Family(1, 0, List.of()), new double[] {5, 7, 4});
        assertEquals(5, scores.of(0, new int[0], 0));
        assertEquals(4, scores.of(0, new int[] {2}, 1));
        assertEquals(5 + 2 - 1, scores.of(0, new int[] {2, 1}, 2), 1e-12);
        assertEquals(List.of(), remote.missing());
        double[] out = new double[3];
        scores.toggled(0, new int[] {1}, 1, out);
        assertArrayEquals(new double[] {Double.NEGATIVE_INFINITY, 5, 6}, out, 1e-12);
        assertEquals(List.of(new Family(1, 0, List.of(1))), remote.missing());
        assertEquals(List.of(), remote.missing(), "once");
        remote.learn(new Family(1, 0, List.of(1)), new double[] {7.25, 5.25, 20});
        assertEquals(20, scores.of(0, new int[] {1, 2}, 2), "known now");
        assertEquals(7, scores.of(0, new int[] {1}, 1), "the first sum counts");
    }

    @Test
    void places_ofAllParts_areApart() {
        List<int[]> parts = new ArrayList<>();
        for (int block = 0; block < PersonalSearch.BLOCKS; block++) {
            parts.add(new int[] {LAYOUT.moments(block), 1 + 4 * D * D});
        }
        for (int set = 0; set < PersonalSumLayout.SETS; set++) {
            for (int i = 0; i < 2 * D; i++) {
                for (int j = 0; j < D; j++) {
                    parts.add(new int[] {LAYOUT.edge(set, i, j), 1});
                }
            }
        }
        for (int k = 0; k < LAYOUT.mostFamilies(); k++) {
            parts.add(new int[] {LAYOUT.scores(k), Math.max(2 * D, PersonalSumLayout.FAMILY)});
        }
        for (SharingMode mode : SharingMode.ALL) {
            parts.add(new int[] {PersonalSumLayout.GAINS + 3 * mode.position(), 3});
        }
        parts.add(new int[] {PersonalSumLayout.LIKELIHOODS, 2});
        parts.add(new int[] {0, 10});
        int[] used = new int[LAYOUT.size()];
        for (int[] part : parts) {
            for (int k = part[0]; k < part[0] + part[1]; k++) {
                used[k]++;
            }
        }
        for (int k = 0; k < used.length; k++) {
            assertTrue(used[k] <= 1, "place " + k + " has " + used[k]);
        }
    }
}
