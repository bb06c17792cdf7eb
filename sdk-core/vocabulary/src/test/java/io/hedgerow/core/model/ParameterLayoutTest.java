// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.model;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.graph.WeightMatrix;
import java.util.List;
import org.junit.jupiter.api.Test;

class ParameterLayoutTest {

    @Test
    void linear_isWColumnByColumn() {
        ParameterLayout layout = ParameterLayout.linear(4);
        assertEquals(4, layout.sliceLength());
        assertEquals(16, layout.size());
        assertEquals(2, layout.source(2));
        assertTrue(layout.isSelfEdge(2, 2));
        assertFalse(layout.isSelfEdge(2, 1));
        assertEquals(1, layout.l1Weight(3));
    }

    @Test
    void dynamicLinear_seesAcyclicityInWOnly_andHasNoSelfEdgesInLags() {
        ParameterLayout layout = ParameterLayout.dynamicLinear(3, 2, 0.5);
        assertEquals(9, layout.sliceLength());
        assertEquals(27, layout.size());
        assertEquals(2, layout.source(2));
        for (int s = 3; s < 9; s++) {
            assertEquals(-1, layout.source(s));
            assertEquals(0.5, layout.l1Weight(s));
            assertFalse(layout.isSelfEdge(s % 3, s));
        }
    }

    @Test
    void hiddenUnits_giveEveryEdgeSeveralParameters() {
        ParameterLayout layout = ParameterLayout.of(
                3,
                List.of(new ParameterLayout.Block("first", 30, 10, 1), new ParameterLayout.Block("second", 11, 0, 0)));
        assertEquals(0, layout.source(9));
        assertEquals(1, layout.source(10));
        assertEquals(-1, layout.source(30));
        assertTrue(layout.isSelfEdge(1, 15));
    }

    @Test
    void edgeWeights_readsWColumnByColumnAndLeavesLagsAndSelfEdgesOut() {
        ParameterLayout layout = ParameterLayout.dynamicLinear(2, 1, 1);
        // target 0: W[0,0], W[1,0], lags; target 1: W[0,1], W[1,1], lags
        Parameters parameters = Parameters.takeOver(new double[] {9, 0.5, 7, 7, -0.25, 9, 7, 7});
        assertEquals(WeightMatrix.of(new double[][] {{0, -0.25}, {0.5, 0}}), layout.edgeWeights(parameters));
        assertThrows(IllegalArgumentException.class, () -> layout.edgeWeights(Parameters.zeros(7)));
    }

    @Test
    void edgeWeights_ofSeveralParameters_isTheirNorm() {
        ParameterLayout layout = ParameterLayout.of(2, List.of(new ParameterLayout.Block("first", 4, 2, 1)));
        Parameters parameters = Parameters.takeOver(new double[] {1, 1, 3, -4, 0, 0, 1, 1});
        assertEquals(WeightMatrix.of(new double[][] {{0, 0}, {5, 0}}), layout.edgeWeights(parameters));
    }

    @Test
    void blockThatDoesNotCoverEverySource_isRefused() {
        List<ParameterLayout.Block> blocks = List.of(new ParameterLayout.Block("W", 4, 1, 1));
        assertThrows(IllegalArgumentException.class, () -> ParameterLayout.of(3, blocks));
        assertThrows(IllegalArgumentException.class, () -> new ParameterLayout.Block("W", 4, 3, 1));
        assertThrows(IllegalArgumentException.class, () -> new ParameterLayout.Block("W", 0, 1, 1));
        assertThrows(IllegalArgumentException.class, () -> new ParameterLayout.Block("W", 4, 1, Double.NaN));
        assertThrows(IllegalArgumentException.class, () -> ParameterLayout.linear(0));
    }

    @Test
    void sizeBeyondAnArray_isRefused() {
        assertThrows(ArithmeticException.class, () -> ParameterLayout.linear(50_000));
    }

    @Test
    void lossScaling_namesEachWeight() {
        assertEquals(1, LossScaling.PER_SITE.weight(10, 100, 4));
        assertEquals(0.1, LossScaling.PER_RECORD.weight(10, 100, 4));
        assertEquals(0.25, LossScaling.PER_SITE_MEAN.weight(10, 100, 4));
    }

    @Test
    void parameters_keepTheirOwnValuesAndShowNone() {
        double[] values = {1, 0, 3};
        Parameters parameters = Parameters.copyOf(values);
        values[0] = 9;
        assertEquals(1, parameters.get(0));
        assertEquals(2, parameters.nonZeros());
        assertEquals("Parameters[size=3]", parameters.toString());
        assertEquals(parameters, Parameters.copyOf(new double[] {1, 0, 3}));
        assertEquals(
                parameters.hashCode(), Parameters.copyOf(new double[] {1, 0, 3}).hashCode());
    }
}
