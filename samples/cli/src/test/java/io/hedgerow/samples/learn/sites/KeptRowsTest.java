// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.learn.sites;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.hedgerow.core.data.DataException;
import io.hedgerow.core.data.RowSource;
import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.data.internal.RowPartition;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class KeptRowsTest {

    /** 100 rows of two cells; fails at its first reading when told to. */
    private static final class Counted implements RowSource {
        private int readings;
        private final boolean failsFirst;

        private Counted(boolean failsFirst) {
            this.failsFirst = failsFirst;
        }

        @Override
        public VariableSchema schema() {
            return VariableSchema.of("a", "b");
        }

        @Override
        public boolean keepsOrder() {
            return true;
        }

        @Override
        public void forEachRow(RowConsumer consumer) {
            readings++;
            double[] row = new double[2];
            for (int i = 0; i < 100; i++) {
                if (failsFirst && readings == 1 && i == 50) {
                    throw new DataException("row 51");
                }
                row[0] = i;
                row[1] = -i;
                consumer.accept(row);
            }
        }
    }

    private static List<String> read(RowSource rows) {
        List<String> all = new ArrayList<>();
        rows.forEachRow(row -> {
            all.add(Arrays.toString(row));
            row[0] = 999; // a consumer that writes into its row must not change the next reading
        });
        return all;
    }

    @Test
    void aSecondReading_givesTheSameRowsWithoutTheFile() {
        Counted counted = new Counted(false);
        RowSource kept = new KeptRows(counted, 100 * 40);
        List<String> first = read(kept);
        assertEquals(read(new Counted(false)), first);
        assertEquals(first, read(kept));
        assertEquals(1, counted.readings);
    }

    @Test
    void rowsThatNeedMoreMemory_areReadFromTheFileEachTime() {
        Counted counted = new Counted(false);
        RowSource kept = new KeptRows(counted, 100 * 40 - 1);
        List<String> expected = read(new Counted(false));
        assertEquals(expected, read(kept));
        assertEquals(expected, read(kept));
        assertEquals(expected, read(kept));
        assertEquals(3, counted.readings);
    }

    @Test
    void aReadingThatFailed_keepsNothing() {
        Counted counted = new Counted(true);
        RowSource kept = new KeptRows(counted, 1 << 20);
        assertThrows(DataException.class, () -> read(kept));
        assertEquals(100, read(kept).size());
        assertEquals(2, counted.readings);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3, 7, 50, 100})
    void blocks_areThoseOfThePartition(int count) {
        Counted counted = new Counted(false);
        List<RowSource> blocks = KeptRows.blocks(new KeptRows(counted, 1 << 20), count);
        List<RowSource> expected = RowPartition.contiguous(new Counted(false), count);
        for (int again = 0; again < 2; again++) {
            for (int p = 0; p < count; p++) {
                assertEquals(read(expected.get(p)), read(blocks.get(p)));
            }
        }
        assertEquals(1, counted.readings);
    }

    @Test
    void blocksOfRowsThatAreNotKept_areThoseOfThePartitionToo() {
        List<RowSource> blocks = KeptRows.blocks(new KeptRows(new Counted(false), 0), 7);
        List<RowSource> expected = RowPartition.contiguous(new Counted(false), 7);
        assertEquals(
                expected.stream().map(KeptRowsTest::read).toList(),
                blocks.stream().map(KeptRowsTest::read).toList());
    }

    /** Else the error of the first reading would be lost, and other parts would go on. */
    @Test
    void tooFewRowsForTheSites_areAnErrorAtEveryPart() {
        List<RowSource> blocks = KeptRows.blocks(new KeptRows(new EnoughRows(new Counted(false), 51)), 51);
        for (RowSource block : blocks) {
            assertThrows(DataException.class, () -> read(block));
        }
    }
}
