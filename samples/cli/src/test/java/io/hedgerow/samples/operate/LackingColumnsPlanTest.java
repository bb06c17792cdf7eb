// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.operate;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.data.RowSource;
import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.data.rows.InMemoryRows;
import io.hedgerow.core.protocol.SiteId;
import io.hedgerow.transport.node.PlannedMethod;
import io.hedgerow.transport.node.SignedPlan;
import io.hedgerow.transport.study.StudyPlan;
import io.hedgerow.transport.study.StudyPlanException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Plans in which sites lack columns, before anything is read. */
class LackingColumnsPlanTest {

    private static StudyPlan plan(String algorithm, int sites, String lacks, String masks, int cohort) {
        String names = IntStream.rangeClosed(1, sites).mapToObj(p -> "s" + p).collect(Collectors.joining(", "));
        String text = String.join(
                "\n",
                "format: 1",
                "name: wards",
                "coordinator: hub",
                "sites: [" + names + "]",
                "variables: {age: [0, 120], dose: [0, 9], pH: [6, 8]}",
                "algorithm: {id: " + algorithm + ", parameters: {" + lacks + "}}",
                "insecureNoPrivacy: true",
                "rounds: 1",
                "quorum: " + sites,
                "deadline: 1m",
                "minimumCohort: " + cohort,
                "secureAggregation: " + masks,
                "");
        return StudyPlan.parse("study.yaml", text.getBytes(StandardCharsets.UTF_8));
    }

    private static String refused(String algorithm, int sites, String lacks, String masks, int cohort) {
        return assertThrows(
                        StudyPlanException.class,
                        () -> PlannedMethod.checked(plan(algorithm, sites, lacks, masks, cohort)))
                .getMessage();
    }

    private static String lacking(int from, int to) {
        return IntStream.rangeClosed(from, to)
                .mapToObj(p -> "lacks.s" + p + ": [dose]")
                .collect(Collectors.joining(", "));
    }

    @Test
    void aListAndItsText_sayTheSame_andAreSigned() {
        StudyPlan listed = plan("gram", 3, "lacks.s2: [dose]", "none", 1);
        assertEquals(
                listed.digest(), plan("gram", 3, "lacks.s2: dose", "none", 1).digest());
        assertTrue(listed.canonical().contains("parameter \"lacks.s2\" \"dose\""), listed.canonical());
        assertEquals(listed, StudyPlan.parse("again", listed.text().getBytes(StandardCharsets.UTF_8)));
        assertEquals(Set.of("dose"), PlannedMethod.of(listed).absentColumns(new SiteId("s2")));
        assertEquals(Set.of(), PlannedMethod.of(listed).absentColumns(new SiteId("s1")));
    }

    @Test
    void everySumKeepsThePromisesOfThePlan() {
        String masks = "{mode: malicious, colluding: 1, minHonest: 2}";
        assertDoesNotThrow(() -> PlannedMethod.checked(plan("gram", 6, lacking(4, 6), masks, 3)));
        String cohort = refused("gram", 6, lacking(4, 6), masks, 4);
        assertTrue(cohort.contains("every sum must be of at least 4 sites"), cohort);
        String honest = refused("gram", 6, lacking(4, 6), "{mode: malicious, colluding: 1, minHonest: 3}", 3);
        assertTrue(honest.contains("every sum must be of at least 4 sites"), honest);
        String few = refused("gram", 6, lacking(5, 6), masks, 3);
        assertTrue(few.contains("s5, s6 have columns that others have not: all but dose"), few);
    }

    @Test
    void pairsAtNoSite_unknownNames_andOtherMethods_areRefused() {
        String nowhere = refused("gram", 2, "lacks.s1: [dose], lacks.s2: [pH]", "none", 1);
        assertTrue(nowhere.contains("at none are \"dose\" and \"pH\""), nowhere);
        assertTrue(refused("gram", 2, "lacks.s1: [height]", "none", 1).contains("was height"));
        assertTrue(refused("gram", 2, "lacks.east: [dose]", "none", 1).contains("lacks.east"));
        for (String other : List.of("feature-gram", "direct-lingam", "fed-sparse")) {
            assertTrue(refused(other, 2, "lacks.s1: [dose]", "none", 1).contains("has no parameter lacks.s1"));
        }
    }

    /** On one machine sites get copies of rows, and what a site lacks is in none of them. */
    @Test
    void theFileOfASite_hasNoColumnThatItLacks_andIsReadWithoutIt(@TempDir Path folder) throws IOException {
        LocalStudy study = new LocalStudy(
                folder.resolve("study"),
                new LocalStudy.Terms(
                        "gram",
                        Map.of("lacks.site-2", "\"dose, mg\", pH"),
                        Optional.empty(),
                        false,
                        1,
                        0,
                        Duration.ofMinutes(1)),
                InstantSource.system());
        RowSource rows = InMemoryRows.of(
                VariableSchema.of("age", "dose, mg", "pH", "stay"),
                new double[][] {{50, 3, 7, 1}, {60, 4, 6.5, 2}, {70, 5, 6, 3}});
        study.create(List.of(rows, rows));
        Path lacking = study.site("site-2").resolve("rows.csv");
        assertEquals(List.of("age,stay", "50.0,1.0", "60.0,2.0", "70.0,3.0"), Files.readAllLines(lacking));
        assertEquals(
                "age,\"dose, mg\",pH,stay",
                Files.readAllLines(study.site("site-1").resolve("rows.csv")).get(0));
        assertEquals(
                List.of("age", "stay"),
                SignedPlan.read(study.plan())
                        .rows(new SiteId("site-2"), lacking)
                        .schema()
                        .names());
    }
}
