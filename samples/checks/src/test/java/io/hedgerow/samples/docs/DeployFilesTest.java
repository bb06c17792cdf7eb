// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.docs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.hedgerow.samples.cli.Checkout;
import io.hedgerow.samples.output.ExitCode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

/** Units, container file and their options fit the program: its exit codes, its options, the paths of the build. */
class DeployFilesTest {

    private static final Path DEPLOY = Checkout.ROOT.resolve("docs/deploy");

    /** A service manager starts these again: nobody has to decide anything first. */
    private static final Set<ExitCode> AGAIN = Set.of(ExitCode.TEMPORARY, ExitCode.INTERNAL, ExitCode.UNAVAILABLE);

    @TempDir
    Path folder;

    @ParameterizedTest
    @ValueSource(strings = {"hedgerow-coordinator.service", "hedgerow-site.service"})
    void unit_startsAgainAfterWhatNobodyHasToDecide(String name) throws IOException {
        UnitFile unit = UnitFile.read(DEPLOY.resolve(name));
        assertEquals("on-failure", unit.service("Restart"));
        Set<Integer> stays = Arrays.stream(
                        unit.service("RestartPreventExitStatus").split(" "))
                .map(Integer::valueOf)
                .collect(Collectors.toSet());
        for (ExitCode code : ExitCode.values()) {
            // 0 is no failure, and whoever pressed Ctrl-C is there
            if (code != ExitCode.OK && code != ExitCode.INTERRUPTED) {
                assertEquals(!AGAIN.contains(code), stays.contains(code.number()), code + " in " + name);
            }
        }
        assertEquals("143", unit.service("SuccessExitStatus"), "128 and SIGTERM");
    }

    @ParameterizedTest
    @ValueSource(strings = {"hedgerow-coordinator.service", "hedgerow-site.service"})
    void unit_isHardened_andMayWriteOnlyWhatTheOptionsName(String name) throws IOException {
        UnitFile unit = UnitFile.read(DEPLOY.resolve(name));
        assertEquals("true", unit.service("NoNewPrivileges"));
        assertEquals("strict", unit.service("ProtectSystem"));
        assertEquals("hedgerow", unit.service("User"));
        assertEquals("0077", unit.service("UMask"));
        assertEquals("", unit.service("CapabilityBoundingSet"));
        assertEquals("0", unit.service("LimitCORE"), "keys and rows are in the memory");
        List<String> command = List.of(unit.service("ExecStart").split(" "));
        CommandLine.ParseResult parsed = parsed(command.subList(4, command.size()), name);
        for (String writable : unit.service("ReadWritePaths").split(" ", -1)) {
            assertTrue(
                    parsed.matchedOptions().isEmpty() || writes(parsed).contains(Path.of(writable)),
                    writable + " is writable in " + name + " and not where the program writes: " + writes(parsed));
        }
        assertEquals(writes(parsed).size(), unit.service("ReadWritePaths").split(" ", -1).length);
    }

    /** The options file of a unit, read by the program's own reader; {@code /etc/hedgerow} is here. */
    private static CommandLine.ParseResult parsed(List<String> words, String name) {
        List<String> here = words.stream()
                .map(word -> word.replace("/etc/hedgerow/", DEPLOY + "/"))
                .toList();
        assertFalse(here.equals(words), name + " must name its options file");
        return DocumentationSnippetsTest.application()
                .parsed(here.toArray(String[]::new))
                .subcommand();
    }

    private static Set<Path> writes(CommandLine.ParseResult parsed) {
        Set<Path> paths = new java.util.TreeSet<>();
        List<String> writing = parsed.commandSpec().name().equals("site")
                ? List.of("--home", "--anchors", "--out")
                : List.of("--data", "--out");
        for (String option : writing) {
            Path path = parsed.commandSpec().findOption(option).getValue();
            if (path != null) {
                paths.add(path);
            }
        }
        return paths;
    }

    @Test
    void unitFile_refusesWhatSystemdWouldIgnore() {
        for (List<String> lines : List.of(
                List.of("[Service]", "NoNewPrivilege=true"),
                List.of("[Sevice]"),
                List.of("User=x"),
                List.of("[Unit]", "User=x"),
                List.of("[Service]", "User=x", "User=y"),
                List.of("[Unit]", "[Unit]"))) {
            assertThrows(IllegalArgumentException.class, () -> UnitFile.parse("unit", lines), lines.toString());
        }
    }

    /** Needs a {@code java} where the unit says, so the path is that of the Java that runs this test. */
    @ParameterizedTest
    @ValueSource(strings = {"hedgerow-coordinator.service", "hedgerow-site.service"})
    void unit_isAcceptedBySystemd(String name) throws Exception {
        Path tool = Path.of("/usr/bin/systemd-analyze");
        assumeTrue(Files.isExecutable(tool), "systemd-analyze is not installed");
        String java = ProcessHandle.current().info().command().orElse("/bin/true");
        String text = Files.readString(DEPLOY.resolve(name));
        assertTrue(text.contains("ExecStart=/usr/bin/java "), text);
        Path unit = Files.writeString(folder.resolve(name), text.replace("=/usr/bin/java ", "=" + java + " "));
        assertEquals("", verified(tool, unit), "no complaint");
        Path wrong = Files.writeString(
                folder.resolve("wrong-" + name), text.replace("Restart=on-failure", "Restart=sometimes"));
        assertTrue(verified(tool, wrong).contains("sometimes"), "it looks at values");
    }

    private static String verified(Path tool, Path unit) throws Exception {
        Process process = new ProcessBuilder(tool.toString(), "verify", "--man=no", unit.toString())
                .redirectErrorStream(true)
                .start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        process.waitFor();
        return said.strip();
    }

    @Test
    void container_buildsWithTheLauncher_andRunsAsNobodySpecial() throws IOException {
        List<String> lines = Files.readString(DEPLOY.resolve("Containerfile"))
                .replace("\\\n", " ")
                .lines()
                .filter(line -> !line.isBlank() && !line.startsWith("#"))
                .toList();
        List<String> words = new ArrayList<>();
        lines.forEach(line -> words.add(line.split(" ", 2)[0]));
        assertTrue(
                Set.of("ARG", "FROM", "WORKDIR", "COPY", "RUN", "USER", "VOLUME", "EXPOSE", "ENTRYPOINT", "CMD")
                        .containsAll(words),
                words.toString());
        assertEquals(2, words.stream().filter("FROM"::equals).count());
        String text = String.join("\n", lines);
        String launcher = Files.readString(Checkout.ROOT.resolve("hedgerow"));
        assertTrue(launcher.contains("mvn -q -B -ntp -Dlauncher -pl samples/cli,samples/lab -am package"));
        assertTrue(text.contains("mvn -q -B -ntp -Dlauncher -pl samples/cli -am package"), "without the lab: " + text);
        assertTrue(text.contains("COPY --from=build /build/samples/cli/target/hedgerow.jar "), text);
        assertTrue(words.lastIndexOf("USER") > words.lastIndexOf("FROM"), "of the stage that runs");
        assertTrue(text.contains("\nUSER 10001:10001\n"), "a number, so that a cluster can see that it is not root");
        assertTrue(text.contains("VOLUME [\"/var/lib/hedgerow\"]"), text);
        assertTrue(text.contains("ARG RUN_BASE=eclipse-temurin:17-jre\n"), text);
    }
}
