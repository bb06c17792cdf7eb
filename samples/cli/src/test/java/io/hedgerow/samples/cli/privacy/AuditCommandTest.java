// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.cli.privacy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.hedgerow.dp.internal.audit.ClaimAudit;
import io.hedgerow.dp.internal.audit.OneRunAudit;
import io.hedgerow.samples.audit.CanaryStudy;
import io.hedgerow.samples.audit.EpsilonResult;
import io.hedgerow.samples.audit.OneRunResult;
import io.hedgerow.samples.cli.Shell;
import io.hedgerow.samples.output.ExitCode;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AuditCommandTest {

    private final Shell shell = Shell.real();

    private JsonNode json() throws IOException {
        return new ObjectMapper().readTree(shell.out());
    }

    @Test
    void reconstruct_findsThePlainUpload_andNeitherMomentsNorRecordBehindPrivateSteps() throws IOException {
        assertEquals(0, shell.run("audit", "reconstruct", "--rows=300", "--rounds=3", "--json"), shell.err());
        JsonNode attacks = json().get("attacks");
        assertEquals(5, attacks.size());
        JsonNode plain = attacks.get(0);
        assertEquals("fed-bnsl", plain.get("algorithm").asText());
        // the attack is exact up to round-off times two condition numbers; a record is 1/300 of the moments
        assertTrue(plain.get("secondMomentError").asDouble() < 1e-6, plain.toString());
        assertTrue(plain.get("recordError").asDouble() < 1e-6, plain.toString());
        JsonNode masked = attacks.get(1);
        assertEquals("fed-bnsl-masked", masked.get("algorithm").asText());
        // what leaves the same site behind masks is uniform: the attack finds nothing, guessing zeros would be better
        assertTrue(masked.get("secondMomentError").asDouble() > 0.5, masked.toString());
        assertTrue(masked.get("recordError").asDouble() > 0.5, masked.toString());
        JsonNode steps = attacks.get(3);
        assertEquals("dp-fed-sparse", steps.get("algorithm").asText());
        assertTrue(steps.get("secondMomentError").asDouble() > 0.5, steps.toString());
        assertTrue(steps.get("recordError").asDouble() > 0.5, steps.toString());
        JsonNode noisy = attacks.get(4);
        assertEquals("dp-fed-bnsl", noisy.get("algorithm").asText());
        // the noisy moments are public by design, one record is not
        assertTrue(noisy.get("recordError").asDouble() > 0.5, noisy.toString());
    }

    @Test
    void reconstruct_readsFiles_oneForEachSite(@TempDir Path directory) throws IOException {
        Path one = Files.writeString(directory.resolve("one.csv"), "a,b\n1,2\n2,1\n0,3\n1,1\n");
        Path two = Files.writeString(directory.resolve("two.csv"), "a,b\n1,1\n2,0\n-1,3\n");
        assertEquals(
                0,
                shell.run("audit", "reconstruct", "--algorithm=fed-bnsl", "--data", one.toString(), two.toString()),
                shell.err());
        assertTrue(shell.out().contains("| fed-bnsl  | none |"), shell.out());
    }

    @Test
    void reconstruct_behindMasks_needsThreeSites() {
        assertEquals(2, shell.run("audit", "reconstruct", "--algorithm=fed-bnsl-masked", "--sites=2"), shell.err());
        assertTrue(shell.err().contains("needs at least 3 sites, had 2"), shell.err());
        Shell all = Shell.real();
        assertEquals(0, all.run("audit", "reconstruct", "--sites=2", "--rows=50", "--rounds=1"), all.err());
        assertTrue(!all.out().contains("masked") && all.out().contains("| fed-bnsl"), all.out());
    }

    @Test
    void epsilon_printsClaimsAndBounds() throws IOException {
        assertEquals(
                0,
                shell.run("audit", "epsilon", "--mechanism=gaussian,selection", "--runs=2000", "--confidence=0.9999"),
                shell.err());
        assertTrue(shell.out().contains("stands"), shell.out());
        Shell again = Shell.real();
        assertEquals(
                0,
                again.run("audit", "epsilon", "--mechanism=laplace", "--runs=500", "--confidence=0.9999", "--json"),
                again.err());
        JsonNode row =
                new ObjectMapper().readTree(again.out()).get("mechanisms").get(0);
        assertEquals(1, row.get("claimedEpsilon").asDouble(), 1e-6);
        assertFalse(row.get("refuted").asBoolean());
    }

    @Test
    void epsilon_thatRefutesAClaim_endsWithItsOwnExitCode() {
        EpsilonResult result = new EpsilonResult(
                List.of(new ClaimAudit.Finding("broken", new ClaimAudit.Bounds(1, 1, 0, 2, 2, true, 1.2), 1000)),
                0.999);
        assertEquals(ExitCode.REFUTED, result.exitCode());
        StringWriter text = new StringWriter();
        result.describe(new PrintWriter(text, true));
        assertTrue(text.toString().contains("REFUTED"), text.toString());
    }

    @Test
    void neighbours_searchesAndNamesTheWorstData() throws IOException {
        assertEquals(
                0,
                shell.run(
                        "audit",
                        "neighbours",
                        "--mechanism=clipped-sum,dp-gram",
                        "--unit=record",
                        "--pairs=100",
                        "--runs=8000",
                        "--confidence=0.9999",
                        "--json"),
                shell.err());
        JsonNode rows = json().get("mechanisms");
        JsonNode pairs = json().get("pairs");
        assertEquals(3, rows.size());
        assertEquals(3, pairs.size());
        assertEquals(
                "dp-gram, record: round 2, products",
                rows.get(2).get("mechanism").asText());
        assertEquals(rows.get(2).get("mechanism"), pairs.get(2).get("mechanism"));
        assertEquals(4, pairs.get(2).get("unit").size());
        // the usual bound with so many pairs is .86 with a deviation of .03; of thirty pairs all are bad now and then
        assertTrue(rows.get(0).get("tightness").asDouble() > 0.5, rows.toString());
    }

    @Test
    void oneRun_countsGuessesOfOneStudy() throws IOException {
        assertEquals(
                0,
                shell.run("audit", "one-run", "--canaries=60", "--unit=record", "--epsilon=30", "--confidence=0.999"),
                shell.err());
        assertTrue(shell.out().contains("| dp-gram, record     |  12 |"), shell.out());
        assertTrue(shell.out().contains("stands"), shell.out());
        Shell again = Shell.real();
        assertEquals(
                0, again.run("audit", "one-run", "--canaries=10", "--unit=record", "--sites=3", "--json"), again.err());
        JsonNode study = new ObjectMapper().readTree(again.out()).get("studies").get(0);
        assertEquals("dp-gram, record, 3 sites behind masks", study.get("study").asText());
        assertEquals(5, study.get("variables").asInt());
        assertEquals(5, study.get("claimedEpsilon").asDouble(), 1e-3);
        assertTrue(study.get("epsilonLowerBound").asDouble() < 5);
    }

    @Test
    void oneRun_thatRefutesAClaim_endsWithItsOwnExitCode() {
        OneRunAudit.Finding found =
                new OneRunAudit.Finding(new ClaimAudit.Bounds(1, 0.3, 1e-6, 2, 1, true, 1.2), 100, 50, 50);
        OneRunResult result = OneRunResult.of(List.of(new CanaryStudy.Audited("broken", 15, found)), 0.95);
        assertEquals(ExitCode.REFUTED, result.exitCode());
        StringWriter text = new StringWriter();
        result.describe(new PrintWriter(text, true));
        assertTrue(text.toString().contains("REFUTED"), text.toString());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "epsilon --runs=99",
                "epsilon --confidence=1",
                "epsilon --delta=0",
                "epsilon --mechanism=magic",
                "neighbours --pairs=9",
                "neighbours --mechanism=laplace",
                "one-run --canaries=9",
                "one-run --sites=2",
                "one-run --mechanism=gaussian",
                "one-run --mechanism=dp-fed-bnsl --unit=zero-out",
                "one-run --unit=person",
                "one-run --confidence=0.5",
                "reconstruct --d=1",
                "reconstruct --epsilon=0",
                "reconstruct --rounds=0",
                "everything"
            })
    void audit_refusesWhatItCannotDo(String line) {
        assertEquals(2, shell.run(("audit " + line).split(" ")), shell.err());
    }
}
