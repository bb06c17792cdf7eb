// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.internal.audit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.privacy.MechanismEvent;
import io.hedgerow.dp.accounting.CertifiedAccountant;
import io.hedgerow.dp.internal.audit.cases.MechanismCases;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Sums of three cells of ten rows, each row clipped to norm 1, with Gaussian noise of μ = 1; some wrongly. */
class NeighbourSearchTest {

    private static final double MU = 1;
    private static final double DELTA = 1e-5;
    private static final int D = 3;
    private static final int OTHERS = 9;
    private static final double FAR = 1e6;

    private enum Mistake {
        /** A row without a positive cell is thought to be short. */
        NEGATIVE_ROWS {
            @Override
            boolean clips(double[] row, double[] others, int cell) {
                return Arrays.stream(row).anyMatch(x -> x > 0);
            }
        },
        /** A column that does not vary is thought to be harmless. */
        CONSTANT_COLUMNS {
            @Override
            boolean clips(double[] row, double[] others, int cell) {
                return row[cell] != others[cell];
            }
        },
        /** A row with a single cell that is not zero is not divided by its norm. */
        SINGLE_CELLS {
            @Override
            boolean clips(double[] row, double[] others, int cell) {
                return Arrays.stream(row).filter(x -> x != 0).count() != 1;
            }
        },
        NONE {
            @Override
            boolean clips(double[] row, double[] others, int cell) {
                return true;
            }
        };

        abstract boolean clips(double[] row, double[] others, int cell);
    }

    private record ClippedRows(Mistake mistake, Random random) implements NeighbourSearch.Target {

        @Override
        public String name() {
            return mistake.name();
        }

        @Override
        public MechanismEvent claimed() {
            return new MechanismEvent.Gaussian(MU, 1);
        }

        @Override
        public double delta() {
            return DELTA;
        }

        @Override
        public NeighbourSearch.Cells cells() {
            return NeighbourSearch.Cells.of(D, List.of(0.0, 1.0, -1.0, FAR, -FAR));
        }

        @Override
        public boolean zeroOut() {
            return false;
        }

        @Override
        public Supplier<double[]> open(double[] unit, double[] others, boolean neighbour) {
            double[] sum = new double[D];
            add(unit, others, unit, 1, sum);
            add(others, others, unit, OTHERS, sum);
            return () -> IntStream.range(0, D)
                    .mapToDouble(j -> sum[j] + 2 / MU * random.nextGaussian())
                    .toArray();
        }

        private void add(double[] row, double[] others, double[] unit, int times, double[] sum) {
            double norm = Math.sqrt(Arrays.stream(row).map(x -> x * x).sum());
            for (int j = 0; j < D; j++) {
                boolean clips = row == unit ? mistake.clips(row, others, j) : mistake.clips(row, unit, j);
                sum[j] += times * (clips ? row[j] / Math.max(1, norm) : row[j]);
            }
        }
    }

    private static ClaimAudit audit(int runs, double confidence) {
        return new ClaimAudit(new CertifiedAccountant(), runs, confidence);
    }

    private static NeighbourSearch.Found found(Mistake mistake, long seed, double confidence) {
        return new NeighbourSearch(audit(1000, confidence), 100, new Random(seed)::nextDouble)
                .run(new ClippedRows(mistake, new Random(seed + 1)));
    }

    /** A long row and its opposite, which is the worst pair of the sum without a mistake. */
    private static ClaimAudit.Finding fixed(Mistake mistake) {
        ClippedRows target = new ClippedRows(mistake, new Random(5));
        double[] unit = {FAR, -0.7 * FAR, 0.4 * FAR};
        double[] opposite = Arrays.stream(unit).map(x -> -x).toArray();
        double[] zeros = new double[D];
        return audit(1000, 0.9999)
                .run(LearnedStatistic.aCase(
                        "fixed",
                        target.claimed(),
                        DELTA,
                        target.open(unit, zeros, false),
                        target.open(opposite, zeros, true)));
    }

    @ParameterizedTest
    @EnumSource(names = "NONE", mode = EnumSource.Mode.EXCLUDE)
    void run_findsWhatAFixedPairDoesNotSee(Mistake mistake) {
        assertFalse(fixed(mistake).bounds().refuted());
        NeighbourSearch.Found found = found(mistake, 1, 0.9999);
        assertTrue(found.finding().bounds().refuted(), found.toString());
        assertEquals(D, found.unit().size());
        assertEquals(mistake.name(), found.finding().mechanism());
    }

    /** The bound is that of a pair chosen beforehand: 0.7 of μ and more is six standard errors from what is usual. */
    @Test
    void run_ofASoundMechanism_comesNearTheClaimAndNotAbove() {
        NeighbourSearch.Found found = found(Mistake.NONE, 2, 0.9999);
        assertFalse(found.finding().bounds().refuted(), found.toString());
        assertTrue(found.finding().bounds().tightness() > 0.5, found.toString());
    }

    /** 90 % confidence: at most 20 of 100, exceeded with probability below 1e-3; two bounds must err at once. */
    @Tag("long")
    @Test
    void run_ofASoundMechanism_isRefutedSeldom() {
        int alarms = 0;
        for (int seed = 0; seed < 100; seed++) {
            alarms += found(Mistake.NONE, 1000 + 2L * seed, 0.9)
                            .finding()
                            .bounds()
                            .refuted()
                    ? 1
                    : 0;
        }
        assertTrue(alarms <= 20, alarms + " of 100");
    }

    @Test
    void distance_isTheShiftInUnitsOfNoise_andNearZeroWithoutAShift() {
        Random random = new Random(9);
        List<double[]> one = draws(random, 0);
        assertEquals(4, NeighbourSearch.distance(draws(random, 2), one), 0.6);
        assertEquals(0, NeighbourSearch.distance(draws(random, 0), one), 0.05);
        assertTrue(NeighbourSearch.distance(
                        List.of(new double[] {1}, new double[] {1}), List.of(new double[1], new double[1]))
                > 1e8);
    }

    private static List<double[]> draws(Random random, double mean) {
        return IntStream.range(0, 2000)
                .mapToObj(k -> new double[] {mean + random.nextGaussian()})
                .toList();
    }

    @Test
    void pairs_areAtLeastTen() {
        ClaimAudit audit = audit(100, 0.9);
        assertThrows(IllegalArgumentException.class, () -> new NeighbourSearch(audit, 9, () -> 0.5));
    }

    /** A mechanism that leaks twice what it claims. */
    private record Doubled(NeighbourSearch.Target target) implements NeighbourSearch.Target {

        private static MechanismEvent halved(MechanismEvent claimed) {
            if (claimed instanceof MechanismEvent.Gaussian gaussian) {
                return new MechanismEvent.Gaussian(gaussian.mu() / 2, gaussian.count());
            }
            if (claimed instanceof MechanismEvent.Selection selection) {
                return new MechanismEvent.Selection(selection.boundedRange() / 2, selection.count());
            }
            return claimed instanceof MechanismEvent.Sequence sequence
                    ? new MechanismEvent.Sequence(
                            sequence.steps().stream().map(Doubled::halved).toList())
                    : claimed;
        }

        @Override
        public String name() {
            return target.name();
        }

        @Override
        public MechanismEvent claimed() {
            return halved(target.claimed());
        }

        @Override
        public double delta() {
            return target.delta();
        }

        @Override
        public NeighbourSearch.Cells cells() {
            return target.cells();
        }

        @Override
        public boolean zeroOut() {
            return target.zeroOut();
        }

        @Override
        public Supplier<double[]> open(double[] unit, double[] others, boolean neighbour) {
            return target.open(unit, others, neighbour);
        }
    }

    /**
     * By the settings that the command has for mechanisms without options. Of 400 searches of selections 19 missed it,
     * of as many of sums none: more than ten of sixteen are missed with probability 10⁻¹⁰. By how much all outputs
     * move, nine of ten such searches found data at which a selection costs half of its ε, and missed it: six of
     * sixteen are then found once in 300 runs.
     */
    @Test
    @Tag("slow")
    void plantedFactorOfTwo_isFoundByDefault() {
        ClaimAudit audit = new ClaimAudit(new CertifiedAccountant(), 20_000, 0.99).looking(3);
        for (NeighbourSearch.Target target :
                List.of(MechanismCases.searchedSelection(4), MechanismCases.searchedSum(1, DELTA))) {
            long found = IntStream.range(4, 20)
                    .filter(seed -> new NeighbourSearch(audit, 1000, MechanismCases.uniform(seed))
                            .run(new Doubled(target))
                            .finding()
                            .bounds()
                            .refuted())
                    .count();
            assertTrue(found >= 6, target.name() + ": " + found + " of 16");
        }
    }

    /** Of an output of probability 0.2 against 0.1, and one of 0.8 against 0.9: the first tells more. */
    @Test
    void odds_areOfTheWorstOutput() {
        List<double[]> one = IntStream.range(0, 1000)
                .mapToObj(k -> k % 5 == 0 ? new double[] {1, 0} : new double[] {0, 1})
                .toList();
        List<double[]> other = IntStream.range(0, 1000)
                .mapToObj(k -> k % 10 == 0 ? new double[] {1, 0} : new double[] {0, 1})
                .toList();
        double odds = NeighbourSearch.odds(one, other);
        assertTrue(odds < Math.log(2) && odds > 0.7 * Math.log(2), "below what was seen: " + odds);
        assertTrue(NeighbourSearch.odds(one, one) < 0, "chance alone is worth nothing");
    }
}
