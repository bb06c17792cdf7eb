// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.method;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.graph.AncestralMarks;
import io.hedgerow.core.graph.WeightMatrix;
import io.hedgerow.core.internal.release.SumDesign;
import io.hedgerow.core.internal.search.graph.EdgeKnowledge;
import io.hedgerow.core.internal.simulation.model.LinearSem;
import io.hedgerow.core.internal.simulation.model.Noise;
import io.hedgerow.core.method.Agreement;
import io.hedgerow.core.method.Method;
import io.hedgerow.core.method.UploadProtection;
import io.hedgerow.core.privacy.Adjacency;
import io.hedgerow.core.privacy.PrivacyPromise;
import io.hedgerow.core.privacy.PrivacyUnit;
import io.hedgerow.core.protocol.SiteId;
import io.hedgerow.dp.internal.denoise.PrivateGram;
import java.util.List;
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

    private static AncestralMarks marks(SumDesign.Found found) {
        return found.evidence().orElseThrow().pairs().marks().orElseThrow();
    }
}
