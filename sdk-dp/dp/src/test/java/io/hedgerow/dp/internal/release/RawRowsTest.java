// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.internal.release;

import static org.junit.jupiter.api.Assertions.assertThrows;

import io.hedgerow.contract.RowSourceContract;
import io.hedgerow.core.data.DataException;
import io.hedgerow.core.data.DataView;
import io.hedgerow.core.data.RowSource;
import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.dp.internal.greedy.gradient.SampleBlocks;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** The fixture keeps the contract but for its cells; and a solver for persons gets none from rows that know none. */
class RawRowsTest extends RowSourceContract {

    @Override
    protected RowSource source() {
        return new RawRows(VariableSchema.of("age", "dose"), ROWS);
    }

    @Override
    protected Optional<List<Integer>> users() {
        return Optional.empty();
    }

    @Override
    protected Optional<RowSource> withACellThatHoldsNoNumber() {
        double[][] rows = ROWS.clone();
        rows[1] = new double[] {Double.NaN, ROWS[1][1]};
        return Optional.of(new RawRows(VariableSchema.of("age", "dose"), rows));
    }

    @Test
    void read_byUser_ofRowsThatKnowNoUsers_isRefused() {
        try (DataView view = RawRows.open(source())) {
            assertThrows(DataException.class, () -> SampleBlocks.read(view, true));
        }
    }
}
