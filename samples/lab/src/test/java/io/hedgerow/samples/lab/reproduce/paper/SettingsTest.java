// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.lab.reproduce.paper;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Map;
import org.junit.jupiter.api.Test;

class SettingsTest {

    @Test
    void filled_takesThePointFirst_andLeavesOutWhatNobodySays() {
        Settings told = new Settings(Map.of("rounds", "$T", "lambda", "$l", "l", "0.1", "gamma", "$g"));
        Settings filled = told.filled(new Settings(Map.of("T", "30")));
        assertEquals(30, filled.whole("rounds"));
        assertEquals(0.1, filled.number("lambda"));
        assertFalse(filled.has("gamma"));
    }

    @Test
    void values_thatAreWrong_areNamed() {
        Settings told = new Settings(Map.of("rounds", "2.5", "lambda", "much"));
        String whole = assertThrows(IllegalArgumentException.class, () -> told.whole("rounds"))
                .getMessage();
        assertTrue(whole.contains("setting rounds must be a whole number, was 2.5"), whole);
        String number = assertThrows(IllegalArgumentException.class, () -> told.number("lambda"))
                .getMessage();
        assertTrue(number.contains("setting lambda must be a number, was much"), number);
        assertThrows(IllegalArgumentException.class, () -> told.text("algorithm"));
    }

    @Test
    void published_isReadWithItsRounding() {
        PublishedFigure figure = PublishedFigure.parse("A,20,shd,27.4,14.516,10,table 1, row 3");
        assertEquals(27.4, figure.mean());
        assertEquals(0.05, figure.rounding(), 1e-15);
        assertEquals("table 1, row 3", figure.place());
        assertThrows(IllegalArgumentException.class, () -> PublishedFigure.parse("A,20,shd"));
        assertThrows(IllegalArgumentException.class, () -> PublishedFigure.parse("A,20,height,1,,,x"));
    }
}
