// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.secureagg.simulation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.LearnedNetwork;
import io.hedgerow.core.Learning;
import io.hedgerow.core.data.RowSource;
import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.data.rows.InMemoryRows;
import io.hedgerow.core.method.Method;
import io.hedgerow.core.method.UploadProtection;
import io.hedgerow.secureagg.policy.AggregationPolicy;
import java.util.List;
import java.util.Random;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Networks from rows with missing cells are the same behind masks, of patterns that many rows share. */
class MaskedCellsTest {

    private static final int D = 5;
    private static final int ROWS = 400;

    /** A chain x1 → x2 → …; every fourth row lacks x2, every other fourth x4 and x5; and some lack x1. */
    private static RowSource rows(long seed, IntPredicate lackFirst) {
        Random random = new Random(seed);
        double[][] rows = new double[ROWS][D];
        for (int r = 0; r < ROWS; r++) {
            for (int j = 0; j < D; j++) {
                rows[r][j] = 10 * j + random.nextGaussian() + (j > 0 ? 0.8 * (rows[r][j - 1] - 10 * (j - 1)) : 0);
            }
        }
        for (int r = 0; r < ROWS; r++) {
            rows[r][1] = r % 4 == 1 ? Double.NaN : rows[r][1];
            rows[r][3] = r % 4 == 2 ? Double.NaN : rows[r][3];
            rows[r][4] = r % 4 == 2 ? Double.NaN : rows[r][4];
            rows[r][0] = lackFirst.test(r) ? Double.NaN : rows[r][0];
        }
        return InMemoryRows.withMissingCells(VariableSchema.numbered(D), rows);
    }

    private static LearnedNetwork learn(IntPredicate lackFirst, UploadProtection uploads) throws InterruptedException {
        return Learning.of(Method.named("gram").with("missing", "use"), uploads)
                .on(Runnable::run)
                .learn(IntStream.range(0, 3).mapToObj(p -> rows(p, lackFirst)).toList());
    }

    private static LearnedNetwork plain(IntPredicate lackFirst) throws InterruptedException {
        return learn(lackFirst, UploadProtection.insecurePlain());
    }

    private static LearnedNetwork masked(IntPredicate lackFirst) throws InterruptedException {
        return learn(lackFirst, new MaskedSites(AggregationPolicy.standard()));
    }

    private static void assertSame(LearnedNetwork plain, LearnedNetwork masked) {
        for (int k = 0; k < D * D; k++) {
            assertEquals(plain.network().hasEdge(k / D, k % D), masked.network().hasEdge(k / D, k % D));
            assertEquals(plain.network().get(k / D, k % D), masked.network().get(k / D, k % D), 1e-6);
        }
        assertTrue(plain.network().edgeCount() >= D - 1);
    }

    /** Steps end where S changes by 1e-5, and sums are doubles here, steps of 2⁻²⁴ there. */
    @Test
    void gram_behindMasks_isTheSame_wherePatternsHaveTenRows() throws InterruptedException {
        LearnedNetwork plain = plain(r -> r % 40 == 0);
        LearnedNetwork masked = masked(r -> r % 40 == 0);
        assertSame(plain, masked);
        assertEquals(figures(plain), figures(masked));
    }

    /** What the notes say of cells, but for those that masks may leave out. */
    private static List<String> figures(LearnedNetwork network) {
        return network.run().notes().stream()
                .map(note -> note.substring(note.indexOf("depended on")))
                .toList();
    }

    /** Nine rows of a site lack x1 and nothing else: behind masks they are left out. */
    @Test
    void gram_behindMasks_usesNoPatternOfNineRows() throws InterruptedException {
        IntPredicate nine = r -> r % 40 == 0 && r > 0;
        LearnedNetwork plain = plain(nine);
        LearnedNetwork masked = masked(nine);
        assertTrue(
                plain.run().notes().get(0).endsWith("of " + 3 * ROWS),
                plain.run().notes().toString());
        assertTrue(
                masked.run().notes().get(0).endsWith("of " + 3 * (ROWS - 9)),
                masked.run().notes().toString());
        assertEquals(D - 1, masked.network().edgeCount());
    }
}
