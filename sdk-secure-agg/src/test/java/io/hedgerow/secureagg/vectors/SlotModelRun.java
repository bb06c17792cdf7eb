// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.secureagg.vectors;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/**
 * Looks at all runs of the model of a slot, {@code model/slot.als}, in a process of Alloy's: with all rules none breaks
 * a property, and each variant without a rule has a run that breaks the one it is for. For the profile {@code model}.
 * Where Alloy has no library of the solver Glucose, {@code -Dmodel.solver=sat4j} takes one in Java, which is much
 * slower.
 */
class SlotModelRun {

    @TempDir
    Path out;

    /** What a command of the model says of itself: a run that must exist, or a counterexample that must not. */
    private static Map<String, Boolean> expected(String model) {
        Map<String, Boolean> expected = new TreeMap<>();
        String command = "";
        for (String line : model.lines().toList()) {
            String[] words = line.strip().split("\\s+", -1);
            if (words[0].equals("run") || words[0].equals("check")) {
                command = words[1];
            }
            if (line.contains(" expect ")) {
                expected.put(command, line.endsWith("1"));
            }
        }
        return expected;
    }

    @TestFactory
    Stream<DynamicTest> everyCommand() throws Exception {
        Path file =
                Path.of(Objects.requireNonNull(SlotModelRun.class.getResource("/io/hedgerow/secureagg/model/slot.als"))
                        .toURI());
        Map<String, Boolean> expected = expected(Files.readString(file));
        assertTrue(expected.size() > 10, () -> "commands were read: " + expected.keySet());
        List<String> names = new ArrayList<>(expected.keySet());
        return names.stream()
                .map(name -> DynamicTest.dynamicTest(
                        name, () -> assertEquals(expected.get(name), hasRun(file, name), name)));
    }

    private boolean hasRun(Path file, String command) throws Exception {
        Path jar = Path.of(Objects.requireNonNull(System.getProperty("alloy.jar"), "run it with -Pmodel"));
        Path receipt = out.resolve(command);
        Process alloy = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx2g",
                        "-jar",
                        jar.toString(),
                        "exec",
                        "-q",
                        "-s",
                        System.getProperty("model.solver", "glucose"),
                        "-c",
                        command,
                        "-o",
                        receipt.toString(),
                        file.toString())
                .redirectErrorStream(true)
                .redirectOutput(out.resolve(command + ".log").toFile())
                .start();
        assertEquals(0, alloy.waitFor(), () -> "see " + out);
        JsonNode said = new ObjectMapper()
                .readTree(receipt.resolve("receipt.json").toFile())
                .get("commands")
                .get(command);
        return said.has("solution") && !said.get("solution").isEmpty();
    }
}
