// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.hedgerow.core.internal.simulation.model.ErdosRenyi;
import io.hedgerow.core.internal.simulation.model.GraphGenerator.WeightRange;
import io.hedgerow.core.internal.simulation.model.SimulatedSites;
import io.hedgerow.samples.operate.SiteFiles;
import io.hedgerow.samples.output.OutputDirectory;
import io.hedgerow.samples.output.SchemaCheck;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/** A folder with the files of simulated sites, and what tests of commands do there. */
public record SiteFolder(Path folder) {

    private static final ObjectMapper MAPPER =
            new ObjectMapper().enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);

    /** Three sites, six variables, six edges that every good algorithm finds. */
    public static SiteFolder simulated(Path folder) {
        return written(folder, study(6, 6).sites(3).rowsPerSite(300).seed(3));
    }

    /** A study with so many variables and edges, to which more can be said. */
    public static SimulatedSites.Builder study(int variables, int edges) {
        return SimulatedSites.of(new ErdosRenyi(variables, edges, WeightRange.STANDARD));
    }

    /** The files of a simulated study. */
    public static SiteFolder written(Path folder, SimulatedSites.Builder study) {
        try (OutputDirectory directory = OutputDirectory.prepare(folder)) {
            SiteFiles.write(study.build(), directory);
            directory.commit();
            return new SiteFolder(folder);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** {@code learn} on the three files, with more options. */
    public String[] learn(String... more) {
        List<String> words = new ArrayList<>(List.of("learn", "--data", site(1), site(2), site(3)));
        words.addAll(List.of(more));
        return words.toArray(String[]::new);
    }

    public String site(int number) {
        return folder.resolve("site-" + number + ".csv").toString();
    }

    public String truth() {
        return folder.resolve("truth.csv").toString();
    }

    /** Runs {@code learn} on the three files, which must succeed, and reads the JSON it prints. */
    public JsonNode json(String... more) throws IOException {
        List<String> words = new ArrayList<>(List.of(more));
        words.add("--json");
        return json(Shell.real(), learn(words.toArray(String[]::new)));
    }

    /** Runs a command, which must succeed, and reads the JSON it prints; a result is as its schema says. */
    public static JsonNode json(Shell shell, String... args) throws IOException {
        assertEquals(0, shell.run(args), shell.err());
        JsonNode document = MAPPER.readTree(shell.out());
        if (document.path("format").asText().startsWith("hedgerow-")) {
            assertEquals(List.of(), SchemaCheck.ofResult().problems(document));
        }
        return document;
    }

    /** Every file and directory below a folder, hidden ones included, with the files' content. */
    public static Map<String, String> content(Path folder) throws IOException {
        Map<String, String> content = new TreeMap<>();
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.toList()) {
                content.put(
                        folder.relativize(file).toString(),
                        Files.isDirectory(file)
                                ? "directory"
                                : new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1));
            }
        }
        return content;
    }
}
