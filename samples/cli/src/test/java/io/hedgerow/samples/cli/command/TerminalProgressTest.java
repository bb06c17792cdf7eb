// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.cli.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.hedgerow.samples.output.Progress.Step;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TerminalProgressTest {

    private static final String CLEAR = "\r\u001b[K";

    private final StringWriter err = new StringWriter();
    private Instant now = Instant.EPOCH;
    private final TerminalProgress progress =
            new TerminalProgress(new PrintWriter(err), () -> now, Duration.ofMillis(100));

    @Test
    void update_drawsOncePerInterval() {
        progress.update(new Step("round", 1, 50, 0));
        now = now.plusMillis(99);
        progress.update(new Step("round", 2, 50, 0));
        now = now.plusMillis(1);
        progress.update(new Step("round", 3, 50, 0));
        assertEquals(
                CLEAR + "round 1/50  0 s, about 0 s left" + CLEAR + "round 3/50  0 s, about 2 s left", err.toString());
    }

    @Test
    void update_drawsTheLastStepAtOnce() {
        progress.update(new Step("round", 1, 2, 0));
        progress.update(new Step("round", 2, 2, 0));
        assertEquals(CLEAR + "round 1/2  0 s, about 0 s left" + CLEAR + "round 2/2  0 s", err.toString());
    }

    @Test
    void close_removesTheLineOnce() {
        progress.update(new Step("round", 2, 2, 0));
        progress.close();
        progress.close();
        assertEquals(CLEAR + "round 2/2  0 s" + CLEAR, err.toString());
    }

    @Test
    void close_whenNothingWasDrawn_printsNothing() {
        progress.close();
        assertEquals("", err.toString());
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            12 | 50 | 1234567   | 3000     | 'round 12/50  1.2 MB  3 s, about 10 s left'
            5  | 0  | 999       | 61000    | 'round 5  999 B  1 min 01 s'
            1  | 3  | 999960    | 3600000  | 'round 1/3  1.0 MB  1 h 00 min, about 2 h 00 min left'
            0  | 9  | 0         | 1000     | 'round 0/9  1 s'
            1  | 1  | 1000      | 59600    | 'round 1/1  1.0 kB  1 min 00 s'
            """)
    void line_saysStepsBytesAndTimes(long done, long total, long bytes, long millis, String expected) {
        assertEquals(expected, TerminalProgress.line(new Step("round", done, total, bytes), Duration.ofMillis(millis)));
    }

    @Test
    void line_ofAStepThatKnowsWhatIsLeft_saysThat() {
        Step step = new Step("run", 9, 10, 0).withSecondsLeft(90);
        assertEquals("run 9/10  3 s, about 1 min 30 s left", TerminalProgress.line(step, Duration.ofSeconds(3)));
    }

    @Test
    void step_refusesNegativeCounts() {
        assertThrows(IllegalArgumentException.class, () -> new Step("round", -1, 0, 0));
    }
}
