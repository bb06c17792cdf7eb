// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.docs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What the forge reads of this repository is what it expects, and agrees with the build. */
class RepositoryFilesTest {

    private static final Path FORGE = Documents.HERE.root().resolve(".github");

    /** Refuses a key that appears twice, of which a forge would drop one silently. */
    private static final ObjectMapper YAML =
            new ObjectMapper(new YAMLFactory()).enable(JsonParser.Feature.STRICT_DUPLICATE_DETECTION);

    @Test
    void everyYamlFile_isOneMapping() throws IOException {
        List<Path> files = files(FORGE, ".yml");
        assertEquals(5, files.size(), files.toString());
        for (Path file : files) {
            assertTrue(YAML.readTree(file.toFile()).isObject(), file.toString());
        }
    }

    @Test
    void workflow_runsTheGateOnEveryJava_twoBuildsOfJarsAndImages_andProjectsOutside() throws IOException {
        JsonNode workflow = YAML.readTree(FORGE.resolve("workflows/ci.yml").toFile());
        assertEquals("read", workflow.at("/permissions/contents").asText());
        assertEquals(List.of("17", "21", "25"), texts(workflow.at("/jobs/verify/strategy/matrix/java")));
        List<String> run = new ArrayList<>();
        Set<String> actions = new TreeSet<>();
        for (JsonNode job : workflow.get("jobs")) {
            assertTrue(job.get("timeout-minutes").asInt() > 0, job.toString());
            for (JsonNode step : job.get("steps")) {
                assertTrue(step.has("run") != step.has("uses"), step.toString());
                if (step.has("run")) {
                    run.add(step.get("run").asText());
                } else {
                    actions.add(step.get("uses").asText().split("@", 2)[0]);
                    if (step.get("uses").asText().startsWith("actions/setup-java")) {
                        assertEquals("maven", step.at("/with/cache").asText());
                    }
                }
            }
        }
        assertEquals(List.of("mvn -B -ntp verify", ".ci/reproducible", ".ci/outside", ".ci/images"), run);
        assertEquals(
                Set.of("actions/checkout", "actions/setup-java"),
                actions,
                "whoever runs here may change what is built");
        for (String script : List.of(".ci/reproducible", ".ci/outside", ".ci/images")) {
            assertTrue(Files.isExecutable(Documents.HERE.root().resolve(script)), script);
        }
        assertTrue(
                Files.readString(Documents.HERE.root().resolve("pom.xml"))
                        .contains("<maven.compiler.release>17</maven.compiler.release>"),
                "the oldest Java of the matrix");
    }

    @Test
    void issueForms_haveFieldsOfKnownTypes_withNamesOfTheirOwn() throws IOException {
        for (String name : List.of("bug.yml", "idea.yml")) {
            JsonNode form =
                    YAML.readTree(FORGE.resolve("ISSUE_TEMPLATE/" + name).toFile());
            assertFalse(form.get("name").asText().isBlank(), name);
            assertFalse(form.get("description").asText().isBlank(), name);
            Set<String> ids = new TreeSet<>();
            for (JsonNode field : form.get("body")) {
                String type = field.get("type").asText();
                assertTrue(
                        Set.of("markdown", "textarea", "input", "dropdown", "checkboxes")
                                .contains(type),
                        type);
                if (type.equals("markdown")) {
                    assertTrue(field.at("/attributes/value").isTextual(), field.toString());
                } else {
                    assertFalse(field.at("/attributes/label").asText().isBlank(), field.toString());
                    assertTrue(ids.add(field.get("id").asText()), field.toString());
                }
            }
        }
    }

    /** An update that the enforcer refuses, or that Java 17 cannot run, would come again every week. */
    @Test
    void updates_leaveOutWhatTheBuildForbids() throws IOException {
        JsonNode updates = YAML.readTree(FORGE.resolve("dependabot.yml").toFile());
        assertEquals(2, updates.get("version").asInt());
        List<String> ecosystems = new ArrayList<>();
        updates.get("updates")
                .forEach(one -> ecosystems.add(one.get("package-ecosystem").asText()));
        assertEquals(List.of("maven", "github-actions"), ecosystems);
        String ignored = updates.at("/updates/0/ignore").toString();
        String pom = Files.readString(Documents.HERE.root().resolve("pom.xml"));
        assertTrue(pom.contains("<exclude>net.jqwik:*:[1.10.0,)</exclude>"));
        assertTrue(ignored.contains("net.jqwik:*") && ignored.contains("[1.10.0,)"), ignored);
        Matcher used = Pattern.compile("<errorprone.version>2\\.(\\d+)\\.").matcher(pom);
        assertTrue(used.find());
        assertTrue(ignored.contains("[2." + (Integer.parseInt(used.group(1)) + 1) + ".0,)"), ignored);
    }

    @Test
    void relativeLinksOfDocuments_leadToFilesAndHeadings() throws IOException {
        DocumentLinks links = new DocumentLinks(Documents.HERE.root(), Documents.HERE.all());
        assertEquals("", String.join("\n", links.problems()));
        assertTrue(links.count() > 400, "links must be found, were " + links.count());
        // the first is what the forge fills in, the other is where everybody begins
        assertEquals(List.of(".github/PULL_REQUEST_TEMPLATE.md", "README.md"), links.orphans(), "nothing leads there");
    }

    @Test
    void howToReportAWeakness_isSaidWithoutAnAddress() throws IOException {
        String text = Files.readString(FORGE.resolve("SECURITY.md"));
        for (String part :
                List.of("privately to the maintainers", "| budget |", "| ledger |", "| masks |", "| wire |")) {
            assertTrue(text.contains(part), part);
        }
        assertFalse(text.contains("@") || text.contains("mailto:"), "an address that nobody reads");
    }

    private static List<Path> files(Path folder, String ending) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(file -> file.toString().endsWith(ending))
                    .sorted()
                    .toList();
        }
    }

    private static List<String> texts(JsonNode list) {
        List<String> texts = new ArrayList<>();
        list.forEach(item -> {
            assertTrue(item.isTextual(), "1.10 would be read as 1.1: " + item);
            texts.add(item.asText());
        });
        return texts;
    }
}
