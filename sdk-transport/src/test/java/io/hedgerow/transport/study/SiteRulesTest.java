// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.transport.study;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.protocol.SiteId;
import io.hedgerow.transport.identity.DocumentSignatures;
import io.hedgerow.transport.internal.key.SigningKey;
import io.hedgerow.transport.study.SiteRules.PlanRefusal;
import io.hedgerow.transport.study.SiteRules.PlanRefusal.Rule;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SiteRulesTest {

    private static final SiteId NORTH = new SiteId("north");

    @TempDir
    Path temp;

    private SigningKey officer;
    private String text;

    @BeforeEach
    void makeRules() {
        officer = SigningKey.create(temp.resolve("officer.key"));
        text = """
                join:
                  officers: {keys: [%s], threshold: 1}
                  allowedPlans: [%s]
                  minimumCohort: 3
                  maxEpsilonPerStudy: 1
                  maxDeltaPerStudy: 1.0e-8
                  allowedAlgorithms: [dp-pgcd, dp-gram]
                  maxRounds: 20
                  minimumDeadline: 1m
                """.formatted(officer.publicKey(), Plans.good().digest());
    }

    private static SiteRules rules(String text) {
        return SiteRules.parse("join.yaml", text.getBytes(StandardCharsets.UTF_8));
    }

    private DocumentSignatures signed(StudyPlan plan) {
        return officer.addTo(DocumentSignatures.none(plan.digest()));
    }

    private static List<Rule> broken(SiteRules rules, StudyPlan plan, DocumentSignatures signatures) {
        return rules.refusals(plan, signatures, NORTH).stream()
                .map(PlanRefusal::rule)
                .toList();
    }

    @Test
    void goodPlan_isJoined() {
        SiteRules rules = rules(text);
        assertEquals(List.of(), rules.refusals(Plans.good(), signed(Plans.good()), NORTH));
        assertTrue(rules.sums().secureAggregationRequired());
        assertEquals(Duration.ofMinutes(10), rules.conduct().approvalTime());
        assertTrue(rules.conduct().reportSpending());
        assertFalse(rules.conduct().personalWeights(), "nobody else decides that for the owner of the rows");
        assertEquals(
                Optional.empty(),
                rules(text.replaceAll("allowedPlans: .*", "allowedPlans: any-signed"))
                        .allowedPlans());
    }

    @Test
    void everyReason_isGivenAtOnce() {
        StudyPlan plan = Plans.parse(Plans.GOOD
                .replace("[north, south, west]", "[south, west]")
                .replace("epsilon: 1,", "epsilon: 1.5,")
                .replace("1.0e-8", "1.0e-7")
                .replace("dp-gram", "gram")
                .replace("rounds: 20", "rounds: 21")
                .replace("quorum: 3", "quorum: 2")
                .replace("deadline: 5m", "deadline: 59s")
                .replace("minimumCohort: 3", "minimumCohort: 2")
                .replace("{mode: malicious, minHonest: 3}", "none"));
        assertEquals(
                List.of(
                        Rule.NOT_NAMED,
                        Rule.SIGNATURES,
                        Rule.ALLOWED_PLANS,
                        Rule.MINIMUM_COHORT,
                        Rule.SECURE_AGGREGATION,
                        Rule.EPSILON,
                        Rule.DELTA,
                        Rule.ALGORITHM,
                        Rule.ROUNDS,
                        Rule.DEADLINE),
                broken(rules(text), plan, signed(Plans.good())));
    }

    @Test
    void unprotectedPlan_isJoinedOnlyWhereTheRulesSaySo() {
        String anything = text.replaceAll("allowedPlans: .*", "allowedPlans: any-signed");
        StudyPlan plan = Plans.parse(Plans.GOOD.replaceAll("privacy: .*", "insecureNoPrivacy: true"));
        assertEquals(List.of(Rule.NO_PRIVACY), broken(rules(anything), plan, signed(plan)));
        String open = anything + "  insecureNoPrivacyAllowed: true\n  secureAggregationRequired: false\n";
        assertEquals(List.of(), broken(rules(open), plan, signed(plan)));
        StudyPlan weaker = Plans.parse(Plans.GOOD.replace("minHonest: 3", "minHonest: 2"));
        assertEquals(List.of(Rule.MINIMUM_HONEST), broken(rules(anything), weaker, signed(weaker)));
        assertEquals(List.of(), broken(rules(anything + "  minimumHonest: 2\n"), weaker, signed(weaker)));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "maxRounds: 20 | maxRound: 20 | `join.yaml:8: there is no key \"join.maxRound\", did you mean \"maxRounds\"? (allowed:`",
                "maxRounds: 20 | maxRounds: -1 | join.yaml:8: join.maxRounds must be a whole number from 1 to 100000, was \"-1\"",
                "join: | joined: | `join.yaml:1: there is no key \"joined\", did you mean \"join\"?`",
                "threshold: 1 | threshold: 2 | `join.yaml:2: join.officers.threshold must be a whole number from 1 to 1, was \"2\"`",
                "maxEpsilonPerStudy: 1 | maxEpsilonPerStudy: 0 | join.yaml:5: join.maxEpsilonPerStudy: the budget is too small: epsilon was 0.0.",
                "maxEpsilonPerStudy: 1 | maxEpsilonPerStudy: 1001 | join.yaml:5: join.maxEpsilonPerStudy: the budget is too large: epsilon was 1001.0, which promises practically nothing.",
                "maxDeltaPerStudy: 1.0e-8 | maxDeltaPerStudy: 1 | join.yaml:1: join: maxDeltaPerStudy must be at least 0 and < 1",
                "[dp-pgcd, dp-gram] | [] | join.yaml:7: join.allowedAlgorithms: must name at least one algorithm",
                "minimumDeadline: 1m | minimumDeadline: soon | join.yaml:9: join.minimumDeadline must be a time from 1s to 168h",
                "minimumDeadline: 1m | reportSpending: no | join.yaml:9: join.reportSpending must be true or false, was \"no\"",
                "minimumDeadline: 1m | personalWeights: 1 | join.yaml:9: join.personalWeights must be true or false, was \"1\"",
                "minimumDeadline: 1m | holdAndApprove: yes | join.yaml:9: join.holdAndApprove must be true or false, was \"yes\"",
                "  maxEpsilonPerStudy: 1 | `` | join.yaml:1: key \"join.maxEpsilonPerStudy\" is missing",
                "minimumCohort: 3 | allowedPlans: [] | join.yaml:4: key \"join.allowedPlans\" appears twice"
            })
    void mistakes_areNamedWithTheirLine(String from, String to, String message) {
        assertTrue(text.contains(from), text);
        String complaint = assertThrows(StudyPlanException.class, () -> rules(text.replace(from, to)))
                .getMessage();
        assertTrue(complaint.startsWith(message), complaint);
    }

    @Test
    void missingKeys_areNamedAllAtOnce() {
        assertEquals(
                "join.yaml:1: keys \"join.officers\", \"join.allowedPlans\", \"join.allowedAlgorithms\","
                        + " \"join.maxEpsilonPerStudy\", \"join.maxDeltaPerStudy\" are missing",
                assertThrows(StudyPlanException.class, () -> rules("join: {maxRounds: 10}"))
                        .getMessage());
    }

    @Test
    void rulesWithoutLimits_joinNothingThatSpendsABudget() {
        String open = text.replaceAll("allowedPlans: .*", "allowedPlans: any-signed")
                        .replaceAll(" *max(Epsilon|Delta)PerStudy: .*\n", "")
                + "  insecureNoPrivacyAllowed: true\n  secureAggregationRequired: false\n";
        StudyPlan unprotected = Plans.parse(Plans.GOOD.replaceAll("privacy: .*", "insecureNoPrivacy: true"));
        assertEquals(List.of(), broken(rules(open), unprotected, signed(unprotected)));
        assertEquals(List.of(Rule.EPSILON), broken(rules(open), Plans.good(), signed(Plans.good())));
        String half = open + "  maxEpsilonPerStudy: 1\n";
        assertTrue(assertThrows(StudyPlanException.class, () -> rules(half))
                .getMessage()
                .endsWith("key \"join.maxDeltaPerStudy\" is missing"));
    }

    @Test
    void allowListWithoutPlans_isRefused() {
        String empty = text.replaceAll("allowedPlans: .*", "allowedPlans: []");
        assertTrue(assertThrows(StudyPlanException.class, () -> rules(empty))
                .getMessage()
                .startsWith("join.yaml:3: join.allowedPlans: must name 1 to 1000 plans, names 0"));
    }

    @Test
    void revocationList_isDemandedWhereTheRulesSaySo_andNotByOlderRules() {
        SiteRules older = rules(text);
        assertFalse(older.revocation().required());
        assertEquals(0, older.revocation().leastNumber());
        assertEquals(Optional.empty(), older.revocation().longestAge());
        SiteRules demanding = rules(text + "  revocationListRequired: true\n  minimumRevocationList: 12\n"
                + "  maxRevocationListAge: 720h\n");
        assertTrue(demanding.revocation().required());
        assertEquals(12, demanding.revocation().leastNumber());
        assertEquals(Optional.of(Duration.ofDays(30)), demanding.revocation().longestAge());
        for (String bad :
                List.of("minimumRevocationList: 0", "maxRevocationListAge: 9000h", "maxRevocationListAge: 1d")) {
            assertThrows(StudyPlanException.class, () -> rules(text + "  " + bad + "\n"), bad);
        }
    }
}
