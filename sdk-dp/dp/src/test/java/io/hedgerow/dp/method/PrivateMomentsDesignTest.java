// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.method;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.graph.AncestralMarks;
import io.hedgerow.core.graph.WeightMatrix;
import io.hedgerow.core.internal.release.SumDesign;
import io.hedgerow.core.internal.search.graph.EdgeKnowledge;
import io.hedgerow.core.internal.search.graph.GivenEdges;
import io.hedgerow.core.internal.simulation.model.LinearSem;
import io.hedgerow.core.internal.simulation.model.Noise;
import io.hedgerow.core.method.Agreement;
import io.hedgerow.core.method.Method;
import io.hedgerow.core.method.UploadProtection;
import io.hedgerow.core.privacy.Adjacency;
import io.hedgerow.core.privacy.PrivacyPromise;
import io.hedgerow.core.privacy.PrivacyUnit;
import io.hedgerow.core.protocol.SiteId;
import io.hedgerow.core.search.Evidence;
import io.hedgerow.dp.internal.denoise.PrivateGram;
import java.util.Arrays;
import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** dp-gram as a method of the catalogue. */
class PrivateMomentsDesignTest {

    private static Method of(int variables) {
        String[] names =
                IntStream.rangeClosed(1, variables).mapToObj(i -> "x" + i).toArray(String[]::new);
        return Method.named("dp-gram")
                .with("rows." + SiteId.numbered(1).get(0).value(), "4000")
                .promising(new PrivacyPromise(1, 1e-6, new PrivacyUnit.RecordUnit(), Adjacency.REPLACE_ONE))
                .on(Agreement.inProcess("s", VariableSchema.of(names), 1, UploadProtection.insecurePlain()));
    }

    /** Before anything is spent. */
    @Test
    void moreVariablesThanWereTried_areRefused() {
        assertEquals(500, of(500).study().schema().size());
        assertEquals(
                "algorithm dp-gram searches networks of at most 500 variables, the study has 501: name fewer"
                        + " variables, or take dp-fed-sparse, which learns in rounds",
                assertThrows(IllegalArgumentException.class, () -> of(501)).getMessage());
    }

    /** x1 → x2 is strong and x2 → x3 weak, with hardly any noise. */
    @Test
    void edgesBelowTheThreshold_haveNoMarks() {
        double[] s = LinearSem.of(WeightMatrix.ofRows(3, new double[] {0, 0.9, 0, 0, 0, 0.2, 0, 0, 0}), Noise.GAUSSIAN)
                .covariance();
        PrivateGram released = PrivateGram.ofMoments(3, s, 1e-4, new double[] {1, 1, 1}, 100_000);
        EdgeKnowledge known = EdgeKnowledge.none(3);
        AncestralMarks all = marks(PrivateMomentsDesign.found(released, true, known, 0, List.of(), 1e-4));
        AncestralMarks strong = marks(PrivateMomentsDesign.found(released, true, known, 0.4, List.of(), 1e-4));
        assertEquals("o-o", all.mark(0, 1));
        assertEquals("o-o", all.mark(1, 2));
        assertEquals("o-o", strong.mark(0, 1));
        assertEquals(AncestralMarks.NONE, strong.mark(1, 2));
    }

    /** x1 = 5 + e, x2 = x1 / 2 − 1 + e, x3 = e, Var e = 4: as directions leave it, 1/7 of the size. */
    @Test
    void equations_haveTheSizeThatDeviationsHave_alsoOfStrongEdgesAlone() {
        double[] s = {4, 2, 0, 2, 5, 0, 0, 0, 4};
        double[] shown = Arrays.stream(s).map(value -> value / 7).toArray();
        PrivateGram released = PrivateGram.ofMoments(3, shown, 1e-4, new double[] {1, 1, 1}, 100_000)
                .of(new PrivateGram.Columns(
                        List.of(5.0, 1.5, 0.0),
                        List.of(2.0, Math.sqrt(5), 2.0),
                        0.01,
                        List.of(0.0, 0.0, 0.0),
                        List.of()));
        EdgeKnowledge known = GivenEdges.among(3).required(0, 1).known();
        List<Evidence.Equation> all = equations(PrivateMomentsDesign.found(released, true, known, 0, List.of(), 1e-4));
        assertEquals(List.of(5.0, -1.0, 0.0), rounded(all, Evidence.Equation::intercept));
        assertEquals(List.of(4.0, 4.0, 4.0), rounded(all, Evidence.Equation::noiseVariance));
        List<Evidence.Equation> strong =
                equations(PrivateMomentsDesign.found(released, true, EdgeKnowledge.none(3), 0.9, List.of(), 1e-4));
        assertEquals(List.of(5.0, 1.5, 0.0), rounded(strong, Evidence.Equation::intercept));
        assertEquals(List.of(4.0, 5.0, 4.0), rounded(strong, Evidence.Equation::noiseVariance));
    }

    private static List<Evidence.Equation> equations(SumDesign.Found found) {
        return found.evidence().orElseThrow().equations();
    }

    private static List<Double> rounded(List<Evidence.Equation> equations, ToDoubleFunction<Evidence.Equation> value) {
        return equations.stream()
                .map(one -> Math.round(value.applyAsDouble(one) * 50) / 50.0)
                .toList();
    }

    private static AncestralMarks marks(SumDesign.Found found) {
        return found.evidence().orElseThrow().pairs().marks().orElseThrow();
    }
}
