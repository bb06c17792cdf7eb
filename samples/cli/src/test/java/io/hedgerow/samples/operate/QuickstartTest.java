// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.operate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** The first study of a newcomer, whose page stays until it is ended. */
@Tag("slow")
@Timeout(300)
@DisabledOnOs(OS.WINDOWS) // processes are ended there without notice
class QuickstartTest {

    private static final int TERMINATED = 128 + 15;

    @TempDir
    Path temp;

    @Test
    void explainsEveryFile_andItsCommandsRun_whileThePageStaysUntilTheEnd() throws Exception {
        Path out = temp.resolve("first");
        Child child = Child.withChildren("quickstart", temp.resolve("out"), List.of("quickstart", "--out=" + out));
        try {
            child.awaitOutput("the status page stays until Ctrl-C");
            Map<String, String> files = LocalFiles.of(out);
            assertFalse(files.containsValue("not described here"), files.toString());
            String readme = Files.readString(out.resolve(LocalFiles.README));
            for (String file : List.of("site-N/policy.yaml", "site-N/home/ledger/hedgerow.ledger", "README.md")) {
                assertTrue(files.containsKey(file), file + " in " + files);
                assertTrue(readme.contains("- `" + file + "`: " + files.get(file)), readme);
                assertTrue(child.output().contains(file), child.output());
            }
            List<String> commands = readme.lines()
                    .map(String::strip)
                    .filter(line -> line.startsWith("./hedgerow "))
                    .toList();
            assertEquals(3, commands.size(), readme);
            for (String command : commands.subList(0, 2)) {
                Program.runs(
                        Arrays.asList(command.substring("./hedgerow ".length()).split(" ")));
            }
            String url =
                    Processes.said(temp.resolve("out.err"), FederationRun.PAGE).orElseThrow();
            String page = HttpClient.newHttpClient()
                    .send(HttpRequest.newBuilder(URI.create(url)).build(), HttpResponse.BodyHandlers.ofString())
                    .body();
            assertTrue(page.contains("rounds completed"), page);
            List<ProcessHandle> children =
                    child.process().toHandle().descendants().toList();
            assertEquals(1, children.size(), "the coordinator, which has the page");
            child.process().destroy();
            child.ends(TERMINATED);
            assertFalse(children.get(0).isAlive(), "nobody is left");
            assertFalse(child.errors().contains("--resume"), "the study has ended: " + child.errors());
        } finally {
            child.process().descendants().forEach(ProcessHandle::destroyForcibly);
            child.kill();
        }
    }
}
