// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.predict;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.data.DataException;
import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.graph.NamedNetwork;
import io.hedgerow.core.graph.WeightMatrix;
import io.hedgerow.core.internal.result.NetworkPart;
import io.hedgerow.core.search.Evidence.Equation;
import io.hedgerow.core.search.FittedEquations;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** By hand: a = 1 + u (variance 4), b = 2 + 3 a + u (variance 1), c = −a + 2 b + u (variance 9). */
class LinearNetworkTest {

    /** Sums of a few products of small numbers: round-off alone. */
    private static final double ROUND_OFF = 1e-12;

    private static final VariableSchema SCHEMA = VariableSchema.of("a", "b", "c");

    private static final List<Equation> EQUATIONS = List.of(new Equation(1, 4), new Equation(2, 1), new Equation(0, 9));

    private static final double[][] WEIGHTS = {{0, 3, -1}, {0, 0, 2}, {0, 0, 0}};

    private static LinearNetwork of(double[][] weights, FittedEquations fitted) {
        NamedNetwork network = NamedNetwork.of(SCHEMA, WeightMatrix.of(weights));
        return LinearNetwork.of("result.json", new NetworkPart(network, Optional.empty(), fitted));
    }

    private static FittedEquations fitted(List<Equation> equations) {
        return new FittedEquations(equations, FittedEquations.DATA, false);
    }

    private static final LinearNetwork NETWORK = of(WEIGHTS, fitted(EQUATIONS));

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
    void conditional_onOne_isCovarianceOverVariance() {
        double[][] rows = NETWORK.conditional(new int[] {1});
        assertEquals(12.0 / 37, rows[0][1], ROUND_OFF);
        assertEquals(62.0 / 37, rows[2][1], ROUND_OFF);
        assertEquals(4 - 144 / 37.0, rows[0][0], ROUND_OFF);
        assertEquals(113 - 62 * 62 / 37.0, rows[2][2], ROUND_OFF);
    }

    @Test
    void conditional_onAllParents_isTheirWeights() {
        double[][] rows = NETWORK.conditional(new int[] {0, 1});
        assertEquals(-1, rows[2][0], 1e-10, "the parents correlate by 0.986, which costs two digits");
        assertEquals(2, rows[2][1], 1e-10);
        assertEquals(9, rows[2][2], 1e-10);
    }

    @Test
    void conditional_onColumnsWithoutNoise_isRefused() {
        List<Equation> exact = List.of(EQUATIONS.get(0), new Equation(2, 0), EQUATIONS.get(2));
        LinearNetwork network = of(WEIGHTS, fitted(exact));
        assertTrue(assertThrows(DataException.class, () -> network.conditional(new int[] {0, 1}))
                .getMessage()
                .contains("a, b"));
    }

    @Test
    void setting_cutsCausesAndNoise_andKeepsEffects() {
        LinearNetwork set = NETWORK.setting(Map.of(1, 10.0));
        assertArrayEquals(new double[] {1, 10, 19}, set.means(), ROUND_OFF);
        double[][] s = set.covariance();
        assertArrayEquals(new double[] {4, 0, -4}, s[0], ROUND_OFF);
        assertArrayEquals(new double[] {0, 0, 0}, s[1], ROUND_OFF);
        assertArrayEquals(new double[] {-4, 0, 4 + 9}, s[2], ROUND_OFF);
        assertArrayEquals(new double[] {1, 5, 9}, NETWORK.means(), ROUND_OFF, "the network itself stays");
    }

    @Test
    void of_incompleteOrOtherNetworks_saysWhy() {
        assertTrue(
                refused(WEIGHTS, new FittedEquations(List.of(), "data", true)).contains("complete linear network"));
        assertTrue(refused(WEIGHTS, fitted(List.of())).contains("complete linear network"));
        assertTrue(refused(WEIGHTS, fitted(EQUATIONS).in("normal-scores"))
                .contains("in the unit of data: learn without a transform"));
    }

    private static String refused(double[][] weights, FittedEquations fitted) {
        return assertThrows(DataException.class, () -> of(weights, fitted)).getMessage();
    }
}
