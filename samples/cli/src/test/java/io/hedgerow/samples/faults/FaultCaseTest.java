// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.faults;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Comparator;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class FaultCaseTest {

    private static final int SEEDS = 50;

    @ParameterizedTest
    @EnumSource
    void draw_ofTheSameSeed_isTheSameCase_andOfAnotherIsAnother(StudyKind kind) {
        Set<List<Fault>> all = new HashSet<>();
        for (long seed = 1; seed <= SEEDS; seed++) {
            FaultCase drawn = FaultCase.draw(kind, seed);
            assertEquals(drawn, FaultCase.draw(kind, seed));
            assertTrue(all.add(drawn.faults()), "seed " + seed + " repeats an earlier one");
            assertTrue(drawn.command().contains("-Dfaults.kinds=" + kind.lowerCase() + " -Dfaults.first=" + seed));
            assertEquals(kind, StudyKind.of(kind.lowerCase()));
        }
    }

    @ParameterizedTest
    @EnumSource
    void seedsOfACampaign_drawEverySettingAndEveryFault_inTheOrderInWhichTheyCome(StudyKind kind) {
        Set<StudySetting> settings = new HashSet<>();
        Set<FaultKind> faults = EnumSet.noneOf(FaultKind.class);
        Set<Boolean> coordinators = new HashSet<>();
        for (long seed = 1; seed <= SEEDS; seed++) {
            FaultCase drawn = FaultCase.draw(kind, seed);
            settings.add(drawn.setting());
            List<Fault> sorted = drawn.faults().stream()
                    .sorted(Comparator.comparingDouble(Fault::at))
                    .toList();
            assertEquals(sorted, drawn.faults());
            assertTrue(!drawn.faults().isEmpty() && drawn.faults().size() <= 4);
            for (Fault fault : drawn.faults()) {
                faults.add(fault.kind());
                coordinators.add(fault.party().equals(Party.COORDINATOR));
            }
        }
        assertEquals(Set.copyOf(kind.settings()), settings);
        assertEquals(EnumSet.copyOf(kind.faults()), faults);
        assertEquals(Set.of(true, false), coordinators);
    }

    @Test
    void kinds_areWhatTheirNamesSay() {
        assertTrue(StudyKind.PLAIN.settings().stream().noneMatch(one -> one.masked() || one.hasBudget()));
        assertTrue(StudyKind.MASKED.settings().stream().allMatch(one -> one.masked() && !one.hasBudget()));
        assertTrue(StudyKind.PRIVATE.settings().stream().allMatch(StudySetting::hasBudget));
    }

    @Test
    void faultOfANetwork_mustBeASites_andItsTimeAShare() {
        assertThrows(IllegalArgumentException.class, () -> new Fault(FaultKind.CORRUPT, Party.COORDINATOR, 0.5, 100));
        assertThrows(IllegalArgumentException.class, () -> new Fault(FaultKind.KILL, "site-1", Double.NaN, 100));
        assertThrows(IllegalArgumentException.class, () -> new Fault(FaultKind.KILL, "site-1", 1.01, 100));
    }
}
