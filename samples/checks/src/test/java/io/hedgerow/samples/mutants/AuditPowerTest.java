// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.mutants;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

class AuditPowerTest {

    private static final List<String> BOTH = List.of("REFUTED: a, b: c", "REFUTED: d", "");
    private static final List<String> ONE = List.of("STANDS: a, b: c", "REFUTED: d", "");
    private static final List<String> NONE = List.of("STANDS: a, b: c", "STANDS: d", "");

    private static AuditPower of(int both, int one, int none) {
        List<String> lines = new ArrayList<>();
        Collections.nCopies(both, BOTH).forEach(lines::addAll);
        Collections.nCopies(one, ONE).forEach(lines::addAll);
        Collections.nCopies(none, NONE).forEach(lines::addAll);
        return AuditPower.of(lines);
    }

    @Test
    void of_countsRepetitionsOnce_andEveryClaimByItself() {
        AuditPower power = of(3, 15, 2);
        assertEquals("18 of 20: a, b: c 3; d 18", power.cell());
        assertEquals(List.of("| a, b: c | 17 of 20 |", "| d | 2 of 20 |"), power.rows());
    }

    @Test
    void weak_isFewerThanFourOfFive() {
        assertFalse(of(0, 16, 4).weak());
        assertTrue(of(0, 15, 5).weak());
        assertTrue(of(0, 0, 1).weak());
        assertEquals("**0** of 1", of(0, 0, 1).cell());
    }
}
