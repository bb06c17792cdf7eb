// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.operate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hedgerow.core.federation.Participation;
import io.hedgerow.core.federation.PayloadBytes;
import io.hedgerow.core.federation.RoundReport;
import io.hedgerow.core.graph.WeightMatrix;
import io.hedgerow.core.method.Method;
import io.hedgerow.core.protocol.SiteId;
import io.hedgerow.core.protocol.StudyState;
import io.hedgerow.samples.output.JsonOutput;
import io.hedgerow.samples.output.SchemaCheck;
import io.hedgerow.transport.channel.SiteLink;
import io.hedgerow.transport.node.CoordinatorNode;
import io.hedgerow.transport.study.StudyPlan;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** A network in which a site was missing, or whose first update stood out, says so. */
class StudyWarningsTest {

    private static final SiteId NORTH = new SiteId("north");
    private static final SiteId SOUTH = new SiteId("south");
    private static final SiteId WEST = new SiteId("west");
    private static final Set<SiteId> ALL = Set.of(NORTH, SOUTH, WEST);

    private static final StudyPlan PLAN = StudyPlan.parse("plan", """
            format: 1
            name: wards
            coordinator: hub
            sites: [north, south, west]
            variables: {age: [0, 120], dose: [0, 50]}
            algorithm: {id: fed-sparse}
            insecureNoPrivacy: true
            rounds: 20
            quorum: 2
            deadline: 2m
            minimumCohort: 2
            secureAggregation: none
            """.getBytes(StandardCharsets.UTF_8));

    private final Participation participation = new Participation();

    private void round(int round, Set<SiteId> included, Set<SiteId> outlying) {
        participation.add(new RoundReport(
                round,
                included,
                outlying,
                new RoundReport.Consensus(0, 0, 0, 0),
                new RoundReport.Penalties(0, 1, 1),
                new PayloadBytes(0, 0),
                0));
    }

    private static StudyPlan privately(String unit, String numbers) {
        String text = PLAN.text()
                .replaceAll(
                        "(?s)algorithm:.*?(?=insecureNoPrivacy)",
                        "algorithm: {id: dp-gram, parameters: {" + numbers + ", private-mean: \"false\"}}\n")
                .replaceAll(
                        "insecureNoPrivacy: true",
                        "privacy: {epsilon: 2, delta: 1e-6, unit: " + unit + ", adjacency: replace-one}");
        return StudyPlan.parse("plan", text.getBytes(StandardCharsets.UTF_8)).wantedDespiteForecast();
    }

    /** As in the result of {@code learn}; what a plan without a budget does not state is in no field. */
    @Test
    void sites_haveThePublicNumbersOfThePlan() {
        round(0, ALL, Set.of());
        StudyReport rows = StudyReport.of(
                privately("record", "rows.north: \"200\", rows.south: \"300\", rows.west: \"400\""),
                finished(),
                Optional.empty());
        assertEquals(
                List.of(200L, 300L, 400L),
                rows.sites().stream().map(StudyReport.Site::rows).toList());
        assertTrue(rows.sites().stream().allMatch(site -> site.users() == null));
        StudyReport users = StudyReport.of(
                privately("{person: patient}", "persons.north: \"20\", persons.south: \"30\", persons.west: \"40\""),
                finished(),
                Optional.empty());
        assertEquals(
                List.of(20L, 30L, 40L),
                users.sites().stream().map(StudyReport.Site::users).toList());
        assertTrue(users.sites().stream().allMatch(site -> site.rows() == null));
        assertTrue(report().sites().stream().allMatch(site -> site.rows() == null && site.users() == null));
    }

    private StudyReport report() {
        return StudyReport.of(PLAN, finished(), Optional.empty());
    }

    private CoordinatorNode.Finished finished(String... notes) {
        return new CoordinatorNode.Finished(
                Method.Ended.without(StudyState.ROUNDS_COMPLETED, "all rounds were run", participation)
                        .withNetwork(new Method.Ended.Learned(
                                WeightMatrix.of(new double[][] {{0, 1}, {0, 0}}), Optional.empty(), Optional.empty()))
                        .withNotes(List.of(notes)),
                Stream.of(NORTH, SOUTH, WEST)
                        .map(site -> new SiteLink(
                                site, true, 1, null, new SiteLink.Traffic(0, 0, 0, 0, 0, 0), Optional.empty()))
                        .toList(),
                Optional.empty());
    }

    @Test
    void notesOfTheMethod_areWarnings() {
        StudyReport report = StudyReport.of(PLAN, finished("edges are open"), Optional.empty());
        assertEquals(List.of("edges are open"), report.warnings());
    }

    @Test
    void report_isAsTheSchemaSays_withWeightsOnly() {
        round(0, ALL, Set.of());
        ObjectNode document = JsonOutput.object(JsonOutput.text(report()));
        assertEquals(List.of(), SchemaCheck.ofResult().problems(document));
        assertEquals("weights-only", document.at("/parameters/model").asText());
    }

    @Test
    void siteThatWasAlwaysThere_orMissedATenth_isNotWarnedOf() {
        for (int round = 0; round < 20; round++) {
            round(round, round == 3 || round == 7 ? Set.of(NORTH, SOUTH) : ALL, Set.of());
        }
        StudyReport report = report();
        assertEquals(List.of(), report.warnings());
        assertEquals(18, report.sites().get(2).rounds());
        assertEquals(20, report.sites().get(2).lastRound());
    }

    @Test
    void siteThatIsMissingAtTheEnd_orTooOften_isNamedInTheLastLine() {
        for (int round = 0; round < 20; round++) {
            Set<SiteId> included = round == 19 ? Set.of(NORTH, SOUTH) : round % 4 == 1 ? Set.of(SOUTH, WEST) : ALL;
            round(round, included, Set.of());
        }
        String warning =
                "this is not the network of all sites, missing at the end or in more than a tenth of the rounds:"
                        + " north (in 15 of 20 rounds, last in round 20), west (in 19 of 20 rounds, last in round 19)";
        assertEquals(List.of(warning), report().warnings());
        StringWriter text = new StringWriter();
        StudyReport.result(PLAN, finished(), Optional.empty()).describe(new PrintWriter(text));
        List<String> lines = text.toString().lines().toList();
        assertEquals("warning: " + warning, lines.get(lines.size() - 1));
        assertTrue(lines.contains("rounds     north 15 of 20, south 20 of 20, west 19 of 20"), text.toString());
    }

    @Test
    void siteThatNeverCame_hasNoLastRound() {
        round(0, Set.of(NORTH, SOUTH), Set.of());
        StudyReport report = report();
        assertTrue(
                report.warnings().get(0).endsWith(": west (in 0 of 1 rounds)"),
                report.warnings().get(0));
        assertEquals(null, report.sites().get(2).lastRound());
    }

    @Test
    void siteWhoseFirstUpdateStandsOut_isNamed_withoutAValue() {
        round(0, ALL, Set.of(WEST));
        round(1, ALL, Set.of());
        StudyReport report = report();
        assertEquals(1, report.warnings().size());
        assertTrue(report.warnings()
                .get(0)
                .startsWith("the first update of site west stands out from those of the others:"));
        assertTrue(report.sites().get(2).outlying());
        assertTrue(JsonOutput.text(report).contains("\"outlying\" : true"), JsonOutput.text(report));
    }
}
