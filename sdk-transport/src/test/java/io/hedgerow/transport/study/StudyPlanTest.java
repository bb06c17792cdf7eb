// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.transport.study;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.data.VariableKind;
import io.hedgerow.core.privacy.Adjacency;
import io.hedgerow.core.privacy.PrivacyUnit;
import io.hedgerow.core.protocol.SiteId;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class StudyPlanTest {

    private static String complaint(String text) {
        String message =
                assertThrows(StudyPlanException.class, () -> Plans.parse(text)).getMessage();
        assertEquals(1, message.lines().count(), message);
        return message;
    }

    @Test
    void goodPlan_isReadAsItIsWritten() {
        assertEquals(
                new StudyPlan(
                        "wards-2031",
                        "hub",
                        List.of(new SiteId("north"), new SiteId("south"), new SiteId("west")),
                        List.of(
                                new PlannedVariable("age", 0, 120),
                                new PlannedVariable("blood pressure", 40, 250),
                                new PlannedVariable("pH", 6.5, 8)),
                        PlannedAlgorithm.of("dp-gram", Map.of("search", "hill-climbing", "lambda", "0.02")),
                        new PlannedPrivacy.Budget(1, 1e-8, new PrivacyUnit.RecordUnit(), Adjacency.REPLACE_ONE),
                        20,
                        3,
                        Duration.ofMinutes(5),
                        3,
                        Optional.of(new PlannedAggregation(
                                PlannedAggregation.Mode.MALICIOUS,
                                PlannedAggregation.Suite.HYBRID,
                                OptionalInt.empty(),
                                3,
                                0)),
                        0),
                Plans.good());
        assertEquals(
                List.of("age", "blood pressure", "pH"), Plans.good().schema().names());
    }

    @Test
    void wordOfTheOfficers_isSigned_andForBudgetsOnly() {
        StudyPlan usual = Plans.good();
        StudyPlan wanted = Plans.parse(Plans.GOOD + "despiteForecast: true\n");
        assertEquals(usual.wantedDespiteForecast(), wanted);
        assertEquals(usual.canonical() + "despite-forecast\n", wanted.canonical());
        assertEquals(wanted, Plans.parse(wanted.text()));
        assertTrue(complaint(Plans.GOOD + "despiteForecast: false\n").contains("true, or not there"));
        String open = Plans.GOOD.replaceAll("privacy: .*", "insecureNoPrivacy: true");
        assertTrue(complaint(open + "despiteForecast: true\n").contains("for a plan with privacy"));
    }

    /** docs/privacy-proofs/shared-noise.md: a site knows its own noise, also where nobody colludes. */
    @Test
    void sitesThatShareNoise_areFewerThanAll() {
        PlannedAggregation usual = Plans.good().secureAggregation().orElseThrow();
        assertEquals(2, usual.sharingNoise(3));
        assertEquals(3, usual.sharingNoise(4));
        assertEquals(6, usual.sharingNoise(8));
        PlannedAggregation nobody = new PlannedAggregation(usual.mode(), usual.suite(), OptionalInt.of(0), 3, 0);
        assertEquals(7, nobody.sharingNoise(8));
        PlannedAggregation all = new PlannedAggregation(usual.mode(), usual.suite(), OptionalInt.of(9), 3, 0);
        assertEquals(1, all.sharingNoise(8));
    }

    @Test
    void plan_isReadBackFromItsOwnText() {
        StudyPlan user = Plans.parse(Plans.GOOD
                .replace("unit: record", "unit: {person: patient \\\"id\\\"}".replace("\\\"", ""))
                .replace("replace-one", "zero-out")
                .replace("{mode: malicious, minHonest: 3}", "none")
                .replace("5m", "2h"));
        StudyPlan open = Plans.parse(Plans.GOOD.replaceAll("privacy: .*", "insecureNoPrivacy: true"));
        StudyPlan colluding =
                Plans.parse(Plans.GOOD.replace("minHonest: 3", "suite: classical, colluding: 0, minHonest: 2"));
        for (StudyPlan plan : List.of(Plans.good(), user, open, colluding)) {
            assertEquals(plan, Plans.parse(plan.text()), plan.text());
            assertEquals(plan.digest(), Plans.parse(plan.text()).digest());
        }
        assertEquals(Optional.empty(), open.privacy().budget());
    }

    /** A plan that names the usual source is the plan that names none, with the digest that officers signed. */
    @Test
    void noise_isPartOfWhatIsSigned_unlessItIsTheUsual() {
        String usual = Plans.GOOD.replace("adjacency: replace-one}", "adjacency: replace-one, noise: discrete}");
        assertFalse(usual.equals(Plans.GOOD));
        assertEquals(Plans.good(), Plans.parse(usual));
        assertEquals(Plans.good().digest(), Plans.parse(usual).digest());
        assertFalse(Plans.parse(usual).text().contains("noise"));
        StudyPlan other = Plans.parse(usual.replace("noise: discrete", "noise: google-dp"));
        assertEquals("google-dp", other.terms().promise().orElseThrow().noise());
        assertNotEquals(Plans.good().digest(), other.digest());
        assertEquals(other, Plans.parse(other.text()));
        assertTrue(complaint(usual.replace("noise: discrete", "noise: \"Google DP\""))
                .contains("noise"));
    }

    /** Lists are another way to write the same text, so what is signed does not change. */
    @Test
    void listsInParameters_areTexts_andAreReadBack() {
        String written = "parameters: {lambda: 0.02, search: hill-climbing}";
        StudyPlan lists = Plans.parse(Plans.GOOD.replace(
                written,
                "parameters: {required: [age->pH, \"blood pressure -> pH\"], tiers: [[age, blood pressure], [pH]]}"));
        StudyPlan texts = Plans.parse(Plans.GOOD.replace(
                written,
                "parameters: {required: \"age->pH, blood pressure -> pH\", tiers: \"age, blood pressure; pH\"}"));
        assertEquals(
                Map.of("required", "age->pH, blood pressure -> pH", "tiers", "age, blood pressure; pH"),
                lists.algorithm().parameters());
        assertEquals(texts, lists);
        assertEquals(texts.digest(), lists.digest());
        assertEquals(lists, Plans.parse(lists.text()));
        for (String wrong : List.of("[]", "[[]]", "[[age], pH]", "[age, [pH]]", "[\"a,b\"]", "[[a;b]]", "[\"\"]")) {
            String message = complaint(Plans.GOOD.replace(written, "parameters: {tiers: " + wrong + "}"));
            assertTrue(message.contains("a list of words without comma or semicolon"), message);
        }
    }

    /** By site, as people write them; signed in one form, whatever the order. */
    @Test
    void interventionsBySite_areAParameter_andAreReadBack() {
        String written = "parameters: {lambda: 0.02, search: hill-climbing}";
        String none = Plans.GOOD.replace(written, "parameters: {}");
        StudyPlan group = Plans.parse(
                none + "interventions:\n  west: {changed: [age, pH], set: [blood pressure]}\n  south: {set: [pH]}\n");
        StudyPlan other = Plans.parse(none + "interventions:\n  south: {set: [pH]}\n  north: none\n"
                + "  west: {set: [blood pressure], changed: [pH, age]}\n");
        String text = "south: set pH; west: set blood pressure, changed age, changed pH";
        assertEquals(Map.of("interventions", text), group.algorithm().parameters());
        assertEquals(group.digest(), other.digest());
        assertEquals(group, Plans.parse(Plans.GOOD.replace(written, "parameters: {interventions: \"" + text + "\"}")));
        assertEquals(group, Plans.parse(group.text()));
        StudyPlan less = Plans.parse(none + "interventions:\n  south: {set: [pH]}\n");
        assertNotEquals(group.digest(), less.digest());
        assertTrue(complaint(Plans.GOOD.replace(written, "parameters: {interventions: \"south: set pH\"}")
                        + "interventions: {south: {set: [pH]}}\n")
                .contains("is also a parameter of the algorithm"));
        String wrong = complaint(none + "interventions:\n  south: {put: [pH]}\n");
        assertTrue(wrong.contains("there is no key \"interventions.south.put\""), wrong);
    }

    @Test
    void longParameters_areAllowed_upToALimit() {
        String names = "a, ".repeat(6000) + "b";
        assertEquals(
                names,
                PlannedAlgorithm.of("gram", Map.of("tiers", names)).parameters().get("tiers"));
        assertThrows(
                IllegalArgumentException.class,
                () -> PlannedAlgorithm.of("gram", Map.of("tiers", names + "c".repeat(2000))));
    }

    @Test
    void canonicalForm_isTheDocumentedOne() {
        assertEquals("""
                hedgerow study-plan 1
                name "wards-2031"
                coordinator "hub"
                site "north"
                site "south"
                site "west"
                variable "age" 0000000000000000 405e000000000000
                variable "blood pressure" 4044000000000000 406f400000000000
                variable "pH" 401a000000000000 4020000000000000
                algorithm "dp-gram"
                parameter "lambda" "0.02"
                parameter "search" "hill-climbing"
                privacy 3ff0000000000000 3e45798ee2308c3a record replace-one
                rounds 20
                quorum 3
                deadline-seconds 300
                minimum-cohort 3
                secure-aggregation malicious hybrid colluding third min-honest 3 dropouts 0
                """, Plans.good().canonical());
        // Made by another program: sha256sum of the lines above.
        assertEquals("study-plan", Plans.good().digest().kind());
        assertEquals(
                "sha256:11d3ca25bae01fc551d62e8699fecf45ddb83fdac021ed7e2eac81bf980c1562",
                Plans.good().digest().toString());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "# A study of three wards. | `# Another\n\n# comment`",
                "sites: [north, south, west] | `sites:\n  - north\n  - \"south\"\n  - 'west'`",
                "deadline: 5m | deadline:     300s",
                "epsilon: 1, | epsilon: 1.0e0,",
                "rounds: 20 | `rounds: 20   # enough`",
                "{lambda: 0.02, search: hill-climbing} | {search: hill-climbing, lambda: 0.02}",
                "age: [0, 120] | age: [-0.0, 1.2e2]",
                "minHonest: 3 | suite: hybrid, minHonest: 3"
            })
    void digest_ignoresHowThePlanIsWritten(String from, String to) {
        assertTrue(Plans.GOOD.contains(from), from);
        assertEquals(
                Plans.good().digest(), Plans.parse(Plans.GOOD.replace(from, to)).digest());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "wards-2031 | wards-2032",
                "coordinator: hub | coordinator: hub2",
                "[north, south, west] | [south, north, west]",
                "age: [0, 120] | age: [0, 121]",
                "pH: [6.5 | ph: [6.5",
                "dp-gram | dp-pgcd",
                "0.02 | 0.03",
                "epsilon: 1 | epsilon: 1.0000000000000002",
                "1.0e-8 | 1.1e-8",
                "unit: record | unit: {person: record}",
                "replace-one | zero-out",
                "rounds: 20 | rounds: 21",
                "deadline: 5m | deadline: 301s",
                "minimumCohort: 3 | minimumCohort: 2",
                "malicious | honest-but-curious",
                "minHonest: 3 | minHonest: 2",
                "minHonest: 3 | colluding: 0, minHonest: 3",
                "minHonest: 3 | suite: classical, minHonest: 3"
            })
    void digest_dependsOnEveryFact(String from, String to) {
        assertTrue(Plans.GOOD.contains(from), from);
        assertNotEquals(
                Plans.good().digest(),
                Plans.parse(Plans.GOOD.replaceFirst(java.util.regex.Pattern.quote(from), to))
                        .digest());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "rounds: 20 | ruonds: 20 | study.yaml:14: there is no key \"ruonds\", did you mean \"rounds\"? (allowed: format,",
                "rounds: 20 | `` | study.yaml:2: key \"rounds\" is missing",
                "rounds: 20 | `rounds: 20\nrounds: 20` | study.yaml:15: key \"rounds\" appears twice",
                "rounds: 20 | rounds: 0 | study.yaml:14: rounds must be a whole number from 1 to 100000, was \"0\"",
                "rounds: 20 | rounds: 0x14 | study.yaml:14: rounds must be a whole number from 1 to 100000, was \"0x14\"",
                "rounds: 20 | rounds: [20] | study.yaml:14: rounds must be a whole number from 1 to 100000, was a list",
                "format: 1 | format: 2 | study.yaml:2: format must be 1, the only format of this version, was \"2\"",
                "wards-2031 | ../wards | study.yaml:3: name must be 1 to 100 letters, digits, dots, dashes or underscores, not begin with dot or dash, ",
                "wards-2031 | .. | study.yaml:3: name must be 1 to 100 letters, ",
                "coordinator: hub | coordinator: . | study.yaml:4: coordinator must be 1 to 100 letters, ",
                "[north, south, west] | [north, .., west] | study.yaml:5: sites must be 1 to 100 letters, ",
                "[north, south, west] | [] | study.yaml:5: sites: a study must have 1 to 1000 sites, has 0",
                "[north, south, west] | [north, north, west] | study.yaml:5: sites: sites must have names that differ in more than capitals, \"north\" is there twice",
                "[north, south, west] | [north, North, west] | study.yaml:5: sites: sites must have names that differ",
                "[north, south, west] | north | study.yaml:5: sites must be a list of sites such as [north, south], was \"north\"",
                "age: [0, 120] | age: [120, 0] | study.yaml:7: variables.age: bounds of age must be finite and in order, were [120.0, 0.0]",
                "age: [0, 120] | age: [0] | study.yaml:7: variables.age: must be public bounds such as [0, 120], or {levels: [F, M]} of a category, had 1 numbers",
                "age: [0, 120] | age: [0, .inf] | study.yaml:7: variables.age must be a finite number, was \".inf\"",
                "age: [0, 120] | age: [0, 1e999] | study.yaml:7: variables.age must be a finite number, was \"1e999\"",
                "age: [0, 120] | age: | study.yaml:7: variables.age must be public bounds such as [0, 120], or {levels: [F, M]} of a category, was \"\"",
                "id: dp-gram | id: DP | study.yaml:11: algorithm.id must be lower-case letters, digits and dashes, was \"DP\"",
                "lambda: 0.02 | lambda: [1] | study.yaml:12: algorithm.parameters.lambda must be a number, a word or true or false, was a list",
                "epsilon: 1, | epsilon: -1, | study.yaml:13: privacy: the budget is too small: epsilon was -1.0. Raise epsilon",
                "epsilon: 1, | epsilon: 1e9, | `study.yaml:13: privacy: the budget is too large: epsilon was 1.0E9, which promises practically nothing. Lower epsilon: epsilon must be > 0 and at most 1000, 0.1 to 10 is usual`",
                "delta: 1.0e-8 | delta: 1 | study.yaml:13: privacy: delta must be at least 0 and < 1, was 1.0",
                "unit: record | unit: row | `study.yaml:13: privacy.unit must be record, or {person: COLUMN}, was \"row\"`",
                "replace-one | add-remove | study.yaml:13: privacy.adjacency must be replace-one or zero-out, was \"add-remove\"",
                "rounds: 20 | `rounds: 20\ninsecureNoPrivacy: true` | study.yaml:15: insecureNoPrivacy: a plan must have either privacy or insecureNoPrivacy, has both",
                "rounds: 20 | `rounds: 20\ninsecureNoPrivacy: false` | study.yaml:15: insecureNoPrivacy must be true, or not there, was \"false\"",
                "quorum: 3 | quorum: 4 | study.yaml:15: quorum must be a whole number from 1 to 3, was \"4\"",
                "quorum: 3 | quorum: 2 | study.yaml:17: minimumCohort must be a whole number from 1 to 2, was \"3\"",
                "deadline: 5m | deadline: 5 | `study.yaml:16: deadline must be a time from 1s to 168h, such as 90s, 5m or 2h, was \"5\"`",
                "deadline: 5m | deadline: 169h | `study.yaml:16: deadline must be a time from 1s to 168h, such as 90s, 5m or 2h, was \"169h\"`",
                "{mode: malicious, minHonest: 3} | true | `study.yaml:18: secureAggregation must be {mode, suite, colluding, minHonest, dropouts}, or none, was \"true\"`",
                "minHonest: 3 | minHonest: 4 | study.yaml:18: secureAggregation: secureAggregation must be possible with 3 sites: 4 honest inputs beside 0 colluding sites need 4",
                "minHonest: 3 | minHonest: 3, dropouts: 1 | study.yaml:18: secureAggregation: secureAggregation.dropouts must leave a quorum of 3 of 3 sites, was 1",
                "minHonest: 3 | minHonest: 1 | study.yaml:18: secureAggregation.minHonest must be a whole number from 2 to 1000, was \"1\"",
                "minHonest: 3 | minHonset: 3 | study.yaml:18: there is no key \"secureAggregation.minHonset\", did you mean \"minHonest\"?",
                "[north, south, west] | &a [north, south, west] | `study.yaml:5: anchors, aliases and tags are not allowed`",
                "coordinator: hub | coordinator: *a | `study.yaml:4: anchors, aliases and tags are not allowed`",
                "coordinator: hub | coordinator: !!str hub | `study.yaml:4: anchors, aliases and tags are not allowed`",
                "coordinator: hub | `coordinator: [` | study.yaml:6: is not YAML: ",
                "coordinator: hub | `coordinator: [[[[[[[[hub]]]]]]]]` | study.yaml:4: must be nested at most 5 deep"
            })
    void mistakes_areNamedWithTheirLine(String from, String to, String message) {
        assertTrue(Plans.GOOD.contains(from), from);
        String complaint = complaint(Plans.GOOD.replace(from, to));
        assertTrue(complaint.startsWith(message), complaint);
    }

    @Test
    void privacy_mustBeSaid() {
        assertTrue(
                complaint(Plans.GOOD.replaceAll("privacy: .*", ""))
                        .startsWith("study.yaml:2: a plan must say what it promises: privacy:"),
                complaint(Plans.GOOD.replaceAll("privacy: .*", "")));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "# nothing\n", "x", "[]", "---\n---\n", "\u0000", "a: b\n---\nc: d\n", "&a [*a]"})
    void whatIsNoPlan_isRefused(String text) {
        assertTrue(complaint(text).startsWith("study.yaml:"), complaint(text));
    }

    @Test
    void hugeOrUnreadableFiles_areRefused(@TempDir Path temp) throws IOException {
        Path file = temp.resolve("study.yaml");
        assertTrue(assertThrows(StudyPlanException.class, () -> StudyPlan.read(file))
                .getMessage()
                .endsWith("cannot be read: no such file or directory"));
        Files.writeString(file, Plans.GOOD + "#".repeat(StudyPlan.LARGEST));
        assertTrue(assertThrows(StudyPlanException.class, () -> StudyPlan.read(file))
                .getMessage()
                .endsWith("must have at most 1048576 bytes, has more"));
        Files.write(file, Plans.GOOD.replace("pressure", "pr\u00e9ssure").getBytes(StandardCharsets.ISO_8859_1));
        assertTrue(assertThrows(StudyPlanException.class, () -> StudyPlan.read(file))
                .getMessage()
                .endsWith("must be text in UTF-8, is not"));
        Files.writeString(file, Plans.GOOD);
        assertEquals(Plans.good(), StudyPlan.read(file));
    }

    /** Sums over sites that come and go tell what one of them sent: nothing else hides it without a budget. */
    @Test
    void withoutABudget_secureSumsAreOverAllSites() {
        String five = Plans.GOOD.replace("[north, south, west]", "[north, south, west, east, centre]");
        String exact = five.replace(
                "privacy: {epsilon: 1, delta: 1.0e-8, unit: record, adjacency: replace-one}",
                "insecureNoPrivacy: true");
        StudyPlanException refused =
                assertThrows(StudyPlanException.class, () -> Plans.parse(exact.replace("quorum: 3", "quorum: 4")));
        assertTrue(refused.getMessage().contains("quorum must be all 5 sites"), refused.getMessage());
        assertTrue(refused.getMessage().contains("write quorum: 5"), refused.getMessage());
        assertEquals(5, Plans.parse(exact.replace("quorum: 3", "quorum: 5")).quorum());
        assertEquals(4, Plans.parse(five.replace("quorum: 3", "quorum: 4")).quorum());
        String plain = exact.replace("{mode: malicious, minHonest: 3}", "none");
        assertEquals(4, Plans.parse(plain.replace("quorum: 3", "quorum: 4")).quorum());
    }

    private static final String CATEGORIES =
            Plans.GOOD.replace("  pH: [6.5, 8]", "  icd10: {levels: [I21.0, I21, 250.10, 250.1, \"NO\"]}");

    /** Levels are kept to the letter and in their order, and plans without have the digests that they had. */
    @Test
    void levels_arePartOfThePlan_toTheLetter() {
        StudyPlan plan = Plans.parse(CATEGORIES);
        assertEquals(
                VariableKind.categorical("I21.0", "I21", "250.10", "250.1", "NO"),
                plan.schema().kind(2));
        assertTrue(
                plan.canonical()
                        .contains("\nvariable \"icd10\" levels \"I21.0\" \"I21\" \"250.10\" \"250.1\" \"NO\"\n"),
                plan.canonical());
        assertEquals(plan, Plans.parse(plan.text()));
        assertNotEquals(
                plan.digest(),
                Plans.parse(CATEGORIES.replace("I21.0, I21,", "I21, I21.0,")).digest());
        assertTrue(Plans.good().canonical().contains("variable \"age\" 0000000000000000 405e000000000000\n"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "[F] | levels of icd10 must be 2 to 50, were 1",
                "[F, F] | levels must be distinct, \"F\" appears twice",
                "[F, \" \"] | a level of icd10 must be 1 to 200 characters",
                "F | must be a list of levels such as [F, M]"
            })
    void levelsThatAreNone_areRefused(String levels, String message) {
        String text = CATEGORIES.replaceAll("levels: \\[.*\\]", "levels: " + levels);
        assertTrue(complaint(text).contains(message), complaint(text));
    }
}
