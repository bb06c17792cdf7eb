// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.hedgerow.samples.output.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code learn} with a budget. Rounds and steps are few, so that certifying them takes no time. */
@Tag("slow")
class PrivateLearnTest {

    @TempDir
    static Path shared;

    private static SiteFolder data;

    @TempDir
    Path temp;

    @BeforeAll
    static void simulate() {
        data = SiteFolder.simulated(shared.resolve("data"));
    }

    private static String[] quick(String algorithm, String... more) {
        List<String> words = new ArrayList<>(List.of("--algorithm", algorithm));
        if (!algorithm.equals("dp-gram")) {
            words.addAll(List.of("--rounds", "4"));
        }
        if (algorithm.startsWith("dp-fed-sparse")) {
            words.addAll(List.of("--local-iterations", "3"));
        }
        words.addAll(List.of(more));
        return words.toArray(String[]::new);
    }

    @ParameterizedTest
    @ValueSource(strings = {"dp-gram", "dp-fed-sparse", "dp-fed-sparse-laplace", "dp-fed-bnsl"})
    void learn_withEveryPrivateAlgorithm_reportsWhatItCostEverySite(String algorithm) throws IOException {
        JsonNode json = data.json(quick(algorithm, "--privacy", "epsilon=3,delta=1e-6", "--truth", data.truth()));
        assertEquals(algorithm, json.get("algorithm").asText());
        assertEquals(
                "differential-privacy", json.get("protection").get("guarantee").asText());
        assertEquals(3, json.get("privacy").size());
        for (JsonNode site : json.get("privacy")) {
            double epsilon = site.get("epsilon").asDouble();
            // calibrated to the budget from below, within the half per cent that calibration promises
            assertTrue(epsilon <= 3 && epsilon > 0.995 * 3, "epsilon " + epsilon);
            assertEquals(1e-6, site.get("delta").asDouble());
            assertEquals("record", site.get("unit").asText());
            assertEquals("replace-one", site.get("adjacency").asText());
            assertEquals("insecure-in-memory", site.get("ledger").get("kind").asText());
            assertEquals(64, site.get("ledger").get("head").asText().length());
            assertTrue(site.get("mechanisms").size() > 0);
            assertTrue(site.get("noise").size() > 0);
            assertEquals(epsilon, site.get("accountants").get("certified").asDouble());
            assertTrue(site.get("accountants").get("rdp").asDouble() >= epsilon);
        }
        assertTrue(json.get("warnings").toString().contains("--ledger DIR"), "warns that the budget is forgotten");
    }

    /** No mean is released, so only what was said beforehand can tell that columns may be added up as they are. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--threshold=0 | true",
                "--centre=none | false",
                "--centre=private | false",
                "--public-centre=x1=0 | false"
            })
    void learn_withoutAWordOnTheCentre_warnsBeforehand(String option, boolean warned) throws IOException {
        String warnings =
                data.json("--privacy", "epsilon=5", option).get("warnings").toString();
        assertEquals(warned, warnings.contains("centre-unknown: "), warnings);
    }

    @Test
    void learn_dpGramAtALargeBudget_findsTheNetwork() throws IOException {
        JsonNode json = data.json("--privacy", "epsilon=1000", "--truth", data.truth());
        assertEquals("dp-gram", json.get("algorithm").asText(), "what auto chooses");
        // 900 rows without noise give at most 1, see LearnCommandTest, and one more edge is allowed for the noise. At
        // ε = 50 that failed less than once in 10⁴ runs, 3.7 standard deviations; here the noise is a sixth of that
        assertTrue(
                json.get("metrics").get("shd").asInt() <= 2, json.get("metrics").toString());
        JsonNode trust = json.get("trust");
        assertFalse(trust.has("kurtosis") || trust.has("siteDisagreement"), "no release tells these: " + trust);
        assertFalse(trust.get("summary").asText().contains("the data agree"), trust.toString());
    }

    /** A ledger keeps the budget it was begun with for ever, so a budget that no noise can keep begins none. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "dp-gram | epsilon=1e9 | large: epsilon was 1.0E9",
                "dp-gram | epsilon=1e-9,delta=1e-12 | small: noiseMultiplier was",
                "dp-fed-bnsl | epsilon=1e-9,delta=1e-12 | small: noiseMultiplier was",
                "dp-gram | epsilon=1e-300,delta=1e-12 | small: epsilon was",
                "dp-fed-sparse | epsilon=1e-9,delta=1e-12 | small: epsilon was"
            })
    void learn_withABudgetThatCannotBeKept_saysWhichOnesCan_andBeginsNoLedger(
            String method, String budget, String which) throws IOException {
        Path ledger = temp.resolve("ledger");
        Shell shell = Shell.real();
        assertEquals(
                2, shell.run(data.learn("--algorithm", method, "--privacy", budget, "--ledger", ledger.toString())));
        assertTrue(shell.err().contains("the budget is too " + which), shell.err());
        assertTrue(shell.err().contains(": epsilon must be > 0 and at most 1000, 0.1 to 10 is usual"), shell.err());
        assertFalse(Files.exists(ledger));
    }

    @Test
    void learn_withALedger_remembersAndRefusesWhatIsNotLeft_andWritesNothing() throws IOException {
        Path ledger = temp.resolve("ledger");
        String[] args = data.learn("--privacy", "epsilon=1", "--ledger", ledger.toString());
        assertEquals(0, Shell.real().run(args));
        for (int site = 1; site <= 3; site++) {
            assertTrue(Files.isDirectory(ledger.resolve("site-" + site + ".csv")), "one ledger per site");
        }
        Path out = temp.resolve("out");
        Shell second = Shell.real();
        List<String> again = new ArrayList<>(List.of(args));
        again.addAll(List.of("--out", out.toString()));
        assertEquals(ExitCode.REFUSED.number(), second.run(again.toArray(String[]::new)), second.err());
        assertTrue(second.err().contains("there is left epsilon"), second.err());
        assertFalse(Files.exists(out.resolve("result.json")));
        Shell verify = Shell.real();
        assertEquals(0, verify.run("ledger", "verify", "--ledger", ledger.toString()), verify.err());
    }

    @Test
    void learn_byUser_countsUsersAndLeavesTheKeyOut() throws IOException {
        Path keyed = temp.resolve("visits.csv");
        List<String> lines = new ArrayList<>(List.of("patient,a,b,c"));
        for (int k = 0; k < 400; k++) {
            lines.add(k / 4 + "," + Math.sin(k) + "," + Math.cos(2 * k) + "," + Math.sin(k + 0.1 * k * k));
        }
        Files.write(keyed, lines);
        JsonNode json = SiteFolder.json(
                Shell.real(),
                "learn",
                "--data",
                keyed.toString(),
                "--sites=2",
                "--privacy=epsilon=2,unit=patient",
                "--rounds=3",
                "--local-iterations=2",
                "--algorithm=dp-fed-sparse",
                "--json");
        assertEquals("[\"a\",\"b\",\"c\"]", json.get("variables").toString());
        assertEquals(50, json.get("sites").get(0).get("users").asInt());
        assertFalse(json.get("sites").get(0).has("rows"), "users are no rows");
        assertEquals("person:patient", json.get("privacy").get(0).get("unit").asText());
        // 1 / 50²
        assertEquals(4e-4, json.get("privacy").get(0).get("delta").asDouble());
        Shell shell = Shell.real();
        String[] words = {"--sites=2", "--privacy=epsilon=2,unit=patient", "--algorithm=dp-gram", "--centre=none"};
        List<String> line = new ArrayList<>(List.of("learn", "--data=" + keyed, "--out=" + temp.resolve("found")));
        line.addAll(List.of(words));
        assertEquals(0, shell.run(line.toArray(String[]::new)), shell.err());
        assertTrue(shell.out().contains("sites      2 with 100 users together"), shell.out());
    }

    /** The third site's file with one cell that holds no number. */
    private Path withABadCell(String cell) throws IOException {
        List<String> lines = new ArrayList<>(Files.readAllLines(Path.of(data.site(3))));
        lines.set(5, cell + lines.get(5).substring(lines.get(5).indexOf(',')));
        return Files.write(temp.resolve("bad.csv"), lines);
    }

    @ParameterizedTest
    @CsvSource({
        "dp-gram, epsilon=3",
        "dp-gram, 'epsilon=3,delta=1e-6,adjacency=zero-out,n0=300'",
        "dp-fed-sparse, epsilon=3",
        "dp-fed-sparse, 'epsilon=3,delta=1e-6,adjacency=zero-out,n0=300'",
        "dp-fed-sparse-laplace, epsilon=3",
        "dp-fed-bnsl, epsilon=3"
    })
    void learn_withACellThatHoldsNoNumber_goesOnWithTheSameNumberOfRows(String algorithm, String privacy)
            throws IOException {
        for (String cell : List.of("", "unknown")) {
            JsonNode json = learnFrom(
                    List.of(data.site(1), data.site(2), withABadCell(cell).toString()),
                    quick(algorithm, "--privacy", privacy));
            assertEquals(300, json.get("sites").get(2).get("rows").asInt());
            assertEquals(
                    json.get("privacy").get(0).get("delta"),
                    json.get("privacy").get(2).get("delta"));
        }
    }

    /** Data of the shared sites, every row four times under the number of a person. */
    private List<String> visits(int users) throws IOException {
        List<String> sites = new ArrayList<>();
        for (int site = 1; site <= 3; site++) {
            List<String> lines = Files.readAllLines(shared.resolve("data").resolve("site-" + site + ".csv"));
            List<String> keyed = new ArrayList<>(List.of("patient," + lines.get(0)));
            for (int visit = 0; visit < 4; visit++) {
                for (int k = 0; k < users; k++) {
                    keyed.add(k + "," + lines.get(1 + k));
                }
            }
            Path file = temp.resolve("visits-" + site + ".csv");
            Files.write(file, keyed);
            sites.add(file.toString());
        }
        return sites;
    }

    private static JsonNode learnFrom(List<String> files, String... options) throws IOException {
        List<String> words = new ArrayList<>(List.of("learn"));
        for (String file : files) {
            words.addAll(List.of("--data", file));
        }
        words.addAll(List.of(options));
        words.add("--json");
        return SiteFolder.json(Shell.real(), words.toArray(String[]::new));
    }

    @Test
    void learn_byUserWithDpGram_findsTheNetworkOfTheUsers() throws IOException {
        JsonNode json = learnFrom(
                visits(300), "--algorithm=dp-gram", "--privacy=epsilon=1000,unit=patient", "--truth=" + data.truth());
        assertEquals(300, json.get("sites").get(0).get("users").asInt());
        JsonNode site = json.get("privacy").get(0);
        assertEquals("person:patient", site.get("unit").asText());
        assertTrue(site.get("epsilon").asDouble() <= 1000);
        // 300 persons with one row four times are 300 rows: as learn_dpGramAtALargeBudget_findsTheNetwork
        assertTrue(
                json.get("metrics").get("shd").asInt() <= 2, json.get("metrics").toString());
    }

    @Test
    void learn_byUserWithDpFedBnsl_isRefused() throws IOException {
        List<String> words = new ArrayList<>(List.of("learn"));
        visits(300).forEach(file -> words.addAll(List.of("--data", file)));
        words.addAll(List.of("--algorithm=dp-fed-bnsl", "--rounds=3", "--privacy=epsilon=1,unit=patient"));
        Shell shell = Shell.real();
        int exit = shell.run(words.toArray(String[]::new));
        assertEquals(ExitCode.USAGE.number(), exit, shell.err());
        assertTrue(shell.err().contains("protects single records only"), shell.err());
    }

    @ParameterizedTest
    @ValueSource(strings = {"dp-gram", "dp-fed-sparse", "dp-fed-bnsl"})
    void learn_withZeroOut_saysSoAndCountsNothing(String algorithm) throws IOException {
        Path ledger = temp.resolve("ledger");
        String[] once =
                quick(algorithm, "--privacy", "epsilon=3,adjacency=zero-out,n0=250", "--ledger", ledger.toString());
        JsonNode json = data.json(once);
        JsonNode site = json.get("privacy").get(0);
        assertEquals("zero-out", site.get("adjacency").asText());
        // 1 / 250²; the sites have 300 rows each
        assertEquals(1.6e-5, site.get("delta").asDouble());
        assertEquals(250, json.get("sites").get(0).get("rows").asInt());
        assertTrue(site.get("epsilon").asDouble() <= 3);
        Shell other = Shell.real();
        int exit = other.run(
                data.learn(quick(algorithm, "--privacy", "epsilon=0.1,delta=1e-6", "--ledger", ledger.toString())));
        assertTrue(exit != 0, "the ledger was kept for zero-out adjacency");
        assertTrue(other.err().contains("ledger"), other.err());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "unit: {person: patient} | epsilon=1 | protects users by column patient, the run asks for single"
                        + " records",
                "unit: {person: patient} | epsilon=1,unit=visit | asks for users by column visit",
                "unit: record | epsilon=1,unit=patient | protects single records, the run asks for users",
                "adjacency: zero-out | epsilon=1 | the policy says adjacency zero-out",
                "unit: record | epsilon=1,adjacency=zero-out,n0=100 | the policy says adjacency replace-one"
            })
    void learn_withAnotherUnitOrAdjacencyThanThePolicys_isRefused(String line, String budget, String message)
            throws IOException {
        Path policy = temp.resolve("policy.yaml");
        Files.writeString(policy, "budget: {epsilon: 3, delta: 1.0e-3}\n" + line + "\n");
        Path ledger = temp.resolve("ledger");
        List<String> words = new ArrayList<>(List.of("learn"));
        for (String file : visits(100)) {
            words.addAll(List.of("--data", file));
        }
        words.addAll(List.of("--algorithm=dp-gram", "--policy=" + policy, "--ledger=" + ledger, "--privacy=" + budget));
        Shell shell = Shell.real();
        assertEquals(ExitCode.REFUSED.number(), shell.run(words.toArray(String[]::new)), shell.err());
        assertTrue(shell.err().contains(message), shell.err());
        assertFalse(Files.exists(ledger), "nothing was recorded");
    }

    /** The second file would get a ledger by another name, and the first one's when it takes part alone. */
    @Test
    void learn_withALedger_ofFilesThatAreCalledAlike_isRefused() throws IOException {
        Path copy = Files.createDirectories(temp.resolve("copy")).resolve("site-1.csv");
        Files.copy(Path.of(data.site(1)), copy);
        Path ledger = temp.resolve("ledger");
        String[] words = {
            "learn", "--data", data.site(1), copy.toString(), "--privacy", "epsilon=1", "--algorithm", "dp-gram"
        };
        List<String> kept = new ArrayList<>(List.of(words));
        kept.addAll(List.of("--ledger", ledger.toString()));
        Shell shell = Shell.real();
        assertEquals(ExitCode.USAGE.number(), shell.run(kept.toArray(String[]::new)), shell.err());
        assertTrue(shell.err().contains("both called site-1.csv"), shell.err());
        assertFalse(Files.exists(ledger));
        Shell forgotten = Shell.real();
        assertEquals(0, forgotten.run(words), forgotten.err());
    }

    @Test
    void learn_withAPolicyForZeroOut_needsAPublicNumber() throws IOException {
        Path policy = temp.resolve("policy.yaml");
        Files.writeString(policy, "budget: {epsilon: 3, delta: 1.0e-5}\nadjacency: zero-out\n");
        Shell none = Shell.real();
        assertEquals(
                ExitCode.USAGE.number(),
                none.run(data.learn("--algorithm", "dp-gram", "--policy", policy.toString())),
                none.err());
        assertTrue(none.err().contains("n0=N"), none.err());
        JsonNode json = data.json(
                "--algorithm",
                "dp-gram",
                "--policy",
                policy.toString(),
                "--privacy",
                "epsilon=1,delta=1e-6,adjacency=zero-out,n0=300");
        assertEquals("zero-out", json.get("privacy").get(0).get("adjacency").asText());
    }

    @Test
    void learn_whatThePolicyDoesNotAllow_isRefusedBeforeAnythingIsCharged() throws IOException {
        Path policy = temp.resolve("policy.yaml");
        Files.writeString(
                policy,
                "budget: {epsilon: 3, delta: 1.0e-5}\nperStudy: {epsilon: 1, delta: 1.0e-5}\n"
                        + "allowedSolvers: [dp-gram]\nminimumCohort: 3\n");
        Path ledger = temp.resolve("ledger");
        Shell other = Shell.real();
        int exit = other.run(data.learn(quick(
                "dp-fed-sparse",
                "--policy",
                policy.toString(),
                "--ledger",
                ledger.toString(),
                "--privacy",
                "epsilon=1")));
        assertEquals(ExitCode.REFUSED.number(), exit, other.err());
        assertTrue(other.err().contains("allows the solvers dp-gram"), other.err());
        Shell tooMuch = Shell.real();
        exit = tooMuch.run(data.learn(
                "--algorithm", "dp-gram", "--policy", policy.toString(), "--privacy", "epsilon=2,delta=1e-6"));
        assertEquals(ExitCode.REFUSED.number(), exit, tooMuch.err());
        assertTrue(tooMuch.err().contains("what one study may take"), tooMuch.err());
        Shell within = Shell.real();
        exit = within.run(
                data.learn("--algorithm", "dp-gram", "--policy", policy.toString(), "--ledger", ledger.toString()));
        assertEquals(0, exit, within.err());
    }
}
