// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.cli.study;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.hedgerow.samples.cli.Checkout;
import io.hedgerow.samples.cli.Shell;
import io.hedgerow.transport.study.StudyPlan;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Uses the examples of {@code docs/study-file.md}, which so are tested, too. */
@Tag("slow")
public class StudyCommandTest {

    @TempDir
    Path temp;

    private String plan = "";
    private String officer = "";
    private String digest = "";

    @BeforeEach
    void takeTheDocumentedFiles() throws IOException {
        plan = temp.resolve("study.yaml").toString();
        String key = temp.resolve("officer.key").toString();
        Files.writeString(temp.resolve("study.yaml"), documented("format: 1"));
        officer = json(0, "enrol", "officer-key", "--key", key).get("publicKey").asText();
        digest = json(0, "study", "digest", plan).get("digest").asText();
        Files.writeString(
                temp.resolve("join.yaml"),
                documented("join:")
                        .replaceAll("keys: \\[[^]]*]", "keys: [" + officer + "]")
                        .replaceAll("threshold: \\d+", "threshold: 1")
                        .replaceAll("sha256:[0-9a-f]{64}", digest));
    }

    /** The first YAML block of the page that begins with a line. */
    public static String documented(String first) throws IOException {
        Matcher block = Pattern.compile("```yaml\\n(.*?)```", Pattern.DOTALL)
                .matcher(Files.readString(Checkout.ROOT.resolve("docs/study-file.md")));
        while (block.find()) {
            if (block.group(1).startsWith(first)) {
                return block.group(1);
            }
        }
        throw new AssertionError("no YAML block that begins with " + first);
    }

    @Test
    void documentedCanonicalForm_isThatOfTheDocumentedPlan() throws IOException {
        String canonical = StudyPlan.read(temp.resolve("study.yaml")).canonical();
        assertTrue(
                Files.readString(Checkout.ROOT.resolve("docs/study-file.md")).contains("```\n" + canonical + "```\n"),
                canonical);
    }

    private static JsonNode json(int code, String... args) throws IOException {
        List<String> words = new ArrayList<>(List.of(args));
        words.add("--json");
        Shell shell = Shell.real();
        assertEquals(code, shell.run(words.toArray(String[]::new)), shell.err());
        return new ObjectMapper().readTree(shell.out());
    }

    private static String fails(int code, String... args) {
        Shell shell = Shell.real();
        assertEquals(code, shell.run(args), shell.out() + shell.err());
        assertTrue(shell.err().startsWith("hedgerow: error: "), shell.err());
        return shell.err();
    }

    private String[] check() {
        return new String[] {
            "study", "check", plan, "--rules", temp.resolve("join.yaml").toString(), "--site", "north"
        };
    }

    @Test
    void documentedPlan_isCheckedSignedAndJoined() throws IOException {
        JsonNode described = json(0, "study", "check", plan);
        assertEquals(digest, described.get("digest").asText());
        String several = described.get("atSeveralSites").asText();
        assertTrue(several.contains("somebody with a row at each of 2 sites: epsilon "), several);
        assertEquals(List.of("signatures"), reasons(json(5, check())));
        json(0, "study", "sign", plan, "--key", temp.resolve("officer.key").toString());
        JsonNode joined = json(0, check());
        assertTrue(joined.get("joins").asBoolean());
        assertEquals(
                officer,
                json(0, "study", "verify", plan, "--officer", officer)
                        .get("signers")
                        .get(0)
                        .asText());
        json(0, "study", "verify", plan, "--rules", temp.resolve("join.yaml").toString());
    }

    private static List<String> reasons(JsonNode checked) {
        List<String> reasons = new ArrayList<>();
        checked.get("refusals")
                .forEach(one -> reasons.add(one.asText().contains("signed") ? "signatures" : one.asText()));
        return reasons;
    }

    @Test
    void changedPlan_isRefusedWithEveryReason() throws IOException {
        json(0, "study", "sign", plan, "--key", temp.resolve("officer.key").toString());
        String text = Files.readString(temp.resolve("study.yaml"));
        Files.writeString(temp.resolve("study.yaml"), text.replaceAll("epsilon: [0-9.]+", "epsilon: 99"));
        JsonNode checked = json(5, check());
        assertEquals(3, checked.get("refusals").size(), checked.toString());
        Shell shell = Shell.real();
        assertEquals(5, shell.run(check()));
        assertTrue(shell.out().contains("epsilon must be at most"), shell.out());
        assertTrue(fails(3, "study", "verify", plan, "--officer", officer).contains("changed after it was signed"));
    }

    @Test
    void mistakes_areNamedWithTheirLine() throws IOException {
        String text = Files.readString(temp.resolve("study.yaml"));
        Files.writeString(temp.resolve("study.yaml"), text.replace("quorum:", "quorun:"));
        assertTrue(fails(3, "study", "check", plan).contains("did you mean \"quorum\"?"));
        assertTrue(fails(3, "study", "digest", plan + ".none").contains("no such file"));
    }

    @Test
    void budgetThatPromisesNothing_isRefusedWithItsLine() throws IOException {
        String text = Files.readString(temp.resolve("study.yaml"));
        Files.writeString(temp.resolve("study.yaml"), text.replaceAll("epsilon: [0-9.]+", "epsilon: 1e9"));
        for (String command : List.of("check", "digest")) {
            String refusal = fails(3, "study", command, plan);
            assertTrue(refusal.contains("the budget is too large: epsilon was 1.0E9"), refusal);
            assertTrue(refusal.matches("(?s).*study.yaml:[0-9]+: privacy: .*"), refusal);
        }
    }

    private String written(String algorithm, String parameters, String delta) throws IOException {
        boolean promised = algorithm.startsWith("dp-");
        String rows = promised ? "rows.north: 300, rows.south: 700, " : "";
        Path file = temp.resolve("other.yaml");
        Files.writeString(file, """
                format: 1
                name: wards
                coordinator: hub
                sites: [north, south]
                variables: {age: [-60, 60], dose: [-25, 25]}
                algorithm: {id: %s, parameters: {%s%s}}
                %s
                rounds: 10
                quorum: 2
                deadline: 2m
                minimumCohort: 2
                secureAggregation: none
                """.formatted(
                        algorithm,
                        rows,
                        parameters,
                        promised
                                ? "privacy: {epsilon: 1, delta: " + delta + ", unit: record, adjacency: replace-one}"
                                : "insecureNoPrivacy: true"));
        return file.toString();
    }

    /**
     * What a site or the coordinator would refuse is refused before it is signed, in the words of a plan and not of a
     * command line.
     */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "nonsense-algo||algorithm must be one of [direct-lingam, dp-dynamic-gram,",
                "fed-spars||did you mean fed-sparse?",
                "fed-sparse|vote-rounds: 0|parameter vote-rounds of fed-sparse must be a whole number from 1 to 100000, was",
                "fed-sparse|vote-rounds: 11|must be at most rounds 10, was 11",
                "fed-sparse|gama: 0.5|did you mean gamma?",
                "fed-sparse|gamma: 2|parameter gamma of fed-sparse must be > 0, from 1e-50 to 1, was",
                "fed-sparse|lambda: nan|parameter lambda of fed-sparse must be a number from 0 to 1e50, was",
                "fed-bnsl|local-iterations: 1.5|must be a whole number",
                "gram|threshold: -1|parameter threshold of gram must be a number from 0 to 1e50",
                "feature-gram|own-unit: true|did you mean own-units?",
                "feature-gram|lags: auto|parameter lags of feature-gram must be a whole number from 0 to 50, was",
                "feature-gram|no-pairs: yes|must be true or false",
                "gram|score: aic|parameter score of gram must be one of bge, ",
                "dynamic-gram|score: bic, personal: auto|score bic is for one network of all sites",
                "gram|hidden-causes: yes|parameter hidden-causes of gram must be true or false",
                "gram|hidden-causes: true, orient: non-gaussian|true only where no cause is hidden",
                "dynamic-gram|hidden-causes: true, personal: auto|cannot be combined with personal",
                "feature-gram|hidden-causes: true|algorithm feature-gram has no parameter hidden-causes",
                "fed-sparse|hidden-causes: true|algorithm fed-sparse has no parameter hidden-causes",
                "gram|seed: -1|parameter seed of gram must be a whole number from 0, was",
                "dp-gram|rows.nort: 5|did you mean rows.north?",
                "dp-gram|own-units: maybe|must be true or false",
                "dp-gram|smallest-deviation: 5, largest-deviation: 2|smallest",
                "dp-fed-sparse|private-mean: true|parameter private-mean needs bound",
                "dp-fed-sparse|private-mean: true, bound: 0|parameter bound of dp-fed-sparse must be > 0",
                "dp-fed-sparse|smallest-deviation: 5, largest-deviation: 2|smallest",
                "dp-fed-sparse|gamma: 1.5|gamma",
                "dp-fed-sparse|clip: 1e300|parameter clip of dp-fed-sparse must be > 0, from 1e-50 to 1e50, was",
                "dp-fed-bnsl|clip: 1e-300|parameter clip of dp-fed-bnsl must be > 0, from 1e-50 to 1e50, was",
                "dp-fed-bnsl|clip: -1|parameter clip of dp-fed-bnsl must be > 0"
            })
    void planThatNobodyCouldRun_isNeitherCheckedNorSigned(String algorithm, String parameters, String words)
            throws IOException {
        String file = written(algorithm, parameters == null ? "" : parameters, "1.0e-6");
        for (String message : List.of(
                fails(3, "study", "check", file),
                fails(
                        3,
                        "study",
                        "sign",
                        file,
                        "--key",
                        temp.resolve("officer.key").toString()))) {
            assertTrue(message.contains(words), message);
            assertFalse(message.contains(" --"), message);
        }
        assertFalse(Files.exists(temp.resolve("other.yaml.sig")));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "fed-sparse",
                "fed-bnsl",
                "gram",
                "feature-gram",
                "direct-lingam",
                "dp-gram",
                "dp-fed-sparse",
                "dp-fed-bnsl"
            })
    void everyAlgorithm_isCheckedWithItsDefaults(String algorithm) throws IOException {
        json(0, "study", "check", written(algorithm, "", "1.0e-6"));
    }

    private void refusedForItsForecast(String words, String... text) throws IOException {
        Path file = Path.of(written("dp-gram", text[0], "1.0e-6"));
        for (int k = 1; k < text.length; k += 2) {
            String changed = Files.readString(file).replace(text[k], text[k + 1]);
            assertFalse(changed.equals(Files.readString(file)), text[k]);
            Files.writeString(file, changed);
        }
        String key = temp.resolve("officer.key").toString();
        for (String message : List.of(
                fails(3, "study", "check", file.toString()),
                fails(3, "study", "sign", file.toString(), "--key", key))) {
            assertTrue(message.contains(words), message);
        }
        assertFalse(Files.exists(temp.resolve("other.yaml.sig")));
    }

    /** The walk's plan of before, with the bounds of ages: 6000 rows counted as 2. */
    @Test
    void boundsThatExcludeTheCentre_areRefused() throws IOException {
        refusedForItsForecast("age [20, 100]", "private-mean: false", "[-60, 60]", "[20, 100]");
        refusedForItsForecast("age [20, 100]", "", "[-60, 60]", "[20, 100]");
        json(0, "study", "check", written("dp-gram", "private-mean: true", "1.0e-6"));
    }

    /** Eight rows a site are worth nothing; the word of the officers is signed, so the digest is another. */
    @Test
    void uselessPlan_needsTheWordOfItsOfficers() throws IOException {
        String few = "private-mean: true";
        refusedForItsForecast(
                "write despiteForecast: true",
                few,
                "rows.north: 300",
                "rows.north: 8",
                "rows.south: 700",
                "rows.south: 8");
        Path file = temp.resolve("other.yaml");
        String digest =
                json(0, "study", "digest", file.toString()).get("digest").asText();
        Files.writeString(file, Files.readString(file) + "despiteForecast: true\n");
        JsonNode checked = json(0, "study", "check", file.toString());
        assertTrue(checked.get("forecast").asText().startsWith("useless: at least"), checked.toString());
        assertTrue(checked.get("despiteForecast").asBoolean());
        assertFalse(checked.get("digest").asText().equals(digest));
        JsonNode signed = json(
                0,
                "study",
                "sign",
                file.toString(),
                "--key",
                temp.resolve("officer.key").toString());
        assertTrue(signed.get("forecast").asText().startsWith("useless: "), signed.toString());
    }

    @Test
    void forecast_isThatOfPlan() throws IOException {
        String forecast = json(0, "study", "check", written("dp-fed-sparse", "local-iterations: 2", "1.0e-6"))
                .get("forecast")
                .asText();
        assertTrue(
                forecast.matches("about \\d\\.\\d wrong of 2 edges in simulations.* tenth of a deviation.*"), forecast);
        assertFalse(json(0, "study", "check", written("gram", "", "1.0e-6")).has("forecast"));
    }

    /** No site would have a policy for it, so the plan is refused before anybody signs. */
    @Test
    void deltaOfOneInN_isRefused() throws IOException {
        json(0, "study", "check", written("dp-gram", "", "0.0014"));
        String message = fails(3, "study", "check", written("dp-gram", "", "0.0015"));
        assertTrue(message.contains("site south: the budget's delta must be below 1/rows = 0.00143"), message);
    }

    @Test
    void stepsWithoutDelta_areRefused() throws IOException {
        String message = fails(3, "study", "check", written("dp-fed-sparse", "", "0"));
        assertTrue(message.contains("need a delta > 0"), message);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "study",
                "study check",
                "study check PLAN --site north",
                "study check PLAN --key x",
                "study sign PLAN",
                "study verify PLAN",
                "study verify PLAN --officer zz",
                "study verify PLAN --threshold 1",
                "study digest PLAN --site north"
            })
    void wrongCommandLines_doNothing(String line) {
        fails(2, line.replace("PLAN", plan).split(" "));
    }
}
