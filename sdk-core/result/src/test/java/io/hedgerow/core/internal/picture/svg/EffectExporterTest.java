// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.picture.svg;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.graph.NamedNetwork;
import io.hedgerow.core.graph.export.Awkward;
import io.hedgerow.core.graph.export.Dynamic;
import io.hedgerow.core.graph.export.ExportedNetwork;
import io.hedgerow.core.graph.export.NetworkExporter;
import io.hedgerow.core.search.TotalEffects;
import io.hedgerow.core.search.TotalEffects.Effect;
import io.hedgerow.core.search.TotalEffects.Link;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Element;

/** Total effects as a table and as a picture. */
class EffectExporterTest {

    private static Effect effect(int from, int to, int steps, double probability, double median) {
        return new Effect(
                from,
                to,
                steps,
                Optional.empty(),
                probability,
                new TotalEffects.Interval(median, median - 1, median + 0.5),
                new TotalEffects.Identification(List.of(), List.of(0.0, median), List.of(new Link(from, to, "o->"))));
    }

    private static TotalEffects all(NamedNetwork network) {
        List<Effect> pairs = new ArrayList<>();
        for (int i = 0; i < network.size(); i++) {
            for (int j = 0; j < network.size(); j++) {
                if (i != j) {
                    pairs.add(effect(i, j, 0, 0.4 + 0.6 / (1 + i + j), i - j));
                }
            }
        }
        return new TotalEffects(0.05, 0, pairs);
    }

    private static String written(String format, NamedNetwork network, TotalEffects effects) {
        return NetworkExporter.of(format).text(ExportedNetwork.of(network).withEffects(effects));
    }

    @Test
    void csv_hasALineForEachEffect_andTheStepsOfSeries() {
        String text = written(
                "effects-csv",
                Dynamic.SMALL,
                new TotalEffects(0.05, 2, List.of(effect(0, 1, 2, 0.75, 3), effect(1, 0, 0, 0.5, -2))));
        assertEquals(
                "from,to,steps,probability,median,lower,upper,identified,least_size,adjustment,rests_on\r\n"
                        + "a,\"b, c\",2,0.75,3.0,2.0,3.5,false,0.0,,\"a o-> b, c\"\r\n"
                        + "\"b, c\",a,0,0.5,-2.0,-3.0,-1.5,false,0.0,,\"b, c o-> a\"\r\n",
                text);
    }

    @Test
    void svg_isWellFormed_withNamesOfAllKinds_andDrawsAtMostThirty() {
        TotalEffects effects = all(Awkward.NETWORK);
        var xml = Awkward.xml(written("effects-svg", Awkward.NETWORK, effects));
        int squares = Awkward.elements(xml, "rect").size() - 1; // beside the page
        long likely = effects.pairs().stream()
                .filter(pair -> pair.probability() >= 0.5)
                .count();
        assertEquals(Math.min(30, likely), squares);
        for (Element square : Awkward.elements(xml, "rect").subList(1, squares + 1)) {
            assertEquals("#ffffff", square.getAttribute("fill"), "both 0 and a value are possible, so it is hollow");
        }
    }

    @Test
    void svg_neverSaysThatAnEffectIsCertain() {
        String text = written("effects-svg", Dynamic.SMALL, new TotalEffects(0.05, 2, List.of(effect(0, 1, 2, 1, 3))));
        assertTrue(text.contains(">0.99<"), text);
        assertFalse(text.contains(">1.00<"), text);
        assertTrue(text.contains("+2"), "how many steps later");
    }

    @Test
    void svg_withoutEffects_isAPage() {
        Awkward.xml(written("effects-svg", Awkward.NETWORK, new TotalEffects(0.05, 0, List.of())));
    }

    /** Of series nothing is said of a class, so their squares are not hollow. */
    @Test
    void svg_isHollowWhereTheShownClassSays0_andFilledWhereNothingWasComputed() {
        for (List<Double> possible : List.of(List.of(0.0), List.<Double>of(), List.of(3.0))) {
            Effect effect = new Effect(
                    0,
                    1,
                    0,
                    Optional.empty(),
                    0.9,
                    new TotalEffects.Interval(3, 2, 4),
                    new TotalEffects.Identification(List.of(), possible, List.of()));
            var xml = Awkward.xml(written("effects-svg", Awkward.NETWORK, new TotalEffects(0.05, 0, List.of(effect))));
            String fill = Awkward.elements(xml, "rect").get(1).getAttribute("fill");
            assertEquals(possible.equals(List.of(0.0)), fill.equals("#ffffff"), possible + " is " + fill);
        }
    }
}
