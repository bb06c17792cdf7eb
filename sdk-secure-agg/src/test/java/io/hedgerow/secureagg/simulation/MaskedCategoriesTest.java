// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.secureagg.simulation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.LearnedNetwork;
import io.hedgerow.core.Learning;
import io.hedgerow.core.data.RowSource;
import io.hedgerow.core.data.VariableKind;
import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.data.rows.InMemoryRows;
import io.hedgerow.core.method.Method;
import io.hedgerow.core.method.UploadProtection;
import io.hedgerow.secureagg.policy.AggregationPolicy;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Networks of numbers and categories are the same behind masks. */
class MaskedCategoriesTest {

    /** a → b → c → …, categories of three levels, and a number that follows the last. */
    private static RowSource rows(int categories, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        Map<String, VariableKind> kinds = new HashMap<>();
        for (int j = 0; j < categories; j++) {
            kinds.put("x" + (j + 1), VariableKind.categorical("a", "b", "c"));
        }
        double[][] rows = new double[300][categories + 1];
        for (double[] row : rows) {
            for (int j = 0; j < categories; j++) {
                row[j] = j > 0 && random.nextDouble() < 0.6 ? row[j - 1] : random.nextInt(3);
            }
            row[categories] = row[categories - 1] + 2 * random.nextDouble();
        }
        return InMemoryRows.of(VariableSchema.numbered(categories + 1).with(kinds), rows);
    }

    private static LearnedNetwork learn(int categories, UploadProtection uploads) throws InterruptedException {
        return Learning.of(Method.named("gram"), uploads)
                .on(Runnable::run)
                .learn(IntStream.range(0, 3).mapToObj(p -> rows(categories, p)).toList());
    }

    /** Two categories need one round, four have rounds of tables. */
    @ParameterizedTest
    @ValueSource(ints = {2, 4})
    void gram_behindMasks_isTheSame(int categories) throws InterruptedException {
        LearnedNetwork plain = learn(categories, UploadProtection.insecurePlain());
        LearnedNetwork masked = learn(categories, new MaskedSites(AggregationPolicy.standard()));
        assertEquals(categories, plain.network().edgeCount());
        for (int k = 0; k < (categories + 1) * (categories + 1); k++) {
            int i = k / (categories + 1);
            int j = k % (categories + 1);
            assertEquals(plain.network().hasEdge(i, j), masked.network().hasEdge(i, j));
            // doubles against steps behind the point, the same counts
            assertEquals(plain.network().get(i, j), masked.network().get(i, j), 1e-6);
        }
        assertEquals(
                List.copyOf(plain.evidence()
                        .orElseThrow()
                        .categories()
                        .orElseThrow()
                        .tables()),
                List.copyOf(masked.evidence()
                        .orElseThrow()
                        .categories()
                        .orElseThrow()
                        .tables()),
                "counts are whole numbers");
        assertTrue(masked.run().notes().get(0).startsWith(categories + " categorical variables"));
    }
}
