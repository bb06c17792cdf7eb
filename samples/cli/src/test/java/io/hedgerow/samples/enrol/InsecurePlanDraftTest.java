// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.enrol;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.data.DataException;
import io.hedgerow.core.protocol.SiteId;
import io.hedgerow.samples.columns.MappingFile;
import io.hedgerow.samples.source.InsecureKeyColumns;
import io.hedgerow.transport.node.PlannedMethod;
import io.hedgerow.transport.study.PlannedVariable;
import io.hedgerow.transport.study.StudyPlan;
import io.hedgerow.transport.study.StudyPlanException;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class InsecurePlanDraftTest {

    private static final InsecurePlanDraft.Unit UNSAID = new InsecurePlanDraft.Unit.Unsaid();

    @TempDir
    Path temp;

    @Test
    void draft_isRefusedUntilEveryMarkIsGone_andIsAPlanThen() throws Exception {
        Path data = temp.resolve("mine.csv");
        Files.writeString(data, "age (years),\"a \"\"b\"\"\",cold\n30,-3,-7\n97,,-1\n12,0.5,-2\n");
        Path plan = temp.resolve("study.yaml");
        InsecurePlanDraft.write(data, MappingFile.none(), UNSAID, "wards", "hub", names(3), plan);
        List<String> lines = Files.readAllLines(plan);
        long marks = lines.stream()
                .filter(line -> line.contains(StudyPlan.UNCONFIRMED))
                .count();
        assertEquals(3 + 3 + 4 + 1 + 3, marks, "variables; name to sites; algorithm, ε, unit, deadline; mean; rows");
        assertTrue(lines.stream().anyMatch(line -> line.startsWith("  \"age (years)\": [0, 200]   #")));
        assertTrue(lines.stream().anyMatch(line -> line.contains("age (years)") && line.endsWith("unit: years")));
        StudyPlanException refused = assertThrows(StudyPlanException.class, () -> StudyPlan.read(plan));
        assertTrue(refused.getMessage().contains("no one has confirmed it"), refused.getMessage());
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

    /** Costs and stays are amounts and counts; a row with a missing cell does not hide that. */
    @Test
    void mostColumnsSkewed_areDraftedWithNormalScores() throws Exception {
        Random random = new Random(1);
        StringBuilder text = new StringBuilder("cost,stay,age\n,1,50\nhigh,2,60\n");
        for (int k = 0; k < 400; k++) {
            text.append(Math.exp(2 * random.nextGaussian())).append(',');
            text.append((long) Math.exp(1 + random.nextGaussian())).append(',');
            text.append(50 + 10 * random.nextGaussian()).append('\n');
        }
        Path data = Files.writeString(temp.resolve("mine.csv"), text);
        Path plan = temp.resolve("study.yaml");
        InsecurePlanDraft.write(data, MappingFile.none(), UNSAID, "wards", "hub", names(3), plan);
        List<String> lines = Files.readAllLines(plan);
        String line = lines.stream()
                .filter(one -> one.contains("\"transform\": \"normal-scores\""))
                .findFirst()
                .orElseThrow();
        assertTrue(line.contains(StudyPlan.UNCONFIRMED + " from data, not private: most columns are skewed"), line);
        lines.replaceAll(one -> one.replaceAll(" *" + StudyPlan.UNCONFIRMED + ".*", ""));
        PlannedMethod.checked(StudyPlan.read(Files.write(plan, lines)));
        assertFalse(lines.toString().contains("private-mean"), lines.toString());
    }

    @Test
    void twoSites_haveNoMasks_andAPlanIsNotReplaced() throws Exception {
        Path data = temp.resolve("mine.csv");
        Files.writeString(data, "a,b\n1,2\n");
        Path plan = temp.resolve("study.yaml");
        InsecurePlanDraft.write(data, MappingFile.none(), UNSAID, "wards", "hub", names(2), plan);
        assertTrue(Files.readString(plan).contains("secureAggregation: none"));
        assertThrows(
                FileAlreadyExistsException.class,
                () -> InsecurePlanDraft.write(data, MappingFile.none(), UNSAID, "other", "hub", names(2), plan));
        assertFalse(Files.readString(plan).contains("other"));
    }

    /** Twelve individuals of five visits each, whose numbers are not told by the column's name. */
    private Path visits(String key) throws IOException {
        StringBuilder text = new StringBuilder(key + ",sex,ward,age,pulse\n");
        Random random = new Random(5);
        for (int k = 0; k < 60; k++) {
            text.append(1000 + 7 * (k / 5)).append(',').append(k / 5 % 2).append(',');
            text.append("ABC".charAt(k % 3)).append(',').append(20 + random.nextInt(60));
            text.append(',').append(50 + random.nextInt(90)).append('\n');
        }
        return Files.writeString(temp.resolve("visits.csv"), text);
    }

    /** Neither the unit nor what becomes of a key is decided in silence. */
    @ParameterizedTest
    @ValueSource(strings = {"patient", "subjectId", "nr"})
    void fileOfSeveralRowsPerIndividual_isRefused_untilItIsSaidWhatARowIs(String key) throws Exception {
        Path data = visits(key);
        Path plan = temp.resolve("study.yaml");
        DataException refused = assertThrows(
                DataException.class,
                () -> InsecurePlanDraft.write(data, MappingFile.none(), UNSAID, "wards", "hub", names(3), plan));
        assertTrue(
                refused.getMessage()
                        .contains("\"" + key
                                + "\" (12 different values in 60 rows) may name the user of a row: give --person"
                                + " COLUMN"),
                refused.getMessage());
        assertFalse(Files.exists(plan));

        InsecurePlanDraft.write(
                data, MappingFile.none(), new InsecurePlanDraft.Unit.User(key), "wards", "hub", names(3), plan);
        String text = Files.readString(plan);
        assertTrue(text.contains("unit: {person: \"" + key + "\"}"), text);
        assertTrue(text.contains("\"persons.north\": \"1000\""), text);
        assertFalse(text.contains("  \"" + key + "\": ["), text);
        assertTrue(text.contains("  \"ward\": {levels: [\"A\", \"B\", \"C\"]}   # UNCONFIRMED levels from data"), text);
        assertTrue(text.contains("\"age\": [0, 100]"), text);

        Path rows = temp.resolve("rows.yaml");
        InsecurePlanDraft.write(
                data, MappingFile.none(), new InsecurePlanDraft.Unit.Rows(), "wards", "hub", names(3), rows);
        assertTrue(Files.readString(rows).contains("  \"" + key + "\": ["));
    }

    @Test
    void keyOfText_isSeen_andMustBecomeNumbers() throws Exception {
        Path data = temp.resolve("named.csv");
        StringBuilder text = new StringBuilder("who,x\n");
        for (int k = 0; k < 40; k++) {
            text.append("P").append(k % 10).append(',').append(k).append(".5\n");
        }
        Files.writeString(data, text);
        Path plan = temp.resolve("study.yaml");
        DataException refused = assertThrows(
                DataException.class,
                () -> InsecurePlanDraft.write(data, MappingFile.none(), UNSAID, "wards", "hub", names(3), plan));
        assertTrue(refused.getMessage().contains("\"who\" (10 different values in 40 rows)"), refused.getMessage());
        DataException text2 = assertThrows(
                DataException.class,
                () -> InsecurePlanDraft.write(
                        data,
                        MappingFile.none(),
                        new InsecurePlanDraft.Unit.User("who"),
                        "wards",
                        "hub",
                        names(3),
                        plan));
        assertTrue(text2.getMessage().contains("must name the user of each row by a whole number"), text2.getMessage());
    }

    /** Whole numbers that come again are mostly measurements: these are not asked about. */
    @Test
    void measurements_areNoKeys() throws Exception {
        Random random = new Random(8);
        StringBuilder text = new StringBuilder("age,sex,count,pulse,salary,arm,platelets\n");
        for (int k = 0; k < 600; k++) {
            text.append(18 + random.nextInt(70))
                    .append(',')
                    .append(random.nextInt(2))
                    .append(',');
            text.append(random.nextInt(12))
                    .append(',')
                    .append(50 + random.nextInt(90))
                    .append(',');
            text.append(1000 * (20 + random.nextInt(60)))
                    .append(',')
                    .append(k / 200)
                    .append(',');
            text.append(150 + random.nextInt(250)).append('\n');
        }
        Path data = Files.writeString(temp.resolve("measured.csv"), text);
        Path plan = temp.resolve("study.yaml");
        InsecurePlanDraft.write(data, MappingFile.none(), UNSAID, "wards", "hub", names(3), plan);
        assertTrue(Files.readString(plan).contains("unit: record"));
    }

    @ParameterizedTest
    @CsvSource({
        "id, true",
        "patient, true",
        "Patient_ID, true",
        "subjectId, true",
        "PERSONID, true",
        "patient_age, false",
        "paid, false",
        "idle, false",
        "age, false",
        "video, false",
        "x1, false"
    })
    void namesOfKeys_areKnown(String name, boolean key) {
        assertEquals(key, InsecureKeyColumns.isNameOfKey(name), name);
    }

    private static List<SiteId> names(int sites) {
        return Stream.of("north", "south", "west").limit(sites).map(SiteId::new).toList();
    }
}
