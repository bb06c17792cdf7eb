// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.operate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * {@code federation} with values that do not fit: one line, nothing made, and no waiting for processes that cannot go
 * on.
 */
@Tag("slow")
@Timeout(300)
class FederationRefusalTest {

    private static final int USAGE = 2;
    private static final int BAD_FILE = 3;
    private static final int REFUSED = 5;

    @TempDir
    Path temp;

    @BeforeEach
    void simulate() {
        Program.simulatesThreeSites(temp.resolve("data"));
    }

    @ParameterizedTest
    @CsvSource({
        "--algorithm=fed-sparce, 'algorithm must be one of'",
        "--algorithm=dp-gram, 'give --epsilon'",
        "--algorithm=dp-dynamic-gram --epsilon=1, 'each of whom is a series'",
        "--algorithm=dp-gram --epsilon=1 --privacy=epsilon=1, 'give one'",
        "--algorithm=dynamic-gram --time=x1 --parameter=time=x1, 'say the same'",
        "--algorithm=gram --time=x1, 'no parameter time'",
        "--epsilon=1, 'has no privacy guarantee'",
        "--epsilon=-1, '-1'",
        "--parameter=lamda=0.1, 'no parameter lamda'",
        "--parameter=lambda=much, 'lambda'",
        "--quorum=9, 'quorum'",
        "--quorum=-1, 'quorum'",
        "--deadline=0, 'deadline'",
        "--rounds=0, 'rounds'",
    })
    void wrongValue_isNamed_andNothingIsMade(String option, String named) {
        requireNothingMade(temp.resolve("study"), USAGE, named, option.split(" "));
    }

    @Test
    void nameThatNoStudyMayHave_isNamed_andNothingIsMade() {
        requireNothingMade(temp.resolve("my study"), USAGE, "my study");
    }

    @Test
    void truthThatIsMissing_isNamed_andNothingIsMade() {
        requireNothingMade(temp.resolve("study"), BAD_FILE, "missing.csv", "--truth=" + temp.resolve("missing.csv"));
    }

    @Test
    void sitesThatAreTooFewForMasks_areNamed_andNothingIsMade() {
        Path out = temp.resolve("study");
        Program program = Program.run(List.of(
                "federation",
                "--out=" + out,
                "--secure-aggregation",
                "--data=" + temp.resolve("data/site-1.csv"),
                "--sites=2"));
        assertEquals(USAGE, program.exitCode(), program.errors());
        assertTrue(program.errors().contains("secureAggregation must be possible with 2 sites"), program.errors());
        assertFalse(Files.exists(out), program.errors());
    }

    private void requireNothingMade(Path out, int exitCode, String named, String... options) {
        Program program = federation(out, options);
        assertEquals(exitCode, program.exitCode(), program.errors());
        assertTrue(program.errors().contains(named), program.errors());
        assertFalse(program.errors().contains("internal error"), program.errors());
        assertFalse(Files.exists(out), "nothing may be made: " + program.errors());
    }

    @Test
    void directoryWithoutAPlan_isNoStudyToGoOnWith() throws Exception {
        Path study = Files.createDirectories(temp.resolve("study"));
        Program empty = federation(study, "--resume");
        assertEquals(USAGE, empty.exitCode(), empty.errors());
        assertTrue(empty.errors().contains("leave --resume out to begin one"), empty.errors());
        assertFalse(empty.errors().contains("remove"), empty.errors());
        Files.createDirectories(study.resolve("authority"));
        Program half = federation(study, "--resume");
        assertEquals(USAGE, half.exitCode(), half.errors());
        assertTrue(half.errors().contains("holds no study to go on with"), half.errors());
    }

    @Test
    void coordinatorThatCannotStart_endsTheRunAsItEnded() throws Exception {
        Path study = made();
        Files.delete(study.resolve("coordinator/revoked.crl"));
        Program program = federation(study, "--resume");
        assertEquals(BAD_FILE, program.exitCode(), program.errors());
        assertTrue(program.errors().contains("coordinator ended with code 3"), program.errors());
        assertTrue(program.errors().contains("revoked.crl"), program.errors());
    }

    /** The deadline is longer than this test may take. */
    @Test
    void siteThatRefuses_endsTheRun_withoutWaitingForADeadline() throws Exception {
        Path study = made();
        Path rules = study.resolve("site-2/join.yaml");
        Files.writeString(
                rules, Files.readString(rules).replace("allowedAlgorithms: [fed-sparse]", "allowedAlgorithms: [gram]"));
        Program program = federation(study, "--resume");
        assertEquals(REFUSED, program.exitCode(), program.errors());
        assertTrue(program.errors().contains("site-2 ended with code 5"), program.errors());
        assertTrue(program.errors().contains("does not join study"), program.errors());
    }

    private Path made() {
        Path study = temp.resolve("study");
        new LocalStudy(
                        study,
                        new LocalStudy.Terms(
                                "fed-sparse", Map.of(), Optional.empty(), false, 4, 0, Duration.ofHours(1)),
                        InstantSource.system())
                .create(TestFederation.rows(3));
        return study;
    }

    private Program federation(Path out, String... options) {
        List<String> words = new ArrayList<>(List.of("federation", "--out=" + out));
        words.addAll(List.of(options));
        words.add("--data");
        for (int p = 1; p <= 3; p++) {
            words.add(temp.resolve("data/site-" + p + ".csv").toString());
        }
        return Program.run(words);
    }
}
