package io.hedgerow.samples.siteapp;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.data.InMemoryRows;
import io.hedgerow.core.privacy.Adjacency;
import io.hedgerow.core.privacy.DatasetIdentity;
import io.hedgerow.core.privacy.InMemoryLedgerForSimulation;
import io.hedgerow.core.privacy.PolicyRefusedException;
import io.hedgerow.core.privacy.PrivacyGate;
import io.hedgerow.core.privacy.PrivacyUnit;
import io.hedgerow.dp.accounting.PrivacyBudget;
import io.hedgerow.dp.solver.GramOptions;
import io.hedgerow.dp.solver.GramReleaseSolver;
import io.hedgerow.transport.identity.DocumentSignatures;
import io.hedgerow.transport.identity.SigningKey;
import io.hedgerow.transport.study.StudyPlan;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A site must do what it compared its rules with. */
class StudyMeansTest {

    private static final String BUDGET = "privacy: {epsilon: 1, delta: 1.0e-9, unit: record, adjacency: replace-one}";
    private static final String NO_BUDGET = "insecureNoPrivacy: true";
    private static final String MASKS = "{mode: malicious, minHonest: 2}";
    private static final DatasetIdentity DATASET = new DatasetIdentity("north-visits");

    @TempDir
    Path folder;

    private static StudyPlan plan(String privacy, String masks) {
        return StudyPlan.parse("plan", """
                format: 1
                name: pressure-2031
                coordinator: hub
                sites: [north, south, west]
                variables: {age: [0, 120], dose: [0, 50], pressure: [40, 250]}
                algorithm: {id: fed-sparse}
                %s
                rounds: 15
                quorum: 3
                deadline: 2m
                minimumCohort: 3
                secureAggregation: %s
                """.formatted(privacy, masks).getBytes(StandardCharsets.UTF_8));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {BUDGET + "|none|budget", BUDGET + "|" + MASKS + "|budget", NO_BUDGET + "|" + MASKS + "|secure"})
    void insecurePlain_isNotForAPlanThatPromisesAnything(String privacy, String masks, String promised) {
        StudyPlan plan = plan(privacy, masks);
        IllegalArgumentException e =
                assertThrows(IllegalArgumentException.class, () -> StudyMeans.insecurePlain(plan, DATASET));
        assertTrue(String.valueOf(e.getMessage()).contains(promised), e.getMessage());
        // means of another plan of the same algorithm do not get in, either
        StudyMeans plain = StudyMeans.insecurePlain(plan(NO_BUDGET, "none"), DATASET);
        assertThrows(PolicyRefusedException.class, () -> plain.requireKeep(plan));
        plain.requireKeep(plan(NO_BUDGET, "none"));
    }

    @Test
    void gateWithABudget_keepsABudget_andNoMasks() {
        StudyMeans plain = StudyMeans.insecurePlain(plan(NO_BUDGET, "none"), DATASET);
        PrivacyGate gate = PrivacyGate.enforcing(
                new InMemoryLedgerForSimulation(), DATASET, new PrivacyUnit.RecordUnit(), Adjacency.REPLACE_ONE);
        GramReleaseSolver rows = new GramReleaseSolver(GramOptions.within(3, 100, new PrivacyBudget(1, 1e-6)));
        StudyMeans paid = new StudyMeans(plain.study(), gate, rows, plain.uploads());
        paid.requireKeep(plan(BUDGET, "none"));
        StudyMeans notPrivate = new StudyMeans(plain.study(), gate, plain.solver(), plain.uploads());
        assertThrows(PolicyRefusedException.class, () -> notPrivate.requireKeep(plan(BUDGET, "none")));
        PrivacyGate persons = PrivacyGate.enforcing(
                new InMemoryLedgerForSimulation(),
                DATASET,
                new PrivacyUnit.PersonUnit("patient"),
                Adjacency.REPLACE_ONE);
        StudyMeans otherUnit = new StudyMeans(plain.study(), persons, rows, plain.uploads());
        assertThrows(PolicyRefusedException.class, () -> otherUnit.requireKeep(plan(BUDGET, "none")));
        assertThrows(PolicyRefusedException.class, () -> paid.requireKeep(plan(BUDGET, MASKS)));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {BUDGET + "|none", NO_BUDGET + "|" + MASKS})
    void member_whoseRulesAcceptThePlan_doesNotJoinWithMeansThatDoLess(String privacy, String masks) throws Exception {
        TrialStudy trial = new TrialStudy(folder.resolve("study"));
        StudyPlan plan = plan(privacy, masks);
        DocumentSignatures signatures;
        try (SigningKey officer = SigningKey.load(folder.resolve("study").resolve("officer.key"))) {
            signatures = DocumentSignatures.none(plan.digest()).plus(officer);
        }
        StudyMember member = trial.member(
                "north",
                trial.rules()
                                .replace(
                                        trial.plan.digest().toString(),
                                        plan.digest().toString())
                                .replace("maxDeltaPerStudy: 0", "maxDeltaPerStudy: 1.0e-6")
                        + "  minimumHonest: 2\n");
        assertTrue(member.rules().refusals(plan, signatures, member.self()).isEmpty(), "the rules are satisfied");
        StudyMeans less = StudyMeans.insecurePlain(plan(NO_BUDGET, "none"), DATASET);
        PolicyRefusedException e = assertThrows(
                PolicyRefusedException.class,
                () -> member.join(
                        plan,
                        signatures,
                        less,
                        InMemoryRows.of(plan.schema(), new double[][] {{1, 2, 3}, {2, 3, 5}}),
                        TrialStudy.HOST,
                        1,
                        failure -> {}));
        assertTrue(String.valueOf(e.getMessage()).contains("of this site"), e.getMessage());
        assertFalse(Files.exists(trial.home("north").resolve("egress.log")));
    }
}
