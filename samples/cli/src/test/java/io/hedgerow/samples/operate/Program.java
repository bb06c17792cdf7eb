// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.operate;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.hedgerow.samples.cli.Hedgerow;
import io.hedgerow.samples.cli.SiteFolder;
import io.hedgerow.samples.cli.command.Terminal;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;

/**
 * One run of the command line inside of this process.
 *
 * @param exitCode how it ended
 * @param output what it printed on standard output
 * @param errors what it printed on standard error
 */
public record Program(int exitCode, String output, String errors) {

    public static Program run(List<String> words) {
        return run(words, InstantSource.system());
    }

    /** The same at a time of the test's own. */
    public static Program run(List<String> words, InstantSource clock) {
        return run(words, clock, new StringWriter());
    }

    /** While it runs, its standard error can be read. */
    static Program run(List<String> words, StringWriter err) {
        return run(words, InstantSource.system(), err);
    }

    private static Program run(List<String> words, InstantSource clock, StringWriter err) {
        StringWriter out = new StringWriter();
        Terminal terminal = new Terminal(new PrintWriter(out), new PrintWriter(err), false, false, clock);
        int code = Hedgerow.run(terminal, words.toArray(String[]::new));
        return new Program(code, out.toString(), err.toString());
    }

    static void runs(List<String> words) {
        Program program = run(words);
        assertEquals(0, program.exitCode(), program.errors());
    }

    /** Files of three sites with five variables. */
    static void simulatesThreeSites(Path out) {
        SiteFolder.written(out, SiteFolder.study(5, 5).sites(3).rowsPerSite(200).seed(3));
    }
}
