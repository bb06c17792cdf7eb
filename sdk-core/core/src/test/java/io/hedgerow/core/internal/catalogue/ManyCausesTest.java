// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.catalogue;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.LearnedNetwork;
import io.hedgerow.core.Learning;
import io.hedgerow.core.data.RowSource;
import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.data.rows.InMemoryRows;
import io.hedgerow.core.method.Method;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ManyCausesTest {

    /** The last variable is the sum of all others, which are independent, and of noise. */
    private static RowSource sums(int causes) {
        Random random = new Random(1);
        double[][] rows = new double[2000][causes + 1];
        for (double[] row : rows) {
            for (int i = 0; i < causes; i++) {
                row[i] = random.nextGaussian();
                row[causes] += row[i];
            }
            row[causes] += random.nextGaussian();
        }
        return InMemoryRows.of(VariableSchema.numbered(causes + 1), rows);
    }

    /** A search that tries no more than twelve causes says where it came to that many. */
    @ParameterizedTest
    @CsvSource({
        "gram, 11, 11, ''",
        // the other two come as effects, each with edges from eleven of the causes
        "gram, 14, 36, 'x15 has 12 causes, the most that the search tries for one variable: it may have more, which then"
                + " show as effects, with edges to the other causes that are not there'"
    })
    void learn_ofAVariableWithManyCauses_saysWhereItStopped(String name, int causes, int found, String note)
            throws InterruptedException {
        LearnedNetwork learned = Learning.of(Method.named(name)).learn(List.of(sums(causes)));
        assertEquals(found, learned.network().edgeCount());
        assertEquals(note.isEmpty(), learned.run().notes().isEmpty());
        assertTrue(
                note.isEmpty() || learned.run().notes().contains(note),
                learned.run().notes()::toString);
    }
}
