// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.ancestral;

import static io.hedgerow.core.internal.ancestral.FactorSearchTest.ROWS;
import static io.hedgerow.core.internal.ancestral.FactorSearchTest.everything;
import static io.hedgerow.core.internal.ancestral.FactorSearchTest.exact;
import static io.hedgerow.core.internal.ancestral.FactorSearchTest.four;
import static io.hedgerow.core.internal.ancestral.FactorSearchTest.truth;
import static io.hedgerow.core.internal.ancestral.FactorSearchTest.weights;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class FactorForecastTest {

    /** What one coefficient more or less does is predicted to second order; small effects leave little else. */
    @Test
    void predictions_areThoseOfFits() {
        double[][] weights = weights(8, 4, 13, 22, 31);
        weights[4][5] = 0.05;
        double[] c = exact(8, weights, new double[] {0, 0.04, 0, 0, 1, -1, 1, 1.5});
        FactorDiagram without = truth();
        without.set(4, 5, false);
        FactorFit fit = new FactorFit(without.copy(), c, ROWS, 100);
        FactorForecast forecast = FactorForecast.of(fit).orElseThrow();
        FactorDiagram edge = without.copy();
        edge.set(4, 5, true);
        FactorFit with = new FactorFit(edge, c, ROWS, 100);
        double gained = with.logLikelihood() - fit.logLikelihood();
        assertTrue(gained > 0.5, "gain " + gained);
        assertEquals(gained, forecast.gain(FactorFit.EDGE, 4, 5), 0.1 * gained);
        int at = place(with, FactorFit.EDGE, 4, 5);
        assertEquals(gained, FactorForecast.of(with).orElseThrow().loss(at), 0.1 * gained);
        FactorDiagram child = without.copy();
        child.children.get(0)[1] = true;
        double more = new FactorFit(child, c, ROWS, 100).logLikelihood() - fit.logLikelihood();
        assertTrue(more > 0.5, "gain " + more);
        assertEquals(more, forecast.gain(0, 0, 1), 0.1 * more);
    }

    private static int place(FactorFit fit, int kind, int from, int into) {
        for (int a = 0; a < fit.p; a++) {
            if (fit.kind[a] == kind && fit.into[a] == into && (kind != FactorFit.EDGE || fit.from[a] == from)) {
                return a;
            }
        }
        throw new AssertionError("no coefficient of " + from + " and " + into);
    }

    /** One coefficient instead of two others, and two less, to second order. */
    @Test
    void predictionsOfSeveralChanges_areThoseOfFits() {
        double[][] weights = weights(8, 4, 13, 22, 31);
        weights[0][1] = 0.06;
        weights[2][3] = 0.05;
        weights[0][2] = 0.04;
        double[] c = exact(8, weights, new double[] {0, 0, 0, 0, 1, -1, 1, 1.5});
        FactorDiagram both = truth();
        both.set(4, 5, false);
        FactorDiagram neither = both.copy();
        FactorDiagram instead = both.copy();
        both.set(0, 1, true);
        both.set(2, 3, true);
        instead.set(0, 2, true);
        FactorFit fit = new FactorFit(both, c, ROWS, 100);
        int[] places = {place(fit, FactorFit.EDGE, 0, 1), place(fit, FactorFit.EDGE, 2, 3)};
        FactorForecast forecast = FactorForecast.of(fit).orElseThrow();
        double lost = fit.logLikelihood() - new FactorFit(neither, c, ROWS, 100).logLikelihood();
        assertTrue(lost > 5, "loss " + lost);
        assertEquals(lost, forecast.loss(places), 0.05 * lost);
        double changed = new FactorFit(instead, c, ROWS, 100).logLikelihood() - fit.logLikelihood();
        assertTrue(changed + lost > 2, "gain " + changed);
        assertEquals(changed, forecast.gainInsteadOf(places, FactorFit.EDGE, 0, 2), 0.05 * Math.abs(changed));
    }

    /** Without hidden causes what turning an edge gains is known, and with them a lower bound of it. */
    @Test
    void gainOfTurning_isNoMoreThanThatOfAFit() {
        FactorDiagram all = everything();
        FactorFit fit = new FactorFit(all.copy(), four(), ROWS, 100);
        assertEquals(
                turned(all, 6, 7) - fit.logLikelihood(),
                FactorForecast.of(fit).orElseThrow().gainOfTurning(6, 7),
                0.1);
        FactorDiagram fork = new FactorDiagram(8);
        fork.set(0, 4, true);
        fork.set(4, 5, true);
        FactorFit other = new FactorFit(fork.copy(), four(), ROWS, 100);
        double gain = turned(fork, 4, 5) - other.logLikelihood();
        assertTrue(gain < -10, "gain " + gain);
        assertEquals(gain, FactorForecast.of(other).orElseThrow().gainOfTurning(4, 5), 0.1);
        FactorFit hidden = new FactorFit(truth(), four(), ROWS, 100);
        double bound = FactorForecast.of(hidden).orElseThrow().gainOfTurning(4, 5);
        double turned = turned(truth(), 4, 5) - hidden.logLikelihood();
        assertTrue(bound <= turned + 0.1, bound + " is more than " + turned);
        assertTrue(bound > 1.5 * turned, bound + " is far from " + turned);
    }

    private static double turned(FactorDiagram diagram, int i, int j) {
        FactorDiagram turned = diagram.copy();
        turned.set(i, j, false);
        turned.set(j, i, true);
        return new FactorFit(turned, four(), ROWS, 100).logLikelihood();
    }

    /** Of a hidden cause of two only the product of its coefficients counts. */
    @Test
    void predictionsOfAPair_areThoseOfFits() {
        double[] c = exact(4, weights(4, 1, 11), new double[] {0, 0.25, 0.25, 0});
        FactorDiagram pair = new FactorDiagram(4);
        pair.set(0, 1, true);
        pair.set(2, 3, true);
        FactorDiagram without = pair.copy();
        FactorDiagram edge = pair.copy();
        edge.set(1, 2, true);
        pair.addHidden(c, 1, 2);
        FactorFit fit = new FactorFit(pair, c, ROWS, 100);
        FactorForecast forecast = FactorForecast.of(fit).orElseThrow();
        int one = place(fit, 0, 0, 1);
        int other = place(fit, 0, 0, 2);
        double lost = fit.logLikelihood() - new FactorFit(without, c, ROWS, 100).logLikelihood();
        assertTrue(lost > 5, "loss " + lost);
        assertEquals(lost, forecast.lossOfPair(one, other), 0.1 * lost);
        double changed = new FactorFit(edge, c, ROWS, 100).logLikelihood() - fit.logLikelihood();
        assertTrue(changed < -1 && changed > -lost, "gain " + changed);
        assertEquals(changed, forecast.gainInsteadOfPair(one, other, 1, 2), 0.1 * lost);
    }
}
