// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.design;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.hedgerow.core.data.VariableSchema;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class TimeSlicesTest {

    private static final TimeSlices SLICES = new TimeSlices(VariableSchema.of("a", "b"), 2);

    @Test
    void columns_sayWhatTheyAre() {
        assertEquals(VariableSchema.of("a", "b", "a[t-1]", "b[t-1]", "a[t-2]", "b[t-2]"), SLICES.stacked());
        assertEquals(Optional.of(SLICES), TimeSlices.of(SLICES.stacked()));
        assertEquals(1, SLICES.variable(5));
        assertEquals(2, SLICES.lag(5));
        assertEquals(0, SLICES.lag(1));
    }

    @Test
    void otherColumns_areNoSlices() {
        assertEquals(Optional.empty(), TimeSlices.of(VariableSchema.of("a", "b")));
        assertEquals(Optional.empty(), TimeSlices.of(VariableSchema.of("a", "b", "a[t-1]")));
        assertEquals(Optional.empty(), TimeSlices.of(VariableSchema.of("a", "b", "a[t-1]", "c[t-1]")));
        assertEquals(Optional.empty(), TimeSlices.of(VariableSchema.of("a[t-1]", "a")));
    }

    @Test
    void lags_areBounded() {
        assertThrows(IllegalArgumentException.class, () -> new TimeSlices(VariableSchema.of("a"), -1));
        assertThrows(
                IllegalArgumentException.class, () -> new TimeSlices(VariableSchema.of("a"), TimeSlices.MOST_LAGS + 1));
    }
}
