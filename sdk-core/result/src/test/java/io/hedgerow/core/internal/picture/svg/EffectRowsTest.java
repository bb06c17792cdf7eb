// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.picture.svg;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.graph.NamedNetwork;
import io.hedgerow.core.graph.WeightMatrix;
import io.hedgerow.core.internal.picture.svg.EffectRows.Row;
import io.hedgerow.core.search.TotalEffects;
import io.hedgerow.core.search.TotalEffects.Effect;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Which effects a forest plot has, in which order and unit. */
class EffectRowsTest {

    private static final NamedNetwork NETWORK =
            NamedNetwork.of(VariableSchema.of("a", "b", "c"), WeightMatrix.empty(3));

    private static Effect effect(int from, int to, double probability, double median, List<Double> possible) {
        return new Effect(
                from,
                to,
                0,
                Optional.empty(),
                probability,
                new TotalEffects.Interval(median, median - 1, median + 2),
                new TotalEffects.Identification(List.of(), possible, List.of()));
    }

    private static EffectRows rows(NamedNetwork network, Effect... effects) {
        return EffectRows.of(network, new TotalEffects(0.05, 0, List.of(effects)));
    }

    /** An effect in b per a times s_a / s_b is one in deviations; so are the ends of its interval. */
    @Test
    void scaled_isInDeviationsOfBothVariables() {
        EffectRows rows = rows(NETWORK.withDeviations(List.of(2.0, 5.0, 1.0)), effect(0, 1, 0.9, 3, List.of()));
        assertTrue(rows.scaled());
        Row row = rows.rows().get(0);
        assertEquals(3 * 2 / 5.0, row.median(), 1e-15);
        assertEquals(2 * 2 / 5.0, row.lower(), 1e-15);
        assertEquals(5 * 2 / 5.0, row.upper(), 1e-15);
        EffectRows plain = rows(NETWORK.withDeviations(List.of(2.0, 5.0, 0.0)), effect(0, 1, 0.9, 3, List.of()));
        assertFalse(plain.scaled(), "a constant column has no deviation");
        assertEquals(3, plain.rows().get(0).median());
    }

    @Test
    void rows_areTheProbable_largestFirst() {
        EffectRows rows = rows(
                NETWORK,
                effect(0, 1, 0.9, -2, List.of()),
                effect(0, 2, 0.5, 4, List.of()),
                effect(1, 2, 0.49, 9, List.of()),
                effect(2, 1, 0.6, 1, List.of()));
        assertEquals(
                List.of("a → c", "c → b", "a → b"),
                rows.rows().stream().map(Row::name).toList());
        assertEquals(4, rows.all());
    }

    /** P |median| decides which thirty are drawn: not the median, nor P alone. */
    @Test
    void ofTooMany_thoseWithTheLargestProduct_areDrawn() {
        List<Effect> many = new ArrayList<>();
        for (int k = 0; k < 30; k++) {
            many.add(effect(0, 1, 0.5, 10, List.of()));
        }
        many.add(effect(1, 2, 1, 4.9, List.of()));
        many.add(effect(2, 0, 0.6, -9, List.of()));
        EffectRows rows = EffectRows.of(NETWORK, new TotalEffects(0.05, 0, many));
        assertEquals(30, rows.rows().size());
        assertEquals(32, rows.all());
        assertEquals("c → a", rows.rows().get(29).name());
        assertTrue(rows.rows().stream().noneMatch(row -> row.name().equals("b → c")));
    }

    /**
     * One sign of all possible values identifies a direction; 0 and both signs do not; without values none is denied.
     */
    @Test
    void identified_isOneSignOfAllThatIsPossible() {
        assertTrue(rows(NETWORK, effect(0, 1, 1, 2, List.of(1.0, 3.0)))
                .rows()
                .get(0)
                .identified());
        assertTrue(rows(NETWORK, effect(0, 1, 1, -2, List.of(-1.0, -3.0)))
                .rows()
                .get(0)
                .identified());
        assertFalse(rows(NETWORK, effect(0, 1, 1, 2, List.of(0.0, 3.0)))
                .rows()
                .get(0)
                .identified());
        assertFalse(rows(NETWORK, effect(0, 1, 1, 2, List.of(-1.0, 3.0)))
                .rows()
                .get(0)
                .identified());
        assertTrue(rows(NETWORK, effect(0, 1, 1, 2, List.of())).rows().get(0).identified());
    }
}
