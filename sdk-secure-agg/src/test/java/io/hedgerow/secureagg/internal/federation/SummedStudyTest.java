// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.secureagg.internal.federation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.method.Agreement;
import io.hedgerow.core.method.Method;
import io.hedgerow.core.method.NamedMethod;
import io.hedgerow.core.method.SumForm;
import io.hedgerow.core.method.UploadProtection;
import io.hedgerow.core.model.Parameters;
import io.hedgerow.core.protocol.SiteId;
import io.hedgerow.core.protocol.encoding.SparseChange;
import io.hedgerow.secureagg.internal.codec.LaneSource;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Studies whose rounds fill one part of the vector each: those of networks of curves. */
class SummedStudyTest {

    private static final Method CURVES = Method.named("feature-gram")
            .on(Agreement.inProcess("s", VariableSchema.numbered(4), 3, UploadProtection.insecurePlain()));
    private static final SumForm.Statistic FORM = (SumForm.Statistic) CURVES.sums();
    private static final SummedStudy PARTS = SummedStudy.of(CURVES.study(), FORM);
    private static final SummedStudy WHOLE =
            SummedStudy.of(CURVES.study(), new SumForm.Statistic(FORM.bound(), FORM.name()));

    private static long[] lanes(LaneSource source) {
        long[] lanes = new long[source.lanes()];
        source.read(0, lanes, lanes.length);
        return lanes;
    }

    /** A change of all places of a part. */
    private static SparseChange change(int round) {
        SplittableRandom random = new SplittableRandom(round);
        int[] places = IntStream.range(FORM.parts().get(round), FORM.parts().get(round + 1))
                .toArray();
        double[] values = new double[places.length];
        Arrays.setAll(values, k -> random.nextGaussian() * 1000);
        return SparseChange.of(places, values);
    }

    /** Each of several sums is seen, so with a site missing one of them might be of a single site. */
    @Test
    void severalSums_areOverAllSites_whereOneSumMayBeOverFewer() {
        Agreement six = Agreement.inProcess("s", VariableSchema.numbered(4), 6, UploadProtection.insecurePlain());
        NamedMethod gram = Method.named("gram");
        String targets = "site-001: set x2; site-002: set x2; site-003: set x2";
        Method lacking = gram.with("lacks.site-001", "x2")
                .with("lacks.site-002", "x2")
                .with("lacks.site-003", "x2")
                .on(six);
        for (Method several : List.of(gram.with("interventions", targets).on(six), lacking)) {
            assertEquals(6, SummedStudy.of(several).fewestAtSite(0));
            assertEquals(6, SummedStudy.of(several).fewest(0, 1));
            long sums = IntStream.rangeClosed(1, 6)
                    .mapToObj(k -> several.sum(new SiteId("site-00" + k)))
                    .distinct()
                    .count();
            assertEquals(2, sums);
        }
        assertEquals(5, SummedStudy.of(gram.on(six)).fewest(0, 1));
    }

    /** Two sites' sums, from their part alone and from the whole vector, are the same bits. */
    @Test
    void aPartIsSummedToTheBitsOfTheWholeVector_inFewerLanes() {
        int all = 0;
        for (int round = 0; round < 4; round++) {
            long[] part = lanes(PARTS.lanes(round, change(round)));
            long[] whole = lanes(WHOLE.lanes(round, change(round)));
            all += part.length;
            long[] twice = Arrays.stream(part).map(lane -> 2 * lane).toArray();
            long[] wholeTwice = Arrays.stream(whole).map(lane -> 2 * lane).toArray();
            Parameters expected = WHOLE.decode(round, wholeTwice);
            assertEquals(expected, PARTS.decode(round, twice), "round " + round);
            assertTrue(expected.get(FORM.parts().get(round)) != 0);
        }
        assertTrue(all <= WHOLE.mostLanes() + 3, "each place is sent once, and a lane that counts in each round");
        assertEquals(lanes(PARTS.lanes(3, change(3))).length, PARTS.mostLanes());
    }

    @Test
    void aChangeOfAnotherPart_isNotSent() {
        String refused = assertThrows(IllegalArgumentException.class, () -> PARTS.lanes(1, change(2)))
                .getMessage();
        assertTrue(refused.startsWith("round 1 sums places " + FORM.parts().get(1) + " to "), refused);
    }

    @Test
    void partsThatDoNotFitTheStudy_areRefused() {
        for (List<Integer> parts : List.of(List.of(0, 1), List.of(0, 1, 2, 3, 1 << 20))) {
            SumForm form = new SumForm.Statistic(1, "s", parts);
            assertThrows(IllegalArgumentException.class, () -> SummedStudy.of(CURVES.study(), form));
        }
        assertThrows(IllegalArgumentException.class, () -> new SumForm.Statistic(1, "s", List.of(0, 2, 2)));
        assertThrows(IllegalArgumentException.class, () -> new SumForm.Statistic(1, "s", List.of(-1, 2)));
    }
}
