// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.mutants;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.hedgerow.samples.cli.Hedgerow;
import io.hedgerow.samples.cli.command.Terminal;
import io.hedgerow.samples.output.ExitCode;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;

/**
 * A process that runs one audit with the seeds 1 to N, at confidence 0.999, and prints a line for each claim of each
 * run. Its words are N and what comes behind {@code audit epsilon}.
 */
final class RepeatedAudit {

    /** Begins the line of a claim that was refuted. */
    static final String REFUTED = "REFUTED: ";
    /** Begins the line of a claim that stood. */
    static final String STANDS = "STANDS: ";

    private RepeatedAudit() {}

    public static void main(String[] words) throws IOException {
        for (int seed = 1; seed <= Integer.parseInt(words[0]); seed++) {
            List<String> command =
                    new ArrayList<>(List.of("audit", "epsilon", "--json", "--confidence=0.999", "--seed=" + seed));
            command.addAll(List.of(words).subList(1, words.length));
            StringWriter out = new StringWriter();
            StringWriter err = new StringWriter();
            Terminal terminal =
                    new Terminal(new PrintWriter(out), new PrintWriter(err), false, false, InstantSource.system());
            int exit = Hedgerow.run(terminal, command.toArray(String[]::new));
            if (exit != ExitCode.OK.number() && exit != ExitCode.REFUTED.number()) {
                System.out.println(err);
                System.exit(exit);
            }
            for (JsonNode row : new ObjectMapper().readTree(out.toString()).get("mechanisms")) {
                System.out.println((row.get("refuted").asBoolean() ? REFUTED : STANDS)
                        + row.get("mechanism").asText());
            }
            System.out.println();
        }
    }
}
