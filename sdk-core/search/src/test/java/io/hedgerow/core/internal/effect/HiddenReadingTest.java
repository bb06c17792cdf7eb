// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.effect;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.hedgerow.core.graph.AncestralMarks;
import io.hedgerow.core.graph.AncestralMarks.End;
import io.hedgerow.core.graph.WeightMatrix;
import io.hedgerow.core.internal.search.graph.ParentSets;
import io.hedgerow.core.search.TotalEffects.Link;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class HiddenReadingTest {

    /** Marks such as "0 o-> 2"; of a visible edge "0 ==> 2". */
    private static AncestralMarks marks(int variables, String... edges) {
        Map<List<Integer>, End> ends = new HashMap<>();
        Map<List<Integer>, Boolean> visible = new HashMap<>();
        for (String edge : edges) {
            int i = edge.charAt(0) - '0';
            int j = edge.charAt(6) - '0';
            String mark = edge.substring(2, 5).replace('=', '-');
            ends.put(List.of(j, i), End.of(mark.charAt(0)));
            ends.put(List.of(i, j), End.of(mark.charAt(2)));
            visible.put(List.of(i, j), edge.contains("="));
        }
        return AncestralMarks.of(
                variables,
                (i, j) -> Optional.ofNullable(ends.get(List.of(i, j))),
                (i, j) -> visible.getOrDefault(List.of(i, j), false),
                Optional.empty(),
                0);
    }

    private static ParentSets network(int variables, int... edges) {
        double[] w = new double[variables * variables];
        for (int k = 0; k < edges.length; k += 2) {
            w[edges[k] * variables + edges[k + 1]] = 1;
        }
        return ParentSets.of(WeightMatrix.ofRows(variables, w), variables);
    }

    /** 0 → 2 ← 1 and 2 → 3: 2 → 3 is visible, as every Y structure shows; 0 → 2 may have a hidden cause. */
    @Test
    void of_aVisibleEdge_restsOnNothing() {
        HiddenReading reading =
                new HiddenReading(marks(4, "0 o-> 2", "1 o-> 2", "2 ==> 3"), network(4, 0, 2, 1, 2, 2, 3));
        assertEquals(List.of(), reading.of(2, 3));
        assertEquals(List.of(new Link(0, 2, "o->")), reading.of(0, 2));
        assertEquals(List.of(new Link(0, 2, "o->")), reading.of(0, 3), "the first edge counts");
        assertEquals(List.of(new Link(3, 2, "<--")), reading.of(3, 2), "against the marks");
        assertEquals(List.of(new Link(3, 0, "none")), reading.of(3, 0), "no edge that could be read so is enough");
    }

    /** A directed edge that is not visible may have a hidden cause beside it. */
    @Test
    void of_anInvisibleEdge_restsOnIt() {
        HiddenReading reading = new HiddenReading(marks(2, "0 --> 1"), network(2, 0, 1));
        assertEquals(List.of(new Link(0, 1, "-->")), reading.of(0, 1));
    }

    /** The network says 0 → 1, the marks say that a hidden cause is the only explanation. */
    @Test
    void of_anEdgeThatMarksDoNotDirect_restsOnIt() {
        HiddenReading reading = new HiddenReading(marks(3, "0 <-> 1", "1 ==> 2"), network(3, 0, 1, 1, 2));
        assertEquals(List.of(new Link(0, 1, "<->")), reading.of(0, 1));
        assertEquals(List.of(new Link(0, 1, "<->")), reading.of(0, 2));
        HiddenReading absent = new HiddenReading(marks(2), network(2, 0, 1));
        assertEquals(List.of(new Link(0, 1, "none")), absent.of(0, 1));
    }

    /** The network adjusts for 2, of which the marks say that it causes 0 in no way. */
    @Test
    void of_anAdjustmentThatIsNoCause_restsOnIt() {
        HiddenReading reading = new HiddenReading(marks(3, "0 ==> 1", "2 <-> 0"), network(3, 2, 0, 0, 1));
        assertEquals(List.of(new Link(2, 0, "<->")), reading.of(0, 1));
    }

    /** A possibly directed path by which the effect could also go. */
    @Test
    void of_anOpenWayRound_restsOnIt() {
        HiddenReading reading =
                new HiddenReading(marks(3, "0 ==> 1", "0 o-o 2", "2 o-> 1"), network(3, 0, 1, 2, 0, 2, 1));
        assertEquals(List.of(new Link(0, 2, "o-o")), reading.of(0, 1));
    }
}
