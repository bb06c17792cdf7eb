// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.category;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.data.VariableKind;
import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.model.Parameters;
import io.hedgerow.core.protocol.encoding.ProtocolException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SeenLayoutTest {

    private static final VariableKind LETTERS = new VariableKind.Categorical(List.of("x", "y", "z"));
    private static final SeenLayout LAYOUT = new SeenLayout(new CategoryColumns(
            VariableSchema.of("a", "b", "c", "n").with(Map.of("a", LETTERS, "b", LETTERS, "c", LETTERS))));

    @Test
    void aQuestion_isReadAsItWasAsked() {
        Parameters about = Parameters.copyOf(new double[] {3, 1, 4});
        int[] chosen = {0, 2, 4, 7};
        Parameters told = LAYOUT.ask(SeenLayout.Question.CELLS, LAYOUT.cells(), about, chosen);
        assertEquals(LAYOUT.layout().size(), told.size());
        assertEquals(SeenLayout.Question.CELLS, LAYOUT.question(told));
        assertArrayEquals(chosen, LAYOUT.indicators(told));
        assertEquals(about, SeenLayout.part(told, LAYOUT.cells(), 3));
        assertEquals(SeenLayout.Question.FIRST, LAYOUT.question(Parameters.zeros(told.size())));
    }

    @Test
    void partsFollowEachOther_andTablesWithMissingCellsHaveRoom() {
        assertTrue(LAYOUT.whole().layout().size() <= LAYOUT.open().layout().size());
        assertTrue(LAYOUT.whole().parts().get(1) <= LAYOUT.open().parts().get(1));
        assertTrue(LAYOUT.open().layout().size() <= LAYOUT.numbers());
        assertTrue(LAYOUT.numbers() < LAYOUT.cells());
        assertTrue(LAYOUT.cells() < LAYOUT.between());
        assertTrue(LAYOUT.fewestRounds() < LAYOUT.rounds());
    }

    @Test
    void whatCannotBeAsked_isRefused() {
        double[] told = new double[LAYOUT.layout().size()];
        int[] all = {0, 1, 2, 3, 4, 5, 6, 7, 8};
        Parameters most = LAYOUT.ask(SeenLayout.Question.CELLS, 0, Parameters.zeros(1), all);
        assertThrows(ProtocolException.class, () -> LAYOUT.indicators(most));
        for (int k = 0; k < told.length; k++) {
            told[k] = most.get(k) == 1 ? 9 : 0;
        }
        assertThrows(ProtocolException.class, () -> LAYOUT.question(Parameters.copyOf(told)));
    }
}
