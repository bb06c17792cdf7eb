// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.guides;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.LearnedNetwork;
import io.hedgerow.core.Learning;
import io.hedgerow.core.data.RowSource;
import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.data.rows.InMemoryRows;
import io.hedgerow.core.graph.NetworkEdge;
import io.hedgerow.core.method.Method;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** What docs/guides/interventions.md shows. */
class InterventionsGuideTest {

    private static final List<String> NAMES = List.of("age", "dose", "pressure", "stay");

    /** Age makes the dose, and in a trial a lot does. */
    private static double[][] rows(boolean trial, int count, long seed) {
        Random random = new Random(seed);
        double[][] rows = new double[count][];
        for (int k = 0; k < count; k++) {
            double age = random.nextGaussian();
            double dose = trial ? 1.2 * random.nextGaussian() : age + 0.8 * random.nextGaussian();
            double pressure = 0.9 * dose + 0.7 * random.nextGaussian();
            rows[k] = new double[] {age, dose, pressure, pressure + random.nextGaussian()};
        }
        return rows;
    }

    private static List<String> arrows(LearnedNetwork found) {
        return found.named().edges().stream()
                .filter(NetworkEdge::directed)
                .map(edge ->
                        found.named().name(edge.from()) + " -> " + found.named().name(edge.to()))
                .sorted()
                .toList();
    }

    @Test
    void knownTargets_directWhatRowsLeaveOpen() throws InterruptedException {
        VariableSchema columns = new VariableSchema(NAMES);
        RowSource wards = InMemoryRows.of(columns, rows(false, 400, 1));
        RowSource trial = InMemoryRows.of(columns, rows(true, 400, 2));
        assertEquals(List.of(), arrows(Learning.of(Method.named("gram")).learn(List.of(wards, trial))));
        // region:known
        LearnedNetwork found = Learning.of(Method.named("gram").with("interventions", "site-002: set dose"))
                .learn(List.of(wards, trial)); // site-001 and site-002
        found.named().edges().forEach(System.out::println);
        // endregion
        assertEquals(List.of("age -> dose", "dose -> pressure", "pressure -> stay"), arrows(found));
    }

    /** A new guideline makes the pressure lower, and no one wrote down what it changed. */
    @Test
    void unknownTargets_areEffectsOfAContext() throws InterruptedException {
        VariableSchema columns = VariableSchema.of("guideline", "age", "dose", "pressure", "stay");
        double[][] pooled = new double[800][];
        for (int k = 0; k < pooled.length; k++) {
            double guideline = k % 2;
            double[] row = rows(false, 1, 10 + k)[0];
            double change = -1.5 * guideline;
            pooled[k] = new double[] {guideline, row[0], row[1], row[2] + change, row[3] + change};
        }
        RowSource rows = InMemoryRows.of(columns, pooled);
        // region:unknown
        LearnedNetwork found = Learning.of(Method.named("gram")
                        .with("own-units", "true")
                        .with("tiers", "guideline; age, dose, pressure, stay"))
                .learn(List.of(rows)); // one site: the context must vary within a site
        found.named().edges().stream().filter(edge -> edge.from() == 0).forEach(System.out::println);
        // endregion
        assertTrue(
                arrows(found).contains("guideline -> pressure"), arrows(found).toString());
        // a cause of what the context changed is told from its effects
        assertTrue(arrows(found).contains("dose -> pressure"), arrows(found).toString());
        assertTrue(arrows(found).contains("pressure -> stay"), arrows(found).toString());
        assertEquals(
                1,
                found.named().edges().stream().filter(edge -> edge.from() == 0).count());
    }
}
