// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.siteapp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.protocol.StudyState;
import io.hedgerow.dp.ledger.LedgerHistory;
import io.hedgerow.samples.ledger.MessagePaymentCheck;
import io.hedgerow.samples.operate.LocalStudy;
import io.hedgerow.samples.siteapp.DoorSite.Agreed;
import io.hedgerow.transport.internal.egress.EgressLog;
import io.hedgerow.transport.node.Site;
import io.hedgerow.transport.node.SiteHome;
import java.io.File;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Somebody else's project, compiled and run with the SDK and without anything of this module. */
@Tag("slow")
@Timeout(180)
class OutsideProjectTest {

    private static final Path SOURCE = Path.of("src/test/resources/outside/Outside.java");

    @TempDir
    Path folder;

    @Test
    void fifteenLines_joinAMaskedPrivateStudy() throws Exception {
        List<String> code = Files.readAllLines(SOURCE).stream()
                .filter(line -> !line.isBlank() && !line.startsWith("import ") && !line.startsWith("/**"))
                .toList();
        assertTrue(code.size() <= 15, "own code must take at most 15 lines, takes " + code.size());
        Path classes = Files.createDirectories(folder.resolve("classes"));
        int compiled = ToolProvider.getSystemJavaCompiler()
                .run(null, null, null, "-d", classes.toString(), "-cp", SdkClassPath.get(), SOURCE.toString());
        assertEquals(0, compiled, "the outside project must compile");

        LocalStudy study = Agreed.MASKED.study(folder.resolve("study"), 4, 0);
        List<Process> sites = new ArrayList<>();
        try (LocalHub hub = new LocalHub(study, (report, consensus) -> {})) {
            for (String name : study.names()) {
                sites.add(start(classes, study, name, hub.address()));
            }
            for (Process site : sites) {
                assertTrue(site.waitFor(2, TimeUnit.MINUTES), "a site does not end");
                String output = new String(site.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
                assertEquals(0, site.exitValue(), output);
                assertTrue(output.contains("ROUNDS_COMPLETED"), output);
            }
            assertEquals(StudyState.ROUNDS_COMPLETED, hub.finished().ended().state());
            assertTrue(hub.finished().masks().orElseThrow().released() > 0, "sums came out of masks");
        } finally {
            sites.forEach(Process::destroyForcibly);
        }
        for (String name : study.names()) {
            SiteHome home = Site.open(study.site(name)).home();
            MessagePaymentCheck paid = new MessagePaymentCheck(LedgerHistory.read(home.ledger()));
            EgressLog.verify(home.egress(), paid);
            assertTrue(paid.paid() > 0, name);
            assertEquals(Optional.empty(), paid.problem(), name);
        }
    }

    private Process start(Path classes, LocalStudy study, String name, String address) throws Exception {
        Path site = study.site(name);
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:+UseSerialGC",
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        classes + File.pathSeparator + SdkClassPath.get(),
                        "Outside",
                        site.toString(),
                        study.plan().toString(),
                        site.resolve("rows.csv").toString(),
                        address)
                .redirectErrorStream(true)
                .start();
        process.getOutputStream().close();
        return process;
    }
}
