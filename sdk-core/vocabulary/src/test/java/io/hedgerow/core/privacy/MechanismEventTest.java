// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.privacy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MechanismEventTest {

    @ParameterizedTest
    @ValueSource(doubles = {0, -1, Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY})
    void parametersThatSayNothing_areRefused(double value) {
        assertThrows(IllegalArgumentException.class, () -> new MechanismEvent.Gaussian(value, 1));
        assertThrows(IllegalArgumentException.class, () -> new MechanismEvent.Selection(value, 1));
        assertThrows(IllegalArgumentException.class, () -> new MechanismEvent.Laplace(value, 1));
        IllegalArgumentException e =
                assertThrows(IllegalArgumentException.class, () -> new MechanismEvent.PureDp(value, 1));
        assertEquals("epsilon must be finite and > 0, was " + value, e.getMessage());
    }

    @ParameterizedTest
    @ValueSource(longs = {0, -3})
    void countsBelowOne_areRefused(long count) {
        assertThrows(IllegalArgumentException.class, () -> new MechanismEvent.Gaussian(1, count));
        assertThrows(IllegalArgumentException.class, () -> new MechanismEvent.Selection(1, count));
        assertThrows(IllegalArgumentException.class, () -> new MechanismEvent.Laplace(1, count));
        assertThrows(IllegalArgumentException.class, () -> new MechanismEvent.PureDp(1, count));
    }

    @Test
    void sequence_keepsItsOwnCopyAndIsNeverEmpty() {
        List<MechanismEvent> steps = new ArrayList<>(List.of(new MechanismEvent.PureDp(1, 1)));
        MechanismEvent.Sequence sequence = new MechanismEvent.Sequence(steps);
        steps.add(new MechanismEvent.NonPrivate("added later"));
        assertFalse(sequence.containsNonPrivate());
        assertThrows(IllegalArgumentException.class, () -> new MechanismEvent.Sequence(List.of()));
    }

    @Test
    void containsNonPrivate_looksIntoSequences() {
        MechanismEvent hidden = new MechanismEvent.NonPrivate("x");
        assertTrue(hidden.containsNonPrivate());
        assertTrue(new MechanismEvent.Sequence(List.of(new MechanismEvent.PureDp(1, 1), hidden)).containsNonPrivate());
        assertFalse(new MechanismEvent.PureDp(1, 1).containsNonPrivate());
    }

    @Test
    void namesOfDatasetsAndKeyColumns_areNotBlank() {
        assertThrows(IllegalArgumentException.class, () -> new DatasetIdentity(" "));
        assertThrows(IllegalArgumentException.class, () -> new DatasetIdentity("x".repeat(201)));
        assertThrows(IllegalArgumentException.class, () -> new PrivacyUnit.UserUnit(""));
        assertThrows(
                IllegalArgumentException.class,
                () -> new ReservationRequest(
                        new DatasetIdentity("d"),
                        new PrivacyUnit.RecordUnit(),
                        Adjacency.REPLACE_ONE,
                        "s",
                        -1,
                        new MechanismEvent.PureDp(1, 1)));
    }
}
