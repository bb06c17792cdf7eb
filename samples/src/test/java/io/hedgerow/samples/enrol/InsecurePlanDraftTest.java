// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.enrol;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.protocol.SiteId;
import io.hedgerow.transport.node.PlannedMethod;
import io.hedgerow.transport.study.PlannedVariable;
import io.hedgerow.transport.study.StudyPlan;
import io.hedgerow.transport.study.StudyPlanException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class InsecurePlanDraftTest {

    @TempDir
    Path temp;

    @ParameterizedTest
    @CsvSource({"0, 1", "1, 2", "0.8, 1", "0.81, 2", "97, 200", "160, 200", "161, 500", "4.1e-7, 1e-6", "3e300, 5e300"})
    void bound_is125OrMoreTimesAPowerOfTen_andLeavesAQuarter(double value, double bound) {
        assertEquals(bound, InsecurePlanDraft.bound(value));
    }

    @Test
    void draft_isRefusedUntilEveryMarkIsGone_andIsAPlanThen() throws Exception {
        Path data = temp.resolve("mine.csv");
        Files.writeString(data, "age (years),\"a \"\"b\"\"\",cold\n30,-3,-7\n97,,-1\n12,0.5,-2\n");
        Path plan = temp.resolve("study.yaml");
        InsecurePlanDraft.write(data, "wards", "hub", names(3), plan);
        List<String> lines = Files.readAllLines(plan);
        long marks = lines.stream()
                .filter(line -> line.contains(StudyPlan.UNCONFIRMED))
                .count();
        assertEquals(3 + 3 + 4 + 1 + 3, marks, "variables; name to sites; algorithm, ε, unit, deadline; mean; rows");
        assertTrue(lines.stream().anyMatch(line -> line.startsWith("  \"age (years)\": [0, 200]   #")));
        assertTrue(lines.stream().anyMatch(line -> line.contains("age (years)") && line.endsWith("unit: years")));
        StudyPlanException refused = assertThrows(StudyPlanException.class, () -> StudyPlan.read(plan));
        assertTrue(refused.getMessage().contains("nobody has confirmed it"), refused.getMessage());
        assertTrue(refused.getMessage().endsWith("lines with the mark: 14"), refused.getMessage());
        byte[] bytes = Files.readAllBytes(plan);
        assertThrows(StudyPlanException.class, () -> StudyPlan.parse("one that arrived", bytes));

        for (int k = 0; k < lines.size(); k++) {
            String line = lines.get(k);
            if (line.contains(StudyPlan.UNCONFIRMED)) {
                assertThrows(StudyPlanException.class, () -> StudyPlan.read(plan), "one mark is enough");
                lines.set(k, line.substring(0, line.indexOf(StudyPlan.UNCONFIRMED)));
                Files.write(plan, lines);
            }
        }
        StudyPlan confirmed = StudyPlan.read(plan);
        PlannedMethod.checked(confirmed);
        assertEquals(
                List.of(
                        new PlannedVariable("age (years)", 0, 200),
                        new PlannedVariable("a \"b\"", -5, 1),
                        new PlannedVariable("cold", -10, 0)),
                confirmed.variables());
    }

    @Test
    void twoSites_haveNoMasks_andAPlanIsNotReplaced() throws Exception {
        Path data = temp.resolve("mine.csv");
        Files.writeString(data, "a,b\n1,2\n");
        Path plan = temp.resolve("study.yaml");
        InsecurePlanDraft.write(data, "wards", "hub", names(2), plan);
        assertTrue(Files.readString(plan).contains("secureAggregation: none"));
        assertThrows(
                FileAlreadyExistsException.class, () -> InsecurePlanDraft.write(data, "other", "hub", names(2), plan));
        assertFalse(Files.readString(plan).contains("other"));
    }

    private static List<SiteId> names(int sites) {
        return Stream.of("north", "south", "west").limit(sites).map(SiteId::new).toList();
    }
}
