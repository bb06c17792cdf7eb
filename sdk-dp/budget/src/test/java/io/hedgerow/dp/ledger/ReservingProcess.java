// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.ledger;

import io.hedgerow.core.privacy.LedgerException;
import io.hedgerow.core.privacy.MechanismEvent;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A process of its own that reserves without end and says what was let through. */
final class ReservingProcess implements AutoCloseable {

    static final MechanismEvent TINY = new MechanismEvent.PureDp(0x1p-40, 1);

    private final Process process;
    private final BufferedReader out;

    private ReservingProcess(Process process) {
        this.process = process;
        this.out = new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
    }

    static ReservingProcess start(Path ledger) throws IOException {
        return start(ledger, List.of());
    }

    /** Behind words that start a program, such as a shell that sets a limit. */
    static ReservingProcess start(Path ledger, List<String> before) throws IOException {
        List<String> words = new ArrayList<>(before);
        words.addAll(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xshare:auto",
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-XX:-UsePerfData",
                "-Xmx64m",
                "-cp",
                System.getProperty("java.class.path"),
                ReservingProcess.class.getName(),
                ledger.toString()));
        ProcessBuilder builder = new ProcessBuilder(words).redirectErrorStream(true);
        builder.environment().keySet().removeAll(List.of("JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS"));
        return new ReservingProcess(builder.start());
    }

    /** The next line; null when the process has ended. */
    String next() throws IOException {
        return out.readLine();
    }

    /** SIGKILL, at once. What the process has said can still be read. */
    void kill() {
        process.toHandle().destroyForcibly();
    }

    @Override
    public void close() throws IOException {
        process.destroyForcibly();
        out.close();
    }

    /** Continues a ledger. */
    @SuppressWarnings("SystemOut")
    public static void main(String[] args) {
        try (AccountedLedger ledger = LedgerFixtures.open(Path.of(args[0]))) {
            int round = (int) ledger.spent().studies().stream()
                    .mapToLong(SpentReport.StudySpending::reservations)
                    .sum();
            say("opened " + round);
            int failures = 0;
            while (failures < 3) {
                try {
                    ledger.reserve(LedgerFixtures.request("s", round, TINY));
                    round++;
                    say("released " + round);
                } catch (LedgerException e) {
                    failures++;
                    say("failed " + e.getMessage());
                }
            }
        } catch (LedgerException e) {
            say("refused " + e.getMessage());
        }
    }

    private static void say(String line) {
        System.out.println(line);
        System.out.flush();
    }
}
