package io.hedgerow.samples.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.hedgerow.transport.study.StudyPlan;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Uses the examples of {@code docs/study-file.md}, which so are tested, too. */
class StudyCommandTest {

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
    static String documented(String first) throws IOException {
        Matcher block = Pattern.compile("```yaml\\n(.*?)```", Pattern.DOTALL)
                .matcher(Files.readString(Path.of("../docs/study-file.md")));
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
                Files.readString(Path.of("../docs/study-file.md")).contains("```\n" + canonical + "```\n"), canonical);
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
