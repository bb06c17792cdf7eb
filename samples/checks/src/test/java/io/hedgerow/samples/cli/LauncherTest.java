// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.samples.output.ExitCode;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/**
 * Runs the launcher in a copy of the source tree's outline, with a java and an mvn that only tell how they were called.
 */
@Tag("slow")
@DisabledOnOs(OS.WINDOWS) // the launcher is a shell script
class LauncherTest {

    private static final FileTime OLD = FileTime.from(Instant.parse("2026-01-01T00:00:00Z"));
    private static final FileTime NEW = FileTime.from(Instant.parse("2026-01-02T00:00:00Z"));

    @TempDir
    Path temp;

    private Path root;
    private Path jdk;
    private Path tools;
    private final Map<String, String> environment = new HashMap<>();

    record Ended(int exitCode, String out, String err) {}

    @BeforeEach
    void outline() throws IOException {
        root = Files.createDirectories(temp.resolve("a tree"));
        jdk = Files.createDirectories(temp.resolve("jdk"));
        tools = Files.createDirectories(temp.resolve("tools"));
        Files.copy(Checkout.ROOT.resolve("hedgerow"), root.resolve("hedgerow"), StandardCopyOption.COPY_ATTRIBUTES);
        for (String file : List.of(
                "pom.xml",
                "sdk-core/pom.xml",
                "sdk-core/rounds/pom.xml",
                "sdk-core/rounds/src/main/A.java",
                "samples/cli/pom.xml",
                "samples/cli/src/main/B.java",
                "samples/lab/pom.xml",
                "samples/lab/src/main/C.java")) {
            Path made = root.resolve(file);
            Files.createDirectories(made.getParent());
            Files.createFile(made);
        }
        age(root, OLD);
        Files.writeString(jdk.resolve("release"), "JAVA_VERSION=\"17.0.15\"\n");
        script(jdk.resolve("bin/java"), "echo \"java $* tty=[$HEDGEROW_TTY]\"", "exit 4");
        script(
                tools.resolve("mvn"),
                "echo \"$PWD $*\" >> '" + temp.resolve("builds") + "'",
                "echo 'chatter of the build'",
                "mkdir -p samples/cli/target samples/lab/target",
                "echo jar > samples/cli/target/hedgerow.jar",
                "echo jar > samples/lab/target/hedgerow-lab.jar");
        // Only what the launcher may rely on; a real mvn on this machine must not be found.
        for (String tool : List.of(
                "readlink", "dirname", "sed", "head", "find", "cat", "mkdir", "rm", "rmdir", "sleep", "touch")) {
            Path real = Files.exists(Path.of("/bin", tool)) ? Path.of("/bin", tool) : Path.of("/usr/bin", tool);
            script(tools.resolve(tool), "exec " + real + " \"$@\"");
        }
    }

    @Test
    void launch_withoutJar_buildsAndRuns() throws Exception {
        Ended ended = launch("probe", "two words");
        assertEquals(
                "java -XX:+UseSerialGC -cp " + jars(root.toRealPath())
                        + " io.hedgerow.samples.cli.Hedgerow probe two words tty=[]\n",
                ended.out());
        assertEquals("hedgerow: building...\n", ended.err());
        assertEquals(4, ended.exitCode(), "the program's exit code");
        assertEquals(1, builds().size());
        assertTrue(builds().get(0).startsWith(root.toRealPath().toString()), builds().toString());
        assertFalse(Files.exists(root.resolve(".hedgerow-build.lock")));
    }

    @Test
    void launch_withoutTheLab_buildsIt() throws Exception {
        makeJar(NEW);
        Files.delete(root.resolve("samples/lab/target/hedgerow-lab.jar"));
        assertEquals("hedgerow: building...\n", launch().err());
        assertEquals(1, builds().size());
        assertTrue(builds().get(0).contains("-pl samples/cli,samples/lab -am package"), builds().toString());
    }

    @Test
    void launch_whenNothingIsNewer_doesNotBuild() throws Exception {
        makeJar(NEW);
        assertEquals("", launch().err());
        assertEquals(List.of(), builds());
    }

    @Test
    void launch_whenAnythingIsNewer_builds() throws Exception {
        for (String file : List.of(
                "pom.xml",
                "sdk-core/pom.xml",
                "sdk-core/rounds/pom.xml",
                "sdk-core/rounds/src/main/A.java",
                "samples/cli/src/main/B.java",
                "samples/lab/src/main/C.java")) {
            makeJar(NEW);
            int before = builds().size();
            FileTime newer = FileTime.from(NEW.toInstant().plusSeconds(1));
            Files.setLastModifiedTime(root.resolve(file), newer);
            launch();
            assertEquals(before + 1, builds().size(), file);
            Files.setLastModifiedTime(root.resolve(file), OLD);
        }
    }

    @Test
    void launch_throughALink_findsItsTree() throws Exception {
        makeJar(NEW);
        Path inner = Files.createSymbolicLink(root.resolve("inner"), Path.of("hedgerow"));
        Path link = Files.createSymbolicLink(temp.resolve("link"), inner);
        assertTrue(finish(start(link, List.of())).out().contains("a tree/samples/cli/target/hedgerow.jar:"));
    }

    @Test
    void launch_withConnectors_putsAllTheirJarsOnTheClassPath() throws Exception {
        makeJar(NEW);
        Path one = Files.createDirectories(temp.resolve("one of them"));
        Path other = Files.createDirectories(temp.resolve("other"));
        environment.put("HEDGEROW_CONNECTORS", one + "::" + other);
        String out = launch("learn").out();
        String jars = jars(root) + ":" + one + "/*:" + other + "/*";
        assertTrue(out.contains(" -cp " + jars + " io.hedgerow.samples.cli.Hedgerow learn"), out);
        environment.put("HEDGEROW_CONNECTORS", one + ":" + temp.resolve("none"));
        Ended ended = launch();
        assertEquals(ExitCode.UNAVAILABLE.number(), ended.exitCode());
        assertTrue(ended.err().contains("must name directories, was " + temp.resolve("none")), ended.err());
    }

    @Test
    void launch_withAnOldJava_saysSo() throws Exception {
        Files.writeString(jdk.resolve("release"), "JAVA_VERSION=\"11.0.2\"\n");
        Ended ended = launch();
        assertEquals(ExitCode.UNAVAILABLE.number(), ended.exitCode());
        assertTrue(ended.err().startsWith("hedgerow: error: java 17 or newer is needed, found 11.0.2"), ended.err());
    }

    @Test
    void launch_withoutReleaseFile_asksJava() throws Exception {
        Files.delete(jdk.resolve("release"));
        script(jdk.resolve("bin/java"), "echo 'openjdk version \"1.8.0_292\"' >&2");
        assertTrue(launch().err().contains("found 1.8.0_292"));
    }

    @Test
    void launch_withoutMaven_saysSo() throws Exception {
        Files.delete(tools.resolve("mvn"));
        Ended ended = launch();
        assertEquals(ExitCode.UNAVAILABLE.number(), ended.exitCode());
        assertTrue(ended.err().startsWith("hedgerow: error: mvn was not found"), ended.err());
        assertFalse(Files.exists(root.resolve(".hedgerow-build.lock")));
    }

    @Test
    void launch_whenTheBuildFails_showsWhyAndLeavesNoLock() throws Exception {
        script(tools.resolve("mvn"), "echo 'a compiler error'", "exit 1");
        Ended ended = launch();
        assertEquals(ExitCode.UNAVAILABLE.number(), ended.exitCode());
        assertTrue(ended.err().contains("a compiler error"), ended.err());
        assertEquals("", ended.out());
        assertFalse(Files.exists(root.resolve(".hedgerow-build.lock")));
    }

    @Test
    void launch_whileAnotherBuilds_waitsAndUsesItsJar() throws Exception {
        Path lock = Files.createDirectory(root.resolve(".hedgerow-build.lock"));
        Files.writeString(lock.resolve("pid"), ProcessHandle.current().pid() + "\n");
        Process waiting = start(root.resolve("hedgerow"), List.of());
        BufferedReader err = waiting.errorReader(StandardCharsets.UTF_8);
        assertEquals("hedgerow: waiting for another build...", err.readLine());
        makeJar(NEW);
        Files.delete(lock.resolve("pid"));
        Files.delete(lock);
        assertEquals(4, waiting.waitFor());
        assertEquals(List.of(), builds());
    }

    @Test
    void launch_whenABuilderDied_removesItsLock() throws Exception {
        Process gone = new ProcessBuilder("true").start();
        gone.waitFor();
        Path lock = Files.createDirectory(root.resolve(".hedgerow-build.lock"));
        Files.writeString(lock.resolve("pid"), gone.pid() + "\n");
        assertEquals(4, launch().exitCode());
        assertEquals(1, builds().size());
    }

    @Test
    void launch_ofSeveralAtOnce_buildsOnce() throws Exception {
        List<Process> started = new ArrayList<>();
        for (int k = 0; k < 4; k++) {
            started.add(start(root.resolve("hedgerow"), List.of()));
        }
        for (Process process : started) {
            assertEquals(4, finish(process).exitCode());
        }
        assertEquals(1, builds().size());
    }

    private Ended launch(String... args) throws Exception {
        return finish(start(root.resolve("hedgerow"), List.of(args)));
    }

    private Process start(Path launcher, List<String> args) throws IOException {
        List<String> words = new ArrayList<>(List.of(launcher.toString()));
        words.addAll(args);
        ProcessBuilder builder = new ProcessBuilder(words).directory(temp.toFile());
        builder.environment().clear();
        builder.environment().put("JAVA_HOME", jdk.toString());
        builder.environment().put("PATH", tools.toString());
        builder.environment().putAll(environment);
        return builder.start();
    }

    private static Ended finish(Process process) throws IOException, InterruptedException {
        process.getOutputStream().close();
        String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        String err = new String(process.getErrorStream().readAllBytes(), StandardCharsets.UTF_8);
        return new Ended(process.waitFor(), out, err);
    }

    private List<String> builds() throws IOException {
        Path log = temp.resolve("builds");
        return Files.exists(log) ? Files.readAllLines(log) : List.of();
    }

    /** Complete at once: a launcher may be looking. */
    private void makeJar(FileTime time) throws IOException {
        for (String name : List.of("samples/cli/target/hedgerow.jar", "samples/lab/target/hedgerow-lab.jar")) {
            Path made = Files.writeString(temp.resolve("made.jar"), "jar");
            Files.setLastModifiedTime(made, time);
            Path jar = root.resolve(name);
            Files.createDirectories(jar.getParent());
            Files.move(made, jar, StandardCopyOption.REPLACE_EXISTING);
        }
    }

    private static String jars(Path tree) {
        return tree.resolve("samples/cli/target/hedgerow.jar") + ":"
                + tree.resolve("samples/lab/target/hedgerow-lab.jar");
    }

    private static void age(Path tree, FileTime time) throws IOException {
        try (var files = Files.walk(tree)) {
            for (Path file : files.toList()) {
                Files.setLastModifiedTime(file, time);
            }
        }
    }

    private static void script(Path file, String... lines) throws IOException {
        Files.createDirectories(file.getParent());
        Files.writeString(file, "#!/bin/sh\n" + String.join("\n", lines) + "\n");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
    }
}
