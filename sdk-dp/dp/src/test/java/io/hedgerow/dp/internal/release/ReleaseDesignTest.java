// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.internal.release;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.model.Parameters;
import io.hedgerow.core.privacy.Adjacency;
import io.hedgerow.core.privacy.MechanismEvent;
import io.hedgerow.dp.internal.release.ReleaseDesign.ReleaseStep;
import io.hedgerow.dp.internal.release.ReleaseDesign.ReleaseStep.Kind;
import io.hedgerow.dp.internal.release.ReleaseOptions.ReleaseCentre;
import io.hedgerow.dp.internal.release.histogram.CurveDesign;
import io.hedgerow.dp.internal.release.histogram.ScoreDesign;
import io.hedgerow.dp.internal.release.mixed.MixedDesign;
import io.hedgerow.dp.internal.release.mixed.MixedFixtures;
import io.hedgerow.dp.internal.release.moments.MomentDesign;
import io.hedgerow.dp.internal.release.series.UserSeriesDesign;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What every design keeps; what a unit moves its rounds by is in {@code ChargedShiftTest}. */
class ReleaseDesignTest {

    private static final int D = 3;
    private static final long UNITS = 100;

    static List<ReleaseDesign<?>> designs() {
        ReleaseOptions options =
                new ReleaseOptions(D, UNITS, Adjacency.REPLACE_ONE, 0.02, 3000, false, ReleaseCentre.none(D), 0.7);
        ReleaseOptions users = options.withUsers(UNITS);
        return List.of(
                new MomentDesign(options),
                new MomentDesign(Centred.at(new ReleaseCentre.PrivateMean(), options)),
                new MomentDesign(users.withOwnUnits()),
                new ScoreDesign(options),
                new CurveDesign(options),
                new MixedDesign(options, MixedFixtures.columns(0, 2, 0, 3, 0)),
                new MixedDesign(
                        Centred.at(new ReleaseCentre.PrivateMean(), users), MixedFixtures.columns(0, 2, 0, 3, 0)),
                new MixedDesign(options, MixedFixtures.withHoles(0, 0, 0)),
                new MixedDesign(
                        Centred.at(new ReleaseCentre.PrivateMean(), options), MixedFixtures.withHoles(2, 0, 0, 0)),
                new UserSeriesDesign(users, 2, 1),
                UserSeriesDesign.findingScales(users, 1),
                UserSeriesDesign.findingScales(users.withOwnUnits(), 1));
    }

    @ParameterizedTest
    @MethodSource("designs")
    void steps_shareTheWholeBudget_andEndWithProducts(ReleaseDesign<?> design) {
        List<ReleaseStep> steps = design.steps();
        double sum = steps.stream().mapToDouble(ReleaseStep::share).sum();
        // three roundings of 2^-53 at most for each of five shares
        assertEquals(1, sum, 1e-15);
        assertTrue(steps.stream().allMatch(step -> step.share() > 0));
        assertEquals(Kind.PRODUCTS, steps.get(steps.size() - 1).kind());
    }

    /** The plan is made before anything is announced, so no announcement may change what it is about. */
    @ParameterizedTest
    @MethodSource("designs")
    void sum_costsWhatIsPlanned_andHasItsNoise_whateverIsAnnounced(ReleaseDesign<?> design) {
        List<MechanismEvent> planned = new ReleaseSolver(design).roundPlan(design.rounds());
        double[] values = new double[design.layout().size()];
        Parameters announced = Parameters.copyOf(values);
        for (int round = 0; round < design.rounds(); round++) {
            NoisyRound sum = round == 0 ? design.sum(round, design.unannounced()) : design.sum(round, announced);
            assertEquals(planned.get(round), sum.event());
            assertArrayEquals(design.sum(round, design.unannounced()).sigmas(), sum.sigmas());
            if (round + 1 < design.rounds()) {
                Arrays.fill(values, 3 + round);
                announced = design.announced(
                        round, Parameters.copyOf(values), announced, new ReleaseDesign.Total(2, 2 * UNITS));
            }
        }
    }

    @ParameterizedTest
    @MethodSource("designs")
    void place_hasAPlaceForEveryNumberOfARound(ReleaseDesign<?> design) {
        double[] ones = new double[D];
        Arrays.fill(ones, 1);
        double[] message = new double[design.layout().size()];
        for (int round = 0; round < design.rounds(); round++) {
            double[] before = message.clone();
            int current = round + 1;
            double[] released =
                    new double[design.sum(round, design.unannounced()).sums().length];
            Arrays.setAll(released, k -> 1e6 * current + k);
            design.place(round, released, new double[D], ones, message);
            long moved = 0;
            for (int k = 0; k < message.length; k++) {
                moved += message[k] == before[k] ? 0 : 1;
            }
            assertEquals(released.length, moved, "round " + round);
        }
    }

    /** A store adds units up in copies of the sum, wherever the rows are. */
    @ParameterizedTest
    @MethodSource("designs")
    void sum_thatWasCopied_addsTheSame(ReleaseDesign<?> design) throws IOException, ClassNotFoundException {
        double[] ones = new double[D];
        Arrays.fill(ones, 1);
        double[] row = new double[design.columns()];
        Arrays.setAll(row, j -> 1 + 0.5 * j);
        for (int round = 0; round < design.rounds(); round++) {
            NoisyRound sum = design.sum(round, design.unannounced());
            sum.begin(new double[D], ones);
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            new ObjectOutputStream(bytes).writeObject(sum);
            NoisyRound copy =
                    (NoisyRound) new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray())).readObject();
            copy.addUser(List.of(row, row));
            sum.addUser(List.of(row, row));
            assertArrayEquals(sum.sums(), copy.sums(), "round " + round);
        }
    }
}
