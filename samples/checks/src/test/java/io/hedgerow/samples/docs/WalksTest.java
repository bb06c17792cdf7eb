// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.docs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.samples.cli.Hedgerow;
import io.hedgerow.samples.operate.ClassArchive;
import io.hedgerow.samples.siteapp.SdkClassPath;
import java.io.File;
import java.io.IOException;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every command of the walks is run by a shell, and says what its page shows. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class WalksTest {

    /** The engineer goes on where the operator ended. The longest is first: all are walked at the same time. */
    private static final List<String> PAGES =
            List.of("operator engineer", "analyst", "hospital-table", "data-steward", "researcher");

    @TempDir
    static Path walks;

    @TempDir
    Path folder;

    private final Map<String, Started> started = new LinkedHashMap<>();

    /** A walk, and the shell that goes it. */
    private record Started(Walk walk, Process shell, Path output) {}

    static List<String> pages() {
        return PAGES;
    }

    @ParameterizedTest
    @MethodSource("pages")
    @Tag("slow")
    void walk_goesAsItsPageSays(String pages) throws Exception {
        if (started.isEmpty()) {
            for (String each : PAGES) {
                started.put(each, start(each));
            }
        }
        Started now = Objects.requireNonNull(started.get(pages));
        assertTrue(now.shell().waitFor(6, TimeUnit.MINUTES), () -> "it does not end: " + text(now.output()));
        assertEquals(0, now.shell().exitValue(), () -> text(now.output()));
        assertEquals(List.of(), now.walk().problems(text(now.output())));
    }

    @AfterAll
    void end() {
        for (Started each : started.values()) {
            each.shell().descendants().forEach(ProcessHandle::destroyForcibly);
            each.shell().destroyForcibly();
        }
    }

    private static Started start(String pages) throws IOException {
        Path folder = Files.createDirectories(walks.resolve(pages.replace(' ', '-')));
        Walk walk = new Walk();
        for (String page : pages.split(" ", -1)) {
            walk.read(MarkdownFile.read(Documents.HERE.root(), "docs/walks/" + page + ".md"), folder);
        }
        launcher(folder);
        Path script = Files.writeString(folder.resolve("walk.sh"), walk.script().replace("7433", freePort()));
        Path output = folder.resolve("walk.out");
        return new Started(walk, shell(folder, script, output).start(), output);
    }

    @Test
    void problems_nameTheLineThatIsMissing_orInAnotherPlace() throws IOException {
        Walk walk = new Walk();
        walk.read(MarkdownFile.of("a.md", "```sh\nrun\n```\n\n```text\none … three\nfour\n```\n"), folder);
        assertTrue(walk.script().contains("\nrun\nprintf"), walk.script());
        String end = "\n=== end of block 0\n";
        assertEquals(List.of(), walk.problems("zero\none two three\nmore\nfour" + end));
        for (String said : List.of("one two three", "four\none two three", "one three\nfour", "")) {
            assertEquals(1, walk.problems(said + end).size(), said);
        }
        assertEquals(1, walk.problems(end + "one two three\nfour").size(), "said by another block");
    }

    /** A plan is copied and given other bounds, so none of a page says of columns that their means are near 0. */
    @Test
    void plansOfPages_doNotSayThatMeansAreNear0() throws IOException {
        Pattern said = Pattern.compile("parameters: \\{[^}]*private-mean: false");
        List<String> plans = Documents.HERE.all().stream()
                .map(MarkdownFile::text)
                .filter(text -> text.contains("rounds:"))
                .toList();
        assertTrue(plans.stream().anyMatch(text -> text.contains("private-mean: true")), "there are such plans");
        assertEquals(
                List.of(),
                plans.stream().filter(text -> said.matcher(text).find()).toList());
    }

    @Test
    void read_writesTheFilesOfAPage() throws IOException {
        new Walk().read(MarkdownFile.of("a.md", "<!-- file: b/c.yaml -->\n```yaml\nkey: 1\n```\n"), folder);
        assertEquals("key: 1\n", Files.readString(folder.resolve("b/c.yaml")));
    }

    private static ProcessBuilder shell(Path folder, Path script, Path output) throws IOException {
        ProcessBuilder shell = new ProcessBuilder("bash", script.toString())
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectInput(new File("/dev/null"))
                .redirectOutput(output.toFile());
        shell.environment().put("SDK", SdkClassPath.get());
        String programs = java(folder) + ":" + System.getProperty("java.home") + "/bin";
        shell.environment().merge("PATH", programs, (path, java) -> java + ":" + path);
        shell.environment().put("TMPDIR", folder.toString());
        return shell;
    }

    /** A folder with the {@code java} of this build, which compiles a small program as a test's process would. */
    private static Path java(Path folder) throws IOException {
        Path java = Path.of(System.getProperty("java.home"), "bin", "java");
        executable(
                Files.createDirectories(folder.resolve("programs")).resolve("java"),
                "exec '" + java + "' -XX:+UseSerialGC -XX:TieredStopAtLevel=1");
        return folder.resolve("programs");
    }

    /** The program as ./hedgerow, from the classes of this build. */
    private static void launcher(Path folder) throws IOException {
        List<String> words = new ArrayList<>(List.of("exec", "java"));
        words.addAll(ClassArchive.options());
        words.add(Hedgerow.class.getName());
        String command = words.stream().map(word -> "'" + word + "'").collect(Collectors.joining(" "));
        executable(folder.resolve("hedgerow"), command.replace("'exec'", "exec"));
    }

    private static void executable(Path file, String command) throws IOException {
        Files.writeString(file, "#!/bin/sh\n" + command + " \"$@\"\n");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    /** Not one that the system gives to others who ask for any: it must still be free when the coordinator starts. */
    private static String freePort() {
        int first = 10_000 + (int) (ProcessHandle.current().pid() % 10_000);
        for (int port = first; port < first + 100; port++) {
            try (ServerSocket free = new ServerSocket(port)) {
                return String.valueOf(free.getLocalPort());
            } catch (IOException taken) {
                // the next one
            }
        }
        throw new IllegalStateException("no port from " + first + " on is free");
    }

    private static String text(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            return e.toString();
        }
    }
}
