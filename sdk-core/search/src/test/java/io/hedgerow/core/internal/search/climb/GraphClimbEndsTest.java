// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.search.climb;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.internal.random.SearchRandom;
import io.hedgerow.core.internal.search.graph.EdgeKnowledge;
import io.hedgerow.core.internal.search.graph.ParentSets;
import io.hedgerow.core.internal.search.score.BicScore;
import io.hedgerow.core.internal.search.score.FamilyScores;
import io.hedgerow.core.internal.search.score.LocalScores;
import java.util.Arrays;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Climbs end whatever was foretold, and whatever the size of scores. A climb that does not is stopped by a count. */
class GraphClimbEndsTest {

    private static final int D = 6;
    /** An honest climb over 6 variables changes families a few dozen times. */
    private static final int MOST_CHANGES = 20_000;

    /** A term for each ordered set of parents, and other ones foretold. */
    private abstract static class Foretold implements FamilyScores {
        private int changes;

        abstract double term(int target, int[] parents);

        double foretold(int target, int[] changed) {
            return term(target, changed);
        }

        @Override
        public int variables() {
            return D;
        }

        @Override
        public int[] targets() {
            return IntStream.range(0, D).toArray();
        }

        @Override
        public double of(int target, int[] parents, int count) {
            return term(target, Arrays.copyOf(parents, count));
        }

        @Override
        public void toggled(int target, int[] parents, int count, double[] out) {
            if (++changes > MOST_CHANGES) {
                throw new IllegalStateException("the climb does not end");
            }
            for (int i = 0; i < D; i++) {
                out[i] = i == target
                        ? Double.NEGATIVE_INFINITY
                        : foretold(target, toggle(Arrays.copyOf(parents, count), i));
            }
        }

        private static int[] toggle(int[] parents, int other) {
            int[] without =
                    Arrays.stream(parents).filter(parent -> parent != other).toArray();
            return without.length < parents.length
                    ? without
                    : IntStream.concat(Arrays.stream(parents), IntStream.of(other))
                            .toArray();
        }
    }

    private static Random drawn(long seed, int target, int[] parents) {
        return new Random(31 * (31 * seed + target) + Arrays.hashCode(parents));
    }

    private static int[] sorted(int[] parents) {
        return Arrays.stream(parents).sorted().toArray();
    }

    /** The score of all terms, which must be no smaller than that of no edges. */
    private static void requireRise(Foretold scores, ParentSets found) {
        double before = 0;
        double after = 0;
        for (int j = 0; j < D; j++) {
            before += scores.of(j, new int[0], 0);
            after += scores.of(j, found.of(j), found.count(j));
        }
        assertTrue(after >= before, after + " and " + before);
    }

    @ParameterizedTest
    @ValueSource(doubles = {0, 1, 1e9, 1e12, 1e15})
    void search_whereGainsAreForetoldThatAreNone_ends(double size) {
        for (long seed = 0; seed < 100; seed++) {
            long drawnBy = seed;
            Foretold scores = new Foretold() {
                @Override
                double term(int target, int[] parents) {
                    Random random = drawn(drawnBy, target, sorted(parents));
                    return parents.length > 0 && random.nextInt(5) == 0
                            ? Double.NEGATIVE_INFINITY
                            : -size + (1 + size / 1e3) * random.nextGaussian();
                }

                @Override
                double foretold(int target, int[] changed) {
                    Random lie = drawn(drawnBy + 1000, target, changed);
                    return lie.nextBoolean()
                            ? term(target, changed)
                            : -size + 2 * (1 + size / 1e3) * lie.nextGaussian();
                }
            };
            requireRise(
                    scores, RestartedClimb.WALKS_AND_KICKS.search(scores, ParentSets.empty(D), new SearchRandom(seed)));
        }
    }

    /** Terms and what is foretold differ in their last digits by the order of the parents, as with factors. */
    @ParameterizedTest
    @ValueSource(doubles = {1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15})
    void search_whereGainsAreOfTheSizeOfRounding_ends(double size) {
        for (long seed = 0; seed < 100; seed++) {
            long drawnBy = seed;
            Foretold scores = new Foretold() {
                @Override
                double term(int target, int[] parents) {
                    return size
                            + Math.ulp(size) * drawn(drawnBy, target, parents).nextInt(-2, 3);
                }

                @Override
                double foretold(int target, int[] changed) {
                    return super.foretold(target, sorted(changed));
                }
            };
            requireRise(
                    scores, RestartedClimb.WALKS_AND_KICKS.search(scores, ParentSets.empty(D), new SearchRandom(seed)));
        }
    }

    /** No sums of products are asymmetric: a site made them up. Terms read one triangle, what is foretold the other. */
    @ParameterizedTest
    @ValueSource(doubles = {1, 1e3, 1e9})
    void search_onAMatrixThatIsNotSymmetric_ends(double size) {
        for (long seed = 0; seed < 200; seed++) {
            Random random = new Random(seed);
            double[] a = new double[D * D];
            Arrays.setAll(a, k -> k % (D + 1) == 0 ? 1 : random.nextInt(4) == 0 ? 0.8 * random.nextGaussian() : 0);
            LocalScores scores =
                    new LocalScores(EdgeKnowledge.none(D), BicScore.of(D, a, 20 * size), new double[D * D]);
            RestartedClimb.WALKS_AND_KICKS.search(counted(scores), ParentSets.empty(D), new SearchRandom(seed));
        }
    }

    private static FamilyScores counted(FamilyScores scores) {
        int[] changes = new int[1];
        return new FamilyScores() {
            @Override
            public int variables() {
                return scores.variables();
            }

            @Override
            public int[] targets() {
                return scores.targets();
            }

            @Override
            public double of(int target, int[] parents, int count) {
                return scores.of(target, parents, count);
            }

            @Override
            public void toggled(int target, int[] parents, int count, double[] out) {
                if (++changes[0] > MOST_CHANGES) {
                    throw new IllegalStateException("the climb does not end");
                }
                scores.toggled(target, parents, count, out);
            }
        };
    }

    /** 0 → 1 is foretold to gain, and loses; 1 → 2 gains less than was foretold of the other. */
    @Test
    void climb_afterAStepThatGainedNothing_takesTheNextBest() {
        Foretold scores = new Foretold() {
            @Override
            double term(int target, int[] parents) {
                boolean one = target == 1 && parents.length == 1 && parents[0] == 0;
                boolean two = target == 2 && parents.length == 1 && parents[0] == 1;
                return one ? -1 : two ? 1 : -parents.length;
            }

            @Override
            double foretold(int target, int[] changed) {
                return target == 1 && changed.length == 1 && changed[0] == 0 ? 5 : term(target, changed);
            }
        };
        GraphClimb climb = new GraphClimb(scores, ParentSets.empty(D));
        climb.climb();
        assertEquals(1, climb.parents().edgeCount());
        assertEquals(0, climb.parents().positionOf(2, 1));
        assertEquals(1, climb.score());
    }

    /** What was undone leaves the parents in their order: terms depend on it. */
    @Test
    void climb_thatUndoesEveryStep_leavesTheGraphAsItWas() {
        ParentSets start = ParentSets.empty(D);
        for (int parent : new int[] {3, 0, 2, 1}) {
            start.add(5, parent);
        }
        start.add(0, 3);
        Foretold scores = new Foretold() {
            @Override
            double term(int target, int[] parents) {
                return Arrays.equals(parents, start.of(target)) ? 0 : -1;
            }

            @Override
            double foretold(int target, int[] changed) {
                return drawn(1, target, changed).nextDouble();
            }
        };
        GraphClimb climb = new GraphClimb(scores, start);
        climb.climb();
        for (int j = 0; j < D; j++) {
            assertTrue(climb.parents().sameAs(start, j), "parents of " + j);
        }
        assertEquals(0, climb.score());
    }

    @ParameterizedTest
    @ValueSource(doubles = {Double.NaN, Double.POSITIVE_INFINITY})
    void climb_withATermThatIsNoNumber_saysWhichOne(double nonsense) {
        for (boolean foretold : new boolean[] {false, true}) {
            Foretold scores = new Foretold() {
                @Override
                double term(int target, int[] parents) {
                    return target == 2 && !foretold ? nonsense : 0;
                }

                @Override
                double foretold(int target, int[] changed) {
                    return target == 2 ? nonsense : 0;
                }
            };
            GraphClimb climb = new GraphClimb(scores, ParentSets.empty(D));
            assertEquals(
                    "the score of variable 2, counted from 0, must be a number or -Infinity, was " + nonsense
                            + ": sums of squares and products must be those of rows",
                    assertThrows(IllegalArgumentException.class, climb::climb).getMessage());
        }
    }

    /** A start that no score allows is left by any step to one that it does. */
    @Test
    void climb_fromATermThatIsMinusInfinite_leavesIt() {
        Foretold scores = new Foretold() {
            @Override
            double term(int target, int[] parents) {
                return target == 1 && parents.length == 0 ? Double.NEGATIVE_INFINITY : -parents.length;
            }
        };
        GraphClimb climb = new GraphClimb(scores, ParentSets.empty(D));
        climb.climb();
        assertEquals(-1, climb.score());
    }

    @Test
    void aGain_isSure_whereItIsBeyondRounding() {
        double size = 1e15;
        double ulp = Math.ulp(size); // 2⁻⁵² of the largest power of two below
        assertTrue(Improvement.isSure(size, size + 32 * ulp));
        assertTrue(Improvement.isSure(-size, -size + 32 * ulp));
        assertEquals(false, Improvement.isSure(size, size + 8 * ulp));
        assertEquals(false, Improvement.isSure(-size, -size + 8 * ulp));
        assertEquals(false, Improvement.isSure(1, 1));
        assertTrue(Improvement.isSure(0, Double.MIN_VALUE));
        assertTrue(Improvement.isSure(-Double.MAX_VALUE, Double.MAX_VALUE));
        assertTrue(Improvement.isSure(Double.NEGATIVE_INFINITY, -Double.MAX_VALUE));
        for (double nothing : new double[] {Double.NaN, Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY}) {
            assertEquals(false, Improvement.isSure(0, nothing));
            assertEquals(false, Improvement.isSure(nothing, nothing));
        }
    }
}
