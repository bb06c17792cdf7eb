// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.data;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.hedgerow.core.data.rows.InMemoryRows;
import java.util.List;
import org.junit.jupiter.api.Test;

class UnitCountTest {

    @Test
    void units_areRowsOrUsers_inParts() {
        UnitCount count = new UnitCount();
        assertEquals(0, count.units());
        count.add(new double[] {1});
        count.addUser(List.of(new double[] {1}, new double[] {2}, new double[] {3}));
        UnitCount part = new UnitCount();
        part.add(new double[] {4});
        count.merge(part);
        assertEquals(3, count.units());
    }

    @Test
    void sumOfRows_countsThem() {
        RowSource rows = InMemoryRows.of(VariableSchema.numbered(1), new double[][] {{1}, {1}, {2}});
        assertEquals(3, rows.sumOfRows(new UnitCount()).units());
    }
}
