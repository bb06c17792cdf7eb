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
import java.util.Random;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Networks of categories with missing cells are the same behind masks, of patterns that many rows share. */
class MaskedMissingCategoriesTest {

    private static final int D = 5;
    private static final int ROWS = 600;
    private static final VariableKind LETTERS = new VariableKind.Categorical(List.of("x", "y", "z"));

    private static VariableSchema schema(int categories) {
        Map<String, VariableKind> kinds = new HashMap<>();
        IntStream.range(0, categories).forEach(j -> kinds.put("x" + (j + 1), LETTERS));
        return VariableSchema.numbered(D).with(kinds);
    }

    /** A chain of categories, then of numbers; every fourth row lacks x2, every other fourth x4 and x5, some x1. */
    private static RowSource rows(int categories, long seed, IntPredicate lackFirst) {
        Random random = new Random(seed);
        double[][] rows = new double[ROWS][D];
        for (int r = 0; r < ROWS; r++) {
            for (int j = 0; j < D; j++) {
                double before = j > 0 ? rows[r][j - 1] : random.nextInt(3);
                rows[r][j] = j >= categories
                        ? before + random.nextGaussian()
                        : random.nextDouble() < 0.6 ? before : random.nextInt(3);
            }
        }
        for (int r = 0; r < ROWS; r++) {
            rows[r][1] = r % 4 == 1 ? Double.NaN : rows[r][1];
            rows[r][3] = r % 4 == 2 ? Double.NaN : rows[r][3];
            rows[r][4] = r % 4 == 2 ? Double.NaN : rows[r][4];
            rows[r][0] = lackFirst.test(r) ? Double.NaN : rows[r][0];
        }
        return InMemoryRows.withMissingCells(schema(categories), rows);
    }

    private static LearnedNetwork learn(int categories, IntPredicate lackFirst, UploadProtection uploads)
            throws InterruptedException {
        return Learning.of(Method.named("gram").with("missing", "use"), uploads)
                .on(Runnable::run)
                .learn(IntStream.range(0, 3)
                        .mapToObj(p -> rows(categories, p, lackFirst))
                        .toList());
    }

    private static LearnedNetwork masked(int categories, IntPredicate lackFirst) throws InterruptedException {
        return learn(categories, lackFirst, new MaskedSites(AggregationPolicy.standard()));
    }

    @Test
    void gram_behindMasks_isTheSame_wherePatternsHaveTenRows() throws InterruptedException {
        for (int categories : new int[] {3, 5}) {
            IntPredicate fortieth = r -> r % 40 == 0;
            LearnedNetwork plain = learn(categories, fortieth, UploadProtection.insecurePlain());
            LearnedNetwork masked = masked(categories, fortieth);
            for (int k = 0; k < D * D; k++) {
                assertEquals(
                        plain.network().hasEdge(k / D, k % D), masked.network().hasEdge(k / D, k % D));
                assertEquals(plain.network().get(k / D, k % D), masked.network().get(k / D, k % D), 1e-6);
            }
            assertEquals(D - 1, plain.network().edgeCount());
        }
    }

    /** Nine rows of a site lack x1 and nothing else: behind masks they are left out. */
    @Test
    void gram_behindMasks_usesNoPatternOfNineRows() throws InterruptedException {
        IntPredicate nine = r -> r % 64 == 0 && r > 0;
        assertEquals(9, IntStream.range(0, ROWS).filter(nine).count());
        String notes = masked(5, nine).run().notes().toString();
        assertTrue(notes.contains("of " + 3 * (ROWS - 9)), notes);
    }
}
