// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.guides;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.LearnedNetwork;
import io.hedgerow.core.Learning;
import io.hedgerow.core.data.RowSource;
import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.data.rows.InMemoryRows;
import io.hedgerow.core.method.Method;
import io.hedgerow.core.predict.Expected;
import io.hedgerow.core.predict.InterventionOutcome;
import io.hedgerow.core.predict.RowPredictor;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** What docs/guides/exchange.md shows of predictions in Java. */
class PredictGuideTest {

    private static RowSource ward(long seed) {
        Random random = new Random(seed);
        double[][] rows = new double[400][];
        for (int k = 0; k < rows.length; k++) {
            double age = 60 + 10 * random.nextGaussian();
            double dose = 2 + 0.5 * age + 3 * random.nextGaussian();
            rows[k] = new double[] {age, dose, 1 + 0.2 * dose + random.nextGaussian()};
        }
        return InMemoryRows.of(VariableSchema.of("age", "dose", "stay"), rows);
    }

    @Test
    void doors_sayWhatTheNetworkSays() throws InterruptedException {
        LearnedNetwork learned = Learning.of(Method.named("gram").with("tiers", "age; dose; stay"))
                .learn(List.of(ward(1), ward(2), ward(3)));
        RowSource newRows = ward(4);
        List<List<Expected>> rows = new ArrayList<>();
        // region:predict
        List<Expected> others = learned.predict(Map.of("age", 70));
        RowPredictor predicted = learned.predict(newRows, List.of("age", "dose"), rows::add);
        InterventionOutcome treated = learned.effects(Map.of("dose", 40));
        RowSource drawn = learned.synthesise(1000, 7);
        // endregion
        assertEquals(
                List.of("dose", "stay"), others.stream().map(Expected::variable).toList());
        // of a mean of 37 the error is 3 / √1200 and that of the weight by one deviation of age: six of both
        assertEquals(37, others.get(0).mean().orElseThrow(), 0.8);
        assertEquals(400, rows.size());
        assertEquals(1, predicted.qualities().get(0).rmse().orElseThrow(), 0.25);
        assertTrue(treated.changes().get(1).follows());
        assertEquals(learned.schema().names(), drawn.schema().names());
    }
}
