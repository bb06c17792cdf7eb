// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.exchange;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.data.DataException;
import io.hedgerow.core.graph.TruthReader.Listed;
import io.hedgerow.samples.network.ParametersEntry;
import io.hedgerow.samples.network.ParametersEntry.Equation;
import io.hedgerow.samples.network.ParametersEntry.Model;
import io.hedgerow.samples.network.ParametersEntry.Parent;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** By hand: a = 1 + u (variance 4), b = 2 + 3 a + u (variance 1), c = −a + 2 b + u (variance 9). */
class LinearNetworkTest {

    /** Sums of a few products of small numbers: round-off alone. */
    private static final double ROUND_OFF = 1e-12;

    private static final List<Equation> EQUATIONS = List.of(
            new Equation("a", 1.0, 4.0, List.of()),
            new Equation("b", 2.0, 1.0, List.of(new Parent("a", null, 3))),
            new Equation("c", 0.0, 9.0, List.of(new Parent("a", null, -1), new Parent("b", null, 2))));

    private static SavedNetwork saved(Model model, String scale, List<Equation> equations) {
        List<Listed> edges = List.of(
                new Listed("a", "b", 0, true, 3), new Listed("a", "c", 0, true, -1), new Listed("b", "c", 0, true, 2));
        return new SavedNetwork(
                "result.json",
                List.of("a", "b", "c"),
                0,
                edges,
                Optional.of(new ParametersEntry(model, "of a test", scale, equations)));
    }

    private static final LinearNetwork NETWORK = LinearNetwork.of(saved(Model.LINEAR, "data", EQUATIONS));

    @Test
    void means_followCauses() {
        assertArrayEquals(new double[] {1, 5, 9}, NETWORK.means(), ROUND_OFF);
    }

    @Test
    void covariance_isThatOfTheEquations() {
        double[][] s = NETWORK.covariance();
        // c = −a + 2 (2 + 3 a + u_b) + u_c = 4 + 5 a + 2 u_b + u_c
        assertArrayEquals(new double[] {4, 12, 20}, s[0], ROUND_OFF);
        assertArrayEquals(new double[] {12, 37, 62}, s[1], ROUND_OFF);
        assertArrayEquals(new double[] {20, 62, 113}, s[2], ROUND_OFF);
    }

    @Test
    void regressions_ofOneGiven_areCovarianceOverVariance() {
        double[][] rows = NETWORK.regressions(new int[] {1});
        assertEquals(12.0 / 37, rows[0][0], ROUND_OFF);
        assertEquals(62.0 / 37, rows[2][0], ROUND_OFF);
    }

    @Test
    void regressions_ofAllParents_areTheirWeights() {
        double[][] rows = NETWORK.regressions(new int[] {0, 1});
        assertEquals(-1, rows[2][0], 1e-10, "the parents correlate by 0.986, which costs two digits");
        assertEquals(2, rows[2][1], 1e-10);
    }

    @Test
    void regressions_ofColumnsWithoutNoise_areRefused() {
        List<Equation> exact = List.of(
                EQUATIONS.get(0), new Equation("b", 2.0, 0.0, List.of(new Parent("a", null, 3))), EQUATIONS.get(2));
        LinearNetwork network = LinearNetwork.of(saved(Model.LINEAR, "data", exact));
        assertTrue(assertThrows(DataException.class, () -> network.regressions(new int[] {0, 1}))
                .getMessage()
                .contains("a, b"));
    }

    @Test
    void of_incompleteOrOtherNetworks_saysWhy() {
        assertTrue(refused(Model.CURVES, "data", EQUATIONS).contains("complete linear network"));
        assertTrue(refused(Model.WEIGHTS_ONLY, "data", EQUATIONS).contains("complete linear network"));
        assertTrue(refused(Model.LINEAR, "normal-scores", EQUATIONS).contains("--transform"));
        assertTrue(refused(Model.LINEAR, "data", EQUATIONS.subList(0, 2)).contains("no equation of c"));
        List<Equation> cyclic = List.of(
                new Equation("a", 1.0, 4.0, List.of(new Parent("c", null, 1))), EQUATIONS.get(1), EQUATIONS.get(2));
        assertTrue(refused(Model.LINEAR, "data", cyclic).contains("must have no cycle"));
    }

    private static String refused(Model model, String scale, List<Equation> equations) {
        SavedNetwork network = saved(model, scale, equations);
        return assertThrows(DataException.class, () -> LinearNetwork.of(network))
                .getMessage();
    }
}
