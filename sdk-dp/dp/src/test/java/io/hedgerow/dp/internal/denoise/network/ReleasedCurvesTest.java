// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.internal.denoise.network;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.internal.feature.FeatureLearner;
import io.hedgerow.core.internal.feature.moments.FeatureMap;
import io.hedgerow.core.internal.feature.moments.Marginal;
import io.hedgerow.core.internal.search.graph.EdgeKnowledge;
import io.hedgerow.core.model.Parameters;
import io.hedgerow.core.search.KnownEdges;
import io.hedgerow.core.search.Trust;
import io.hedgerow.core.search.Trust.Misfit;
import io.hedgerow.dp.internal.denoise.NormalisationCorrection;
import io.hedgerow.dp.internal.release.ReleaseOptions;
import io.hedgerow.dp.internal.release.histogram.CurveDesign;
import io.hedgerow.dp.internal.release.histogram.FeatureFixtures;
import io.hedgerow.dp.internal.release.histogram.NoisyFeatures;
import io.hedgerow.dp.internal.release.series.SeriesFixtures;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

class ReleasedCurvesTest {

    private static final int D = 3;
    private static final int ROWS = 2000;

    /** x2 = x1² − 1 + noise, which no line shows; x3 by itself. */
    private static NoisyFeatures release(double mu) {
        return release(mu, row -> row[1] = row[0] * row[0] - 1 + row[1] / 2);
    }

    /** Of normal rows that are changed. */
    private static NoisyFeatures release(double mu, Consumer<double[]> change) {
        double[][] rows = SeriesFixtures.normal(5, ROWS, D);
        Arrays.asList(rows).forEach(change);
        ReleaseOptions gram = FeatureFixtures.options(D, mu).options();
        CurveDesign options = new CurveDesign(new ReleaseOptions(
                D, ROWS, gram.adjacency(), gram.smallest(), gram.largest(), gram.ownUnits(), gram.centre(), mu));
        FeatureMap map = FeatureFixtures.map(D);
        return NoisyFeatures.of(options, map, FeatureFixtures.exact(options, map, rows), 1, ROWS);
    }

    @Test
    void aBentRelation_isFoundWithItsDirectionAndItsCurve() {
        FeatureLearner.Found found = new ReleasedCurves(release(100)).search(EdgeKnowledge.none(D));
        assertEquals(1, found.network().edgeCount());
        assertTrue(found.network().hasEdge(0, 1));
        assertEquals(Set.of(), found.evidence().trust().flags());
        var points = found.evidence().curves().get(0).points();
        double middle = points.get(points.size() / 2).effect();
        // x² − 1 is −1 at 0 and 4.4 at the hundredth that ends a curve; ridge and clipping shrink it
        assertTrue(middle < -0.5 && points.get(0).effect() > 1.5, points.toString());
        assertTrue(points.get(0).deviation() > 0);
    }

    /** x3 = x1 x2 + noise: neither cause shows by itself, but sizes go together. */
    @Test
    void causesThatActTogether_areFlagged() {
        FeatureLearner.Found found = new ReleasedCurves(release(100, row -> row[2] = row[0] * row[1] + row[2] / 3))
                .search(EdgeKnowledge.none(D));
        assertEquals(Set.of(Misfit.UNEXPLAINED), found.evidence().trust().flags());
        FeatureLearner.Found alone = new ReleasedCurves(release(100)).search(EdgeKnowledge.none(D));
        double limit =
                found.evidence().trust().findings().figure(Misfit.UNEXPLAINED).orElseThrow() / 2;
        assertTrue(
                alone.evidence().trust().findings().figure(Misfit.UNEXPLAINED).orElseThrow() < limit);
    }

    @Test
    void whatIsKnownOfEdges_isKept() {
        EdgeKnowledge forbidden = EdgeKnowledge.of(KnownEdges.parse("", "x1->x2", ""), VariableSchema.numbered(D));
        assertTrue(!new ReleasedCurves(release(100)).search(forbidden).network().hasEdge(0, 1));
    }

    /** 1/n_eff = 1/n + s² / median w², s = σ/√2, of w² = 1 … 1/6 the median is (1/3 + 1/4) / 2. */
    @Test
    void rowsAreAsManyAsTheNoiseLeaves() {
        NoisyFeatures features = release(1);
        double noise = features.sigma() * features.sigma() / 2 / (7.0 / 24);
        assertEquals(1 / (1.0 / ROWS + noise), new ReleasedCurves(features).rows(), 1e-9);
    }

    /** 3 s √(2m), m = 6, on the diagonal of regressors, above eigenvalues of at least .02. */
    @Test
    void theRidgeIsOfTheNoise_andNotOnTargets() {
        NoisyFeatures little = release(1e3);
        NoisyFeatures more = release(1);
        double[] bare =
                NormalisationCorrection.ofMoments(6 * D, more.covariance()).raised(0.02);
        double[] raised = new ReleasedCurves(more).regularised();
        double ridge = 3 * more.sigma() / Math.sqrt(2) * Math.sqrt(12);
        for (int a = 0; a < 6 * D; a++) {
            assertEquals(bare[a * (6 * D + 1)] + (a % 6 == 0 ? 0 : ridge), raised[a * (6 * D + 1)], 1e-9);
        }
        assertTrue(little.sigma() < 0.002 * more.sigma());
    }

    /** a ln n_eff / 2 nats with a from 5 to 20, .01 n_eff in between. */
    @Test
    void priceOfAnEdge() {
        assertEquals(5, ReleasedCurves.price(100));
        assertEquals(20, ReleasedCurves.price(40_000));
        assertEquals(0.01 * 5000, ReleasedCurves.price(5000) * Math.log(5000) / 2, 1e-9);
    }

    @Test
    void noiseThatHidesMostDirections_isFlagged() {
        assertTrue(new ReleasedCurves(release(100)).hidden() < 0.2);
        ReleasedCurves buried = new ReleasedCurves(release(0.05));
        assertTrue(buried.hidden() > 0.5, "hidden " + buried.hidden());
        Trust trust = buried.search(EdgeKnowledge.none(D)).evidence().trust();
        assertEquals(Set.of(Misfit.BURIED), trust.flags());
        assertTrue(trust.findings().figure(Misfit.UNEXPLAINED).isEmpty(), "what is buried is not judged");
    }

    @Test
    void valuesFarFromTheirCentre_areNamed() {
        double[] counts = new double[Marginal.BINS];
        counts[Marginal.bin(1)] = 1;
        CurveDesign options = FeatureFixtures.options(1, 1);
        FeatureMap map = new FeatureMap(Collections.nCopies(1, Marginal.of(0, 60, counts)), 6, new int[0][]);
        NoisyFeatures features =
                NoisyFeatures.of(options, map, Parameters.zeros(options.layout().size()), 1, 100);
        List<String> notes = new ReleasedCurves(features).notes(VariableSchema.of("age"));
        assertTrue(notes.get(0).startsWith("causes were assumed to act alone"), notes.toString());
        assertTrue(notes.get(1).contains("nothing in the release can tell whether sites differ"), notes.toString());
        assertTrue(notes.get(2).startsWith("values of age are far from their public centre"), notes.toString());
        assertEquals(
                2,
                new ReleasedCurves(release(1)).notes(VariableSchema.numbered(D)).size());
    }
}
