// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.ancestral;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.internal.ancestral.district.FactorDistrict;
import io.hedgerow.core.internal.ancestral.district.FactorEquations;
import io.hedgerow.core.internal.linalg.SmallCholesky;
import java.util.Arrays;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class FactorDistrictTest {

    private static final int D = 12;
    private static final double ROWS = 2000;
    /** What other variables leave of variances, which are larger than a half, and least own variances. */
    private static final double[] LEFT = new double[D];

    private static final double[] LEAST = new double[D];

    static {
        Arrays.fill(LEFT, 4e-4);
        Arrays.fill(LEAST, 2e-4);
    }

    /** Edges between a quarter of the pairs, and hidden causes of three, three and two variables, with coefficients. */
    private static FactorDiagram random(Random random) {
        FactorDiagram diagram = new FactorDiagram(D);
        for (int k = 0; k < D * D; k++) {
            if (k / D < k % D && random.nextInt(4) == 0) {
                diagram.set(k / D, k % D, true);
                diagram.weights[k] = random.nextDouble() - 0.5;
            }
        }
        for (int size : new int[] {3, 3, 2}) {
            boolean[] of = new boolean[D];
            double[] loadings = new double[D];
            while (FactorDiagram.count(of) < size) {
                int j = random.nextInt(D);
                of[j] = true;
                loadings[j] = random.nextBoolean() ? 0.7 : -0.7;
            }
            diagram.children.add(of);
            diagram.loadings.add(loadings);
        }
        for (int j = 0; j < D; j++) {
            diagram.own[j] = 0.5 + random.nextDouble();
        }
        return diagram;
    }

    /** Moments that the coefficients imply. */
    private static double[] implied(FactorDiagram diagram) {
        double[] s = new double[D * D];
        int sources = D + diagram.children.size();
        for (int source = 0; source < sources; source++) {
            double[] effect = new double[D];
            for (int j = 0; j < D; j++) {
                effect[j] =
                        source >= D ? diagram.loadings.get(source - D)[j] : source == j ? Math.sqrt(diagram.own[j]) : 0;
                for (int i = 0; i < j; i++) {
                    effect[j] += diagram.weights[i * D + j] * effect[i];
                }
            }
            for (int k = 0; k < D * D; k++) {
                s[k] += effect[k / D] * effect[k % D];
            }
        }
        return s;
    }

    /** All variables as if they were one district, from the diagram's coefficients. */
    private static FactorDistrict whole(FactorDiagram diagram, double[] s, int steps) {
        FactorEquations equations = diagram.equations(
                IntStream.range(0, D).toArray(),
                IntStream.range(0, diagram.children.size()).toArray());
        return new FactorDistrict(equations, s, ROWS, diagram.values(equations), LEAST, steps);
    }

    /** Moments of as many rows as the fit counts. */
    private static double[] sample(FactorDiagram diagram, Random random) {
        double[] factor = implied(diagram);
        SmallCholesky.factor(factor, D, 0);
        double[] s = new double[D * D];
        for (int row = 0; row < ROWS; row++) {
            double[] x = new double[D];
            for (int k = 0; k < D; k++) {
                double normal = random.nextGaussian();
                for (int j = k; j < D; j++) {
                    x[j] += factor[j * D + k] * normal;
                }
            }
            for (int k = 0; k < D * D; k++) {
                s[k] += x[k / D] * x[k % D] / ROWS;
            }
        }
        return s;
    }

    /** The same with one edge less, and other coefficients to begin with. */
    private static FactorDiagram near(FactorDiagram diagram, Random random) {
        return near(diagram, random, 0.2);
    }

    private static FactorDiagram near(FactorDiagram diagram, Random random, double by) {
        FactorDiagram near = diagram.copy();
        near.set(0, 1 + random.nextInt(D - 1), false);
        for (int k = 0; k < D * D; k++) {
            near.weights[k] *= 1 + random.nextGaussian() * by;
        }
        for (double[] loadings : near.loadings) {
            for (int j = 0; j < D; j++) {
                loadings[j] *= 1 + random.nextGaussian() * by;
            }
        }
        return near;
    }

    @Test
    void fitOfDistricts_isThatOfAllEquationsAtOnce() {
        int several = 0;
        for (int seed = 0; seed < 40; seed++) {
            Random random = new Random(seed);
            FactorDiagram diagram = random(random);
            double[] s = sample(diagram, random);
            FactorDiagram near = near(diagram, random);
            FactorFit fit = new FactorFit(near.copy(), s, ROWS, LEFT, 1000);
            several += fit.districts.size() < D - 3 ? 1 : 0;

            assertEquals(whole(near, s, 1000).logLikelihood(), fit.logLikelihood(), 0.1, "seed " + seed);
        }
        assertTrue(several > 20, "fits with districts of several: " + several);
    }

    /** Of own variances by their logarithms. */
    @Test
    void gradient_isTheSlopeOfTheLikelihood() {
        Random random = new Random(5);
        double[] s = implied(random(random));
        FactorDistrict at = whole(random(random), s, 0);
        double[] g = gradient(at);
        for (int a = 0; a < at.equations().count(); a++) {
            double slope = (moved(at, s, a, 1e-5).logLikelihood()
                            - moved(at, s, a, -1e-5).logLikelihood())
                    / 2e-5;
            assertEquals(slope, g[a], 1e-4 * ROWS, "coefficient " + a);
        }
    }

    /** At moments that the coefficients imply. */
    @Test
    void information_isTheCurvatureOfTheLikelihood() {
        FactorDiagram diagram = random(new Random(6));
        double[] s = implied(diagram);
        FactorDistrict at = whole(diagram, s, 0);
        int p = at.equations().count();
        double[][] h = new double[p][p];
        at.information(new double[p], h);
        for (int a = 0; a < p; a++) {
            double[] up = gradient(moved(at, s, a, 1e-5));
            double[] down = gradient(moved(at, s, a, -1e-5));
            for (int b = a; b < p; b++) {
                assertEquals((down[b] - up[b]) / 2e-5, h[a][b], 1e-4 * ROWS, a + " and " + b);
            }
        }
    }

    /**
     * A fit is at the top of its likelihood: more fits, each from where the last one ended, gain nothing. From far away
     * fits ended up to 78 nats below, where a step gained by chance what it promised, or was damped so much that it
     * promised little.
     */
    @Test
    void moreSteps_gainNothing() {
        for (int seed : new int[] {10, 14, 43, 47, 51, 61, 80, 81, 111, 117}) {
            for (double far : new double[] {0.2, 1, 3}) {
                Random random = new Random(seed);
                FactorDiagram diagram = random(random);
                double[] s = sample(diagram, random);
                FactorDiagram from = near(diagram, random, far);
                FactorDistrict fit = whole(from, s, 1000);
                FactorDistrict again = fit;
                for (int more = 0; more < 20; more++) {
                    again = new FactorDistrict(
                            fit.equations(), s, ROWS, again.value().clone(), LEAST, 1000);
                }
                assertEquals(again.logLikelihood(), fit.logLikelihood(), 0.05, "seed " + seed + " from " + far);
            }
        }
    }

    private static double[] gradient(FactorDistrict at) {
        double[] g = new double[at.equations().count()];
        at.information(g, new double[g.length][g.length]);
        return g;
    }

    private static FactorDistrict moved(FactorDistrict at, double[] s, int a, double by) {
        double[] value = at.value().clone();
        value[a] = at.equations().kind(a) == FactorFit.OWN ? value[a] * Math.exp(by) : value[a] + by;
        return new FactorDistrict(at.equations(), s, ROWS, value, LEAST, 0);
    }

    /** What forecasts take from two districts is what the information of all equations says. */
    @Test
    void gainOfAChild_isThatOfAllEquationsAtOnce() {
        int others = 0;
        for (int seed = 0; seed < 10; seed++) {
            Random random = new Random(seed);
            FactorDiagram diagram = random(random);
            double[] s = sample(diagram, random);
            diagram.set(0, 1 + random.nextInt(D - 1), false);
            FactorFit fit = new FactorFit(diagram, s, ROWS, LEFT, 1000);
            FactorForecast forecast = FactorForecast.of(fit).orElseThrow();
            for (int k = 0; k < 3 * D; k++) {
                int j = k % D;
                double gain = forecast.gain(k / D, 0, j);
                if (!diagram.children.get(k / D)[j] && gain > 0) {
                    FactorDiagram more = diagram.copy();
                    more.setChild(k / D, j, true);
                    double expected = gainOfOneMore(whole(more, s, 0), k / D, j);
                    boolean regular = !Double.isNaN(expected);
                    assertEquals(regular ? expected : gain, gain, 1e-3 * gain, "seed " + seed + ": " + k);
                    others += regular && fit.districtOf[j] != fit.districtOfHidden[k / D] ? 1 : 0;
                }
            }
        }
        assertTrue(others > 20, "children of other districts: " + others);
    }

    /** slope² / (2 left) of j as a child; not a number where the information is not positive definite. */
    private static double gainOfOneMore(FactorDistrict at, int hidden, int j) {
        int p = at.equations().count();
        double[] g = new double[p];
        double[][] h = new double[p][p];
        at.information(g, h);
        int one = IntStream.range(0, p)
                .filter(a -> at.equations().kind(a) == hidden && at.equations().into(a) == j)
                .findFirst()
                .orElseThrow();
        double[] all = new double[p * p];
        for (int k = 0; k < p * p; k++) {
            all[k] = h[Math.min(k / p, k % p)][Math.max(k / p, k % p)];
        }
        double left = SmallCholesky.conditionalVariances(all, p, 0)[one];
        return SmallCholesky.factor(all, p, 0) ? g[one] * g[one] / (2 * left) : Double.NaN;
    }

    @Test
    void district_thatDoesNotChange_isFittedOnce() {
        Random random = new Random(7);
        double[] s = implied(random(random));
        FactorDiagram diagram = new FactorDiagram(D);
        diagram.set(0, 1, true);
        diagram.set(2, 5, true);
        diagram.addHidden(s, 3, 4, 5);
        FactorFit fit = new FactorFit(diagram, s, ROWS, LEFT, 1000);
        FactorDiagram copy = diagram.copy();
        copy.set(6, 1, true);
        FactorFit after = new FactorFit(copy, s, ROWS, LEFT, 1000);
        FactorFit anew = new FactorFit(fresh(copy), s, ROWS, LEFT, 1000);
        assertEquals(anew.logLikelihood(), after.logLikelihood(), 0.1);
        assertTrue(after.work() < anew.work() / 5, after.work() + " of " + anew.work());
        assertSame(fit.districts.get(fit.districtOf[4]), after.districts.get(after.districtOf[4]));
        copy.setChild(0, 3, false);
        FactorFit less = new FactorFit(copy, s, ROWS, LEFT, 1000);
        assertEquals(new FactorFit(fresh(copy), s, ROWS, LEFT, 1000).logLikelihood(), less.logLikelihood(), 0.1);
        copy.setChild(0, 6, true);
        FactorFit more = new FactorFit(copy, s, ROWS, LEFT, 1000);
        assertEquals(more.districtOf[4], more.districtOf[6]);
        copy.removeHidden(0);
        FactorFit none = new FactorFit(copy, s, ROWS, LEFT, 1000);
        assertEquals(new FactorFit(fresh(copy), s, ROWS, LEFT, 1000).logLikelihood(), none.logLikelihood(), 1e-6);
        assertEquals(D, none.districts.size());
        double[] other = implied(random(random));
        assertEquals(
                new FactorFit(fresh(copy), other, ROWS, LEFT, 1000).logLikelihood(),
                new FactorFit(copy, other, ROWS, LEFT, 1000).logLikelihood(),
                1e-6,
                "other moments");
    }

    /** The same structure, fitted from nothing. */
    private static FactorDiagram fresh(FactorDiagram like) {
        FactorDiagram fresh = new FactorDiagram(D);
        for (int k = 0; k < D * D; k++) {
            fresh.set(k / D, k % D, like.causes(k / D, k % D));
        }
        for (int h = 0; h < like.children.size(); h++) {
            fresh.children.add(like.children.get(h).clone());
            fresh.loadings.add(like.loadings.get(h).clone());
        }
        return fresh;
    }
}
