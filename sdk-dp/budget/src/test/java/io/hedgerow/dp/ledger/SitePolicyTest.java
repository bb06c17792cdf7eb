// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.ledger;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.data.DataException;
import io.hedgerow.core.privacy.Adjacency;
import io.hedgerow.core.privacy.DatasetIdentity;
import io.hedgerow.core.privacy.PolicyRefusedException;
import io.hedgerow.core.privacy.PrivacyUnit;
import io.hedgerow.dp.accounting.PrivacyBudget;
import io.hedgerow.dp.ledger.SitePolicy.StudyCap;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SitePolicyTest {

    static final String GOOD = """
            dataset:
              id: north-ward-visits
              rows: 5000
            unit: record
            adjacency: replace-one
            budget: {epsilon: 3, delta: 4.0e-8}
            perStudy: {epsilon: 1, delta: 1.0e-8}
            accounting: fixed-plan
            minimumCohort: 3
            allowedSolvers: [dp-pgcd, dp-gram]
            """;

    private static SitePolicy parse(String text) {
        return PolicyReader.parse("policy.yml", text);
    }

    @Test
    void solvers_mayBeNamedAsPlansNameTheirMethods() {
        String named = GOOD.replace("[dp-pgcd, dp-gram]", "[dp-fed-sparse, dp-gram, dp-fed-sparse-laplace]");
        assertEquals(
                List.of("dp-pgcd", "dp-gram", "dp-pgcd-laplace"), parse(named).allowedSolvers());
        assertEquals(parse(GOOD), parse(GOOD.replace("dp-pgcd", "dp-fed-sparse")), "one policy, whatever it says");
        assertTrue(complaint(GOOD.replace("[dp-pgcd, dp-gram]", "[dp-pgcd, dp-fed-sparse]"))
                .endsWith("solver \"dp-fed-sparse\" appears twice"));
    }

    private static String complaint(String text) {
        String message = assertThrows(DataException.class, () -> parse(text)).getMessage();
        assertEquals(1, message.lines().count(), message);
        return message;
    }

    @Test
    void goodPolicy_isReadAsItIsWritten() {
        assertEquals(
                new SitePolicy(
                        new PolicyTerms(
                                new DatasetIdentity("north-ward-visits"),
                                5000,
                                new PrivacyUnit.RecordUnit(),
                                Adjacency.REPLACE_ONE,
                                new PrivacyBudget(3, 4e-8),
                                new AccountingMode.FixedPlan()),
                        new StudyCap(new PrivacyBudget(1, 1e-8), 1e-8),
                        3,
                        List.of("dp-pgcd", "dp-gram"),
                        Duration.ofMinutes(5)),
                parse(GOOD));
    }

    @Test
    void policyOfAProgram_hasTheRangeOfAFile() {
        PrivacyBudget most = new PrivacyBudget(1000, 1e-8);
        PrivacyBudget more = new PrivacyBudget(Math.nextUp(1000.0), 1e-8);
        assertEquals(1000, ofProgram(most).budget().epsilon());
        for (Executable made : List.<Executable>of(() -> ofProgram(more), () -> new StudyCap(more))) {
            String refusal = assertThrows(IllegalArgumentException.class, made).getMessage();
            assertTrue(refusal.startsWith("the budget is too large: epsilon was 1000.0000000000001"), refusal);
        }
    }

    @Test
    void termsOfNoRows_areRefused() {
        IllegalArgumentException refused = assertThrows(
                IllegalArgumentException.class,
                () -> new PolicyTerms(
                        new DatasetIdentity("north-ward-visits"),
                        0,
                        new PrivacyUnit.RecordUnit(),
                        Adjacency.REPLACE_ONE,
                        new PrivacyBudget(3, 4e-8),
                        new AccountingMode.FixedPlan()));
        assertEquals("rows must be at least 1, was 0", refused.getMessage());
    }

    private static SitePolicy ofProgram(PrivacyBudget budget) {
        return new SitePolicy(
                new PolicyTerms(
                        new DatasetIdentity("north-ward-visits"),
                        5000,
                        new PrivacyUnit.RecordUnit(),
                        Adjacency.REPLACE_ONE,
                        budget,
                        new AccountingMode.FixedPlan()),
                new StudyCap(new PrivacyBudget(1, 1e-8)),
                3,
                List.of("dp-gram"),
                Duration.ofMinutes(5));
    }

    @Test
    void choicesAndOptionalKeys_areRead() {
        SitePolicy policy = parse(GOOD.replace("unit: record", "unit: {person: patient_id}")
                        .replace("replace-one", "zero-out")
                        .replace("fixed-plan", "{rdp-filter: {order: 16}}")
                + "undeclaredDelta: 1e-9\nclockToleranceMinutes: 60\n");
        assertEquals(new PrivacyUnit.UserUnit("patient_id"), policy.unit());
        assertEquals(Adjacency.ZERO_OUT, policy.adjacency());
        assertEquals(new AccountingMode.RdpFilter(16), policy.accounting());
        assertEquals(1e-9, policy.cap().undeclaredDelta());
        assertEquals(Duration.ofHours(1), policy.clockTolerance());
    }

    @Test
    void noise_isOneNameOrSeveral_andTheUsualWhereNoneIsGiven() {
        assertEquals(List.of("discrete"), parse(GOOD).noiseSources());
        assertEquals(List.of("google-dp"), parse(GOOD + "noise: google-dp\n").noiseSources());
        SitePolicy both = parse(GOOD + "noise: [google-dp, discrete]\n");
        assertEquals(List.of("google-dp", "discrete"), both.noiseSources());
        both.requireNoise("discrete", "the plan");
        String refusal = assertThrows(PolicyRefusedException.class, () -> both.requireNoise("own", "the plan"))
                .getMessage();
        assertTrue(refusal.contains("google-dp, discrete") && refusal.contains("own"), refusal);
        for (String wrong : List.of("[]", "[discrete, discrete]", "Discrete", "{a: b}", "\"\"")) {
            String message = assertThrows(DataException.class, () -> parse(GOOD + "noise: " + wrong + "\n"), wrong)
                    .getMessage();
            assertTrue(message.contains("noise"), message);
        }
    }

    @Test
    void aLargeDeltaOfUsers_isRefused() {
        String users = GOOD.replace("unit: record", "unit: {person: id}");
        parse(users.replace("4.0e-8", "0.01"));
        assertTrue(assertThrows(DataException.class, () -> parse(users.replace("4.0e-8", "0.011")))
                .getMessage()
                .startsWith("policy.yml:6: budget.delta: the budget's delta must be at most 0.01 where users"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "minimumCohort: 3 | minimumCohrot: 3 | policy.yml:9: there is no key \"minimumCohrot\", did you mean \"minimumCohort\"? (allowed:",
                "  rows: 5000 | `rows: 5000\n  row: 1` | policy.yml:4: there is no key \"dataset.row\", did you mean \"rows\"? (allowed: id, rows)",
                "budget: {epsilon: 3, delta: 4.0e-8} | `` | policy.yml:1: key \"budget\" is missing",
                "unit: record | `` | policy.yml:1: key \"unit\" is missing",
                "  id: north-ward-visits | `` | policy.yml:1: key \"dataset.id\" is missing",
                "unit: record | `unit: record\nunit: record` | policy.yml:5: key \"unit\" appears twice",
                "epsilon: 3 | epsilon: three | policy.yml:6: budget.epsilon must be a number > 0, was \"three\"",
                "epsilon: 3 | epsilon: 0 | policy.yml:6: budget.epsilon: the budget is too small: epsilon was 0.0. Raise epsilon",
                "epsilon: 3 | epsilon: 1e9 | `policy.yml:6: budget.epsilon: the budget is too large: epsilon was 1.0E9, which promises practically nothing. Lower epsilon: epsilon must be > 0 and at most 1000, 0.1 to 10 is usual`",
                "epsilon: 3 | epsilon: .inf | policy.yml:6: budget.epsilon must be a number > 0, was \".inf\"",
                "epsilon: 3 | epsilon: .nan | policy.yml:6: budget.epsilon must be a number > 0, was \".nan\"",
                "epsilon: 3 | epsilon: 1e999 | policy.yml:6: budget.epsilon must be a number > 0, was \"1e999\"",
                "epsilon: 3 | epsilon: 1_000 | policy.yml:6: budget.epsilon must be a number > 0, was \"1_000\"",
                "4.0e-8 | 1.5 | policy.yml:6: budget.delta must be a number from 0 up to but not including 1, was \"1.5\"",
                "4.0e-8 | -1 | policy.yml:6: budget.delta must be a number from 0 up to but not including 1, was \"-1\"",
                "4.0e-8 | 0.5 | policy.yml:6: budget.delta: the budget's delta must be below 1/rows = 0.000200, was 0.5",
                "4.0e-8 | 2.0e-4 | policy.yml:6: budget.delta: the budget's delta must be below 1/rows = 0.000200",
                "{epsilon: 3, delta: 4.0e-8} | 3 | policy.yml:6: budget must be keys with values, was \"3\"",
                "rows: 5000 | rows: 0 | policy.yml:3: dataset.rows must be a whole number from 1 to 1000000000000, was \"0\"",
                "rows: 5000 | rows: 5e3 | policy.yml:3: dataset.rows must be a whole number from 1 to 1000000000000, was \"5e3\"",
                "rows: 5000 | rows: 010 | policy.yml:3: dataset.rows must be a whole number from 1 to 1000000000000, was \"010\"",
                "minimumCohort: 3 | minimumCohort: | policy.yml:9: minimumCohort must be a whole number from 1 to 100000, was \"\"",
                "unit: record | unit: row | `policy.yml:4: unit must be record, or {person: COLUMN}, was \"row\"`",
                "unit: record | unit: {persom: id} | policy.yml:4: there is no key \"unit.persom\", did you mean \"person\"? (allowed: person)",
                "replace-one | add-remove | policy.yml:5: adjacency must be replace-one or zero-out, was \"add-remove\"",
                "fixed-plan | moments | `policy.yml:8: accounting must be fixed-plan, or {rdp-filter: {order: NUMBER}}, was \"moments\"`",
                "delta: 4.0e-8} | `delta: 4.0e-8, dalta: 1}` | policy.yml:6: there is no key \"budget.dalta\", did you mean \"delta\"?",
                "fixed-plan | `{rdp-filter: {order: 16}, fixed: 1}` | policy.yml:8: there is no key \"accounting.fixed\"",
                "fixed-plan | `{rdp-filter: {order: 16, ordr: 1}}` | policy.yml:8: there is no key \"accounting.rdp-filter.ordr\", did you mean \"order\"?",
                "fixed-plan | {rdp-filter: {order: 1}} | policy.yml:8: accounting.rdp-filter.order: order must be finite and > 1, was 1.0",
                "fixed-plan | {rdp-filter: {order: 1.01}} | policy.yml:6: budget: order must leave room for at least one event",
                "[dp-pgcd, dp-gram] | dp-pgcd | `policy.yml:10: allowedSolvers must be a list of solvers such as [dp-pgcd, dp-gram], was \"dp-pgcd\"`",
                "[dp-pgcd, dp-gram] | [] | policy.yml:10: allowedSolvers: a policy must allow 1 to 100 solvers, allows 0",
                "[dp-pgcd, dp-gram] | [dp-pgcd, dp-pgcd] | policy.yml:10: allowedSolvers: solver \"dp-pgcd\" appears twice",
                "[dp-pgcd, dp-gram] | [DP] | policy.yml:10: allowedSolvers must be the name of a solver: lower-case",
                "unit: record | `unit: record\nundeclaredDelta: 1e-7` | policy.yml:5: undeclaredDelta: undeclaredDelta must be at least 0 and at most",
                "unit: record | unit: &a {person: id} | `policy.yml:4: anchors, aliases and tags are not allowed`",
                "unit: record | unit: *a | `policy.yml:4: anchors, aliases and tags are not allowed`",
                "unit: record | unit: !!str record | `policy.yml:4: anchors, aliases and tags are not allowed`",
                "unit: record | unit: [[[[[[record]]]]]] | policy.yml:4: must be nested at most 5 deep",
                "unit: record | unit: {{{ | policy.yml:4: is not YAML",
                "unit: record | `unit: record\n---\nunit: record` | policy.yml:6: must be one document",
            })
    void badPolicy_isRefusedWithFileLineKeyValueAndWhatIsAllowed(String from, String to, String expected) {
        String text = GOOD.replaceFirst(Pattern.quote(from.strip()), Matcher.quoteReplacement(to == null ? "" : to));
        String message = complaint(text);
        assertTrue(message.startsWith(expected.strip()), message + "\nexpected " + expected);
    }

    @Test
    void textsThatAreNoPolicy_areRefused() {
        assertEquals("policy.yml:1: must hold keys and values, is empty", complaint(""));
        assertEquals("policy.yml:1: must hold keys and values, is empty", complaint("# nothing\n"));
        assertTrue(complaint("- a\n").startsWith("policy.yml:1: the document must be keys with values, was a list"));
        assertTrue(complaint("a: \u0007").startsWith("policy.yml:1: is not YAML"));
        assertTrue(complaint("\"\\u2028\\n\": 1").contains("\"\\u2028\\u000a\""), complaint("\"\\u2028\\n\": 1"));
    }

    /** Whatever a file holds, reading gives a policy or one line; never another exception. */
    @Property(tries = 300)
    void changedPolicies_areReadOrRefusedInOneLine(@ForAll("changed") String text) {
        try {
            parse(text);
        } catch (DataException e) {
            assertEquals(1, e.getMessage().lines().count(), e.getMessage());
            assertTrue(e.getMessage().startsWith("policy.yml:"), e.getMessage());
            assertTrue(e.getMessage().length() < 400, e.getMessage());
        }
    }

    @Provide
    Arbitrary<String> changed() {
        Arbitrary<String> pieces = Arbitraries.of(
                "&a", "*a", "!!x ", "- ", ": ", "{", "}", "[", "]", "'", "\"", "\n", "\t", "|\n", "? ", "%", "\0",
                "---\n", "~", "\ud800", "\u2028", "<<: ", "#", "@", "`", "1e400");
        return Arbitraries.integers()
                .between(0, GOOD.length())
                .flatMap(at -> Arbitraries.integers()
                        .between(0, 12)
                        .flatMap(removed -> pieces.list()
                                .ofMaxSize(3)
                                .map(inserted -> GOOD.substring(0, at)
                                        + String.join("", inserted)
                                        + GOOD.substring(Math.min(GOOD.length(), at + removed)))));
    }

    @Test
    void file_isReadOnceItIsSmallUtf8Text(@TempDir Path temp) throws IOException {
        Path file = temp.resolve("policy.yml");
        Files.writeString(file, "\ufeff" + GOOD);
        assertEquals(parse(GOOD), SitePolicy.read(file));
        Files.writeString(file, "#".repeat(70_000));
        assertThrows(DataException.class, () -> SitePolicy.read(file));
        Files.write(file, "dataset: \u00fc".getBytes(StandardCharsets.ISO_8859_1));
        String message =
                assertThrows(DataException.class, () -> SitePolicy.read(file)).getMessage();
        assertEquals(file + ": must be text in UTF-8, is not", message);
        message = assertThrows(DataException.class, () -> SitePolicy.read(temp.resolve("none.yml")))
                .getMessage();
        assertEquals(temp.resolve("none.yml") + ": cannot be read: no such file or directory", message);
    }
}
