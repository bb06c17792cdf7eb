// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.samples.output.ExitCode;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Options of {@code learn} that do not fit a budget, or its absence. */
@Tag("slow")
class PrivateOptionsTest {

    @TempDir
    static Path shared;

    private static SiteFolder data;

    @BeforeAll
    static void simulate() {
        data = SiteFolder.simulated(shared.resolve("data"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--algorithm dp-gram | needs a budget: give --privacy",
                "--algorithm fed-sparse --privacy epsilon=1 | --privacy needs an algorithm with a guarantee",
                "--algorithm direct-lingam --privacy epsilon=1 | --privacy cannot be combined with "
                        + "direct-lingam, which asks sites",
                "--transform normal-scores --algorithm dp-fed-sparse --privacy epsilon=1 | --transform normal-scores "
                        + "can be combined with a",
                "--algorithm gram --ledger x | --ledger needs an algorithm with a guarantee",
                "--privacy epsilon=0 | the budget is too small: epsilon was 0.0. Raise epsilon or delta, or plan fewer",
                "--algorithm dp-gram --privacy epsilon=1 --centring local-mean | --centring does not apply to private",
                "--algorithm dp-gram --privacy epsilon=1 --rounds 5 | --rounds does not apply to --algorithm dp-gram",
                "--algorithm dp-gram --privacy epsilon=1 --clip 2 | --clip does not apply",
                "--algorithm dp-fed-sparse --privacy epsilon=1 --centre private | needs --bound X",
                "--algorithm dp-fed-bnsl --privacy epsilon=1 --centre private | does not apply to dp-fed-bnsl",
                "--algorithm dp-gram --privacy epsilon=1 --centre public | belong together",
                "--algorithm dp-gram --privacy epsilon=1 --public-centre zz=1 | must name variables of",
                "--algorithm dp-gram --privacy epsilon=1 --smallest-deviation 5 --largest-deviation 4 | must be below",
                "--algorithm dp-gram --privacy epsilon=1,unit=zz | key column must be one of",
                "--algorithm dp-gram --privacy epsilon=1,adjacency=zero-out | n0=N",
                "--algorithm dp-fed-sparse --privacy epsilon=1 --own-units | --own-units does not apply to --algorithm"
                        + " dp-fed-sparse, only to dp-gram, dp-inspect and dp-dynamic-gram",
                "--algorithm dp-gram --privacy epsilon=1 --missing skip-row | would change with one record",
                "--algorithm dp-gram --privacy epsilon=1 --missing refuse | one record could end the run",
                "--algorithm fed-sparse --missing as-nan | for runs with a privacy budget",
                "--clip 2 | do not apply to a run without privacy",
                "--algorithm fed-sparse --own-units | --own-units does not apply to --algorithm fed-sparse"
            })
    void learn_withOptionsThatDoNotFit_saysWhatIsAllowed(String options, String message) {
        Shell shell = Shell.real();
        assertEquals(
                ExitCode.USAGE.number(), shell.run(data.learn(options.trim().split(" "))), shell.err());
        assertTrue(shell.err().contains(message), shell.err());
        assertEquals(
                1, shell.err().lines().filter(line -> line.contains("error")).count());
    }
}
