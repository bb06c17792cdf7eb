// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.internal.release.histogram;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.data.Centring;
import io.hedgerow.core.data.DataView;
import io.hedgerow.core.data.rows.UserRows;
import io.hedgerow.core.internal.feature.FeatureLayout;
import io.hedgerow.core.internal.feature.moments.Marginal;
import io.hedgerow.core.model.Diagonal;
import io.hedgerow.core.model.ParameterLayout;
import io.hedgerow.core.model.Parameters;
import io.hedgerow.core.privacy.Adjacency;
import io.hedgerow.core.privacy.MechanismEvent;
import io.hedgerow.core.protocol.Task;
import io.hedgerow.core.protocol.encoding.Payload;
import io.hedgerow.core.solver.LocalProblem;
import io.hedgerow.dp.internal.denoise.mixed.MixedColumns;
import io.hedgerow.dp.internal.release.RawRows;
import io.hedgerow.dp.internal.release.ReleaseDesign;
import io.hedgerow.dp.internal.release.ReleaseOptions;
import io.hedgerow.dp.internal.release.ReleaseOptions.ReleaseCentre;
import io.hedgerow.dp.internal.release.ReleaseSolver;
import io.hedgerow.dp.internal.release.ReleasedValues;
import io.hedgerow.dp.internal.release.mixed.MixedDesign;
import io.hedgerow.dp.internal.release.mixed.MixedFixtures;
import io.hedgerow.dp.internal.release.moments.DpClosedFormSolver;
import io.hedgerow.dp.internal.release.moments.GramFixtures;
import io.hedgerow.dp.internal.release.moments.MomentDesign;
import io.hedgerow.dp.internal.release.series.UserSeriesDesign;
import io.hedgerow.dp.mechanism.NoiseSource;
import io.hedgerow.dp.solver.PlannedSolver;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Brute force over whole solvers: what a site publishes moves, from a data set to its neighbour and in units of the
 * noise that is really added, by at most the μ that the plan charges, and for some neighbours by all of it. No noise is
 * drawn: a source that always answers 0 and one that always answers σ tell values and noise.
 */
class ChargedShiftTest {

    private static final int D = 3;
    private static final double MU = 0.5;
    /** Smaller than the range of scales and larger than the closed form's bound: a row of zeros counts as a row. */
    private static final List<Double> CENTRE = List.of(1e-3, 2e-3, -1e-3);

    private static final double BOUND = 1e-4;
    /** Three numbers and, of a mixed release, two categories. */
    private static final MixedColumns MIXED = MixedFixtures.columns(0, 0, 0, 2, 2);

    private static final MixedColumns HOLED = MixedFixtures.withHoles(0, 0, 0, 2, 2);

    private static final NoiseSource SIGMA = new NoiseSource() {
        @Override
        public String id() {
            return "sigma";
        }

        @Override
        public NoiseSource.Law law() {
            return NoiseSource.Law.EXACT;
        }

        @Override
        public long gaussian(double sigma) {
            return Math.round(sigma);
        }

        @Override
        public long laplace(double scale) {
            throw new AssertionError("no Laplace noise is in these releases");
        }
    };

    private record Case(String release, Adjacency adjacency, boolean users, ReleaseCentre centre) {

        private ReleaseOptions options() {
            long units = adjacency == Adjacency.REPLACE_ONE ? D + 1 : 10;
            ReleaseOptions records = new ReleaseOptions(D, units, adjacency, 0.01, 100, false, centre, MU);
            return users ? records.withUsers(units) : records;
        }

        /** Of columns in unrelated units, with a fine round. */
        private UserSeriesDesign series() {
            return UserSeriesDesign.findingScales(options().withOwnUnits(), 1);
        }

        private boolean closedForm() {
            return release.equals("dp-fed-bnsl");
        }

        private ReleaseDesign<?> design() {
            return switch (release) {
                case "dp-feature-gram" -> new CurveDesign(options());
                case "scores" -> new ScoreDesign(options());
                case "series" -> series();
                case "mixed" -> new MixedDesign(options(), MIXED);
                case "holed" -> new MixedDesign(options(), HOLED);
                default -> new MomentDesign(options());
            };
        }

        private PlannedSolver solver(NoiseSource noise) {
            return closedForm()
                    ? new DpClosedFormSolver(options(), BOUND, 1e-9, Diagonal.FREE, noise)
                    : new ReleaseSolver(design(), noise);
        }

        private int rounds() {
            return closedForm() ? 1 : design().rounds();
        }

        private ParameterLayout layout() {
            return closedForm() ? ParameterLayout.linear(D) : design().layout();
        }

        /** What is published in a round, numbers that are the same by symmetry once. */
        private double[] published(int round, NoiseSource noise, double[][] unit) {
            PlannedSolver solver = solver(noise);
            solver.plan(new Task("shift", round, 1, Payload.empty(), Set.of()));
            Parameters consensus =
                    switch (release) {
                        case "dp-gram", "mixed" -> announced(1e-6);
                        case "series", "holed" -> announced(1);
                        case "dp-feature-gram" -> marginals();
                        case "scores" -> scores();
                        default -> zeros();
                    };
            LocalProblem problem = new LocalProblem(layout(), consensus, zeros(), consensus, 1, 0, 1, Centring.NONE);
            try (DataView view = open(unit)) {
                Parameters found = solver.solve(problem, view).parameters();
                if (!release.equals("dp-fed-bnsl")) {
                    return found.toArray();
                }
            }
            double[] square = ReleasedValues.read(solver.id(), solver.releasedState(), D * D)
                    .get(0);
            double[] triangle = new double[D * (D + 1) / 2];
            int at = 0;
            for (int i = 0; i < D; i++) {
                for (int j = i; j < D; j++) {
                    triangle[at++] = square[i * D + j];
                }
            }
            return triangle;
        }

        /** Units as announced; of dp-gram far below a centre that the site may have released before. */
        private Parameters announced(double unit) {
            double[] flat = new double[layout().size()];
            for (int j = 0; j < D; j++) {
                flat[j * layout().sliceLength()] = CENTRE.get(j);
                flat[j * layout().sliceLength() + 1] = unit;
            }
            return Parameters.takeOver(flat);
        }

        /** Units of 1, and distributions about 5, which are far from 0: a row of zeros has long columns, too. */
        private Parameters marginals() {
            FeatureLayout features = new CurveDesign(options()).places();
            double[] ones = new double[D];
            Arrays.fill(ones, 1);
            double[] counts = new double[Marginal.BINS];
            Arrays.fill(counts, Marginal.bin(5), Marginal.bin(5) + 3, 1);
            return features.tellMarginals(
                    features.tellScales(options().rows(), new double[D], ones),
                    Collections.nCopies(D, Marginal.of(0, 1, counts)));
        }

        /** Long rows: of low values along the first axis, of others along the second, a row of zeros as well. */
        private Parameters scores() {
            double[] announced = new double[layout().size()];
            Arrays.fill(announced, 0, ScoreDesign.CELLS / 2, 5);
            Arrays.fill(announced, ScoreDesign.CELLS * 3 / 2, ScoreDesign.CELLS * 2, 5);
            return Parameters.takeOver(announced);
        }

        private Parameters zeros() {
            return Parameters.zeros(layout().size());
        }

        /** One long row along each axis, so that the closed form's matrix needs no repair, and the unit's own rows. */
        private DataView open(double[][] unit) {
            List<double[]> rows = new ArrayList<>();
            for (int k = 0; k < D; k++) {
                double[] row = new double[D + 1];
                row[k] = 1e6;
                row[D] = k + 1;
                rows.add(row);
            }
            for (double[] own : unit) {
                rows.add(Arrays.copyOf(own, D + 1));
            }
            int columns = closedForm() ? D : design().columns();
            RawRows source =
                    RawRows.of(rows.stream().map(row -> stacked(row, columns)).toArray(double[][]::new));
            return RawRows.open(UserRows.of(source, source.schema().names().get(columns)));
        }
    }

    /** Columns of lags, which are not read, or of levels, which differ where signs do, before that of persons. */
    private static double[] stacked(double[] row, int columns) {
        double[] wide = Arrays.copyOf(row, columns + 1);
        Arrays.fill(wide, D, columns, row[1] < 0 ? 1 : 0);
        wide[columns] = row[D];
        return wide;
    }

    private static Case of(String release, String unit) {
        ReleaseCentre centre =
                switch (unit.substring(unit.indexOf(' ') + 1)) {
                    case "centred" -> new ReleaseCentre.Known(CENTRE);
                    case "private" -> new ReleaseCentre.PrivateMean();
                    default -> ReleaseCentre.none(D);
                };
        Adjacency adjacency = unit.startsWith("zero-out") ? Adjacency.ZERO_OUT : Adjacency.REPLACE_ONE;
        return new Case(release, adjacency, unit.contains("person"), centre);
    }

    /** Neighbours: cells of all sizes, and the pairs that move some release as far as it can be. */
    private static List<double[][][]> neighbours(Case tried) {
        Random random = new Random(7);
        List<double[][][]> pairs = new ArrayList<>();
        double[] c = CENTRE.stream()
                .mapToDouble(x -> tried.centre() instanceof ReleaseCentre.Known k && k.isZero() ? 0 : x)
                .toArray();
        pairs.add(pair(plus(c, 1e6, 1e6, 1e6), plus(c, 1e-6, 1e-6, 1e-6)));
        pairs.add(pair(plus(c, 1e6, 1e6, 1e6), plus(c, -1e6, -1e6, -1e6)));
        // at right angles to each other, and to the row of zeros in relation to the centre
        pairs.add(pair(plus(c, 2e6, -1e6, 0), plus(c, 1e6, 2e6, -1e6)));
        // away from a row of zeros, as far as that is from the centre
        pairs.add(pair(plus(c, 1e6, 2e6, -1e6), plus(c, -1e6, -2e6, 1e6)));
        // at an angle that makes up for what rows of which all is seen have in common
        pairs.add(pair(plus(c, 1e6, -1e6, 0), plus(c, 0, 1e6, -1e6)));
        // columns at right angles, nearly, and to those of a row of zeros
        pairs.add(pair(plus(c, -1e6, 1e6, 1e6), plus(c, -1e6, -1e6, -1e6)));
        for (int k = 0; k < 20; k++) {
            pairs.add(pair(cells(random, 1), cells(random, 1)));
            if (tried.users()) {
                pairs.add(new double[][][] {{cells(random, 1), cells(random, 5), cells(random, 1)}, {cells(random, 1)}
                });
            }
        }
        if (tried.adjacency() == Adjacency.ZERO_OUT) {
            pairs.forEach(pair -> pair[1] = new double[pair[0].length][D]);
        }
        return pairs;
    }

    private static double[][][] pair(double[] one, double[] other) {
        return new double[][][] {{one}, {other}};
    }

    private static double[] plus(double[] c, double... cells) {
        double[] sum = new double[D];
        Arrays.setAll(sum, j -> c[j] + cells[j]);
        return sum;
    }

    private static double[] cells(Random random, double spread) {
        double[] cells = new double[D];
        Arrays.setAll(cells, j -> random.nextGaussian() * StrictMath.exp(4 * spread * random.nextGaussian()));
        return cells;
    }

    /** ‖Δ‖ in units of the noise of each number; a number without noise must not move. */
    private static double shift(Case tried, int round, double[][][] pair) {
        double[] one = tried.published(round, GramFixtures.SILENT, pair[0]);
        double[] other = tried.published(round, GramFixtures.SILENT, pair[1]);
        double[] raised = tried.published(round, SIGMA, pair[0]);
        double square = 0;
        for (int k = 0; k < one.length; k++) {
            double sigma = raised[k] - one[k];
            double moved = one[k] - other[k];
            if (sigma == 0) {
                assertEquals(0, moved, "number " + k + " has no noise");
            } else {
                square += (moved / sigma) * (moved / sigma);
            }
        }
        return Math.sqrt(square);
    }

    private static double mu(MechanismEvent event) {
        return ((MechanismEvent.Gaussian)
                        ((MechanismEvent.Sequence) event).steps().get(0))
                .mu();
    }

    @ParameterizedTest
    @CsvSource({
        "dp-gram,record",
        "dp-gram,record centred",
        "dp-gram,record private",
        "dp-gram,person",
        "dp-gram,person centred",
        "dp-gram,person private",
        "dp-gram,zero-out",
        "dp-gram,zero-out centred",
        "dp-gram,zero-out private",
        "dp-gram,zero-out-person",
        "dp-gram,zero-out-person centred",
        "dp-feature-gram,record",
        "dp-feature-gram,record centred",
        "dp-feature-gram,person",
        "dp-feature-gram,zero-out",
        "dp-feature-gram,zero-out centred",
        "dp-feature-gram,zero-out-person",
        "scores,record",
        "scores,record centred",
        "scores,person",
        "scores,zero-out",
        "scores,zero-out centred",
        "scores,zero-out-person",
        "mixed,record",
        "mixed,record centred",
        "mixed,record private",
        "mixed,person",
        "mixed,person centred",
        "mixed,person private",
        "mixed,zero-out centred",
        "holed,record",
        "holed,record private",
        "holed,person",
        "mixed,zero-out-person centred",
        "series,person",
        "series,person centred",
        "dp-fed-bnsl,record",
        "dp-fed-bnsl,record centred",
        "dp-fed-bnsl,zero-out",
        "dp-fed-bnsl,zero-out centred"
    })
    void whatIsPublished_movesByWhatIsCharged(String release, String unit) {
        Case tried = of(release, unit);
        List<MechanismEvent> plan = tried.solver(SIGMA).roundPlan(tried.rounds());
        assertEquals(tried.rounds(), plan.size());
        double charged = 0;
        for (int round = 0; round < tried.rounds(); round++) {
            double mu = mu(plan.get(round));
            charged += mu * mu;
            double largest = 0;
            for (double[][][] pair : neighbours(tried)) {
                double shift = shift(tried, round, pair);
                // published numbers are doubles of sums of up to 2³², and the closed form's matrix was factorised: 10⁻⁶
                // is
                // far above their rounding
                assertTrue(shift <= mu * (1 + 1e-6), "round " + round + " moves by " + shift + " and charges " + mu);
                largest = Math.max(largest, shift);
            }
            // the pairs by hand are worst ones of some phase but for the roundings: a charge far above would be waste
            assertTrue(largest >= 0.95 * mu, "round " + round + " moves by " + largest + " of " + mu);
        }
        // all rounds together are one Gaussian call of the agreed μ, rounded in the safe direction: never more, hardly
        // less
        assertTrue(Math.sqrt(charged) <= MU * (1 + 1e-12), "charged " + Math.sqrt(charged));
        assertTrue(Math.sqrt(charged) >= MU * (1 - 1e-6), "charged " + Math.sqrt(charged));
    }

    @ParameterizedTest
    @CsvSource({"zero-out", "zero-out centred"})
    void aRowOfZeros_isARowLikeAnyOther_onlyWhenACentreIsSubtracted(String unit) {
        Case tried = of("dp-fed-bnsl", unit);
        double[] zeros = tried.published(0, GramFixtures.SILENT, new double[1][D]);
        double[] twice = tried.published(0, GramFixtures.SILENT, new double[2][D]);
        double moved = 0;
        for (int k = 0; k < zeros.length; k++) {
            moved = Math.max(moved, Math.abs(twice[k] - zeros[k]));
        }
        // what one row of norm b adds is b²/n
        assertEquals(unit.equals("zero-out"), moved < 1e-12 * BOUND * BOUND, "moved by " + moved);
    }
}
