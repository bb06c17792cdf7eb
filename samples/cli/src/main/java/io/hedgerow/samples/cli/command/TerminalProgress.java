// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.cli.command;

import io.hedgerow.core.internal.text.Printable;
import io.hedgerow.samples.output.Progress;
import java.io.PrintWriter;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Shows progress in one terminal line that is redrawn at most once per interval: {@code round 12/50 1.2 MB 3 s, about 9
 * s left}. The last step is always drawn.
 *
 * <p>Thread-safe.
 */
public final class TerminalProgress implements Progress {

    private static final String CLEAR = "\r\u001b[K";

    private final PrintWriter err;
    private final InstantSource clock;
    private final Duration interval;
    private final Instant start;
    private @Nullable Instant drawn;

    /** Starts the clock; draws nothing yet. */
    public TerminalProgress(PrintWriter err, InstantSource clock, Duration interval) {
        this.err = err;
        this.clock = clock;
        this.interval = interval;
        this.start = clock.instant();
    }

    @Override
    public synchronized void update(Step step) {
        Instant now = clock.instant();
        boolean last = step.total() > 0 && step.done() >= step.total();
        if (drawn != null && !last && Duration.between(drawn, now).compareTo(interval) < 0) {
            return;
        }
        drawn = now;
        err.print(CLEAR + Printable.line(line(step, Duration.between(start, now))));
        err.flush();
    }

    @Override
    public synchronized void close() {
        if (drawn != null) {
            drawn = null;
            err.print(CLEAR);
            err.flush();
        }
    }

    static String line(Step step, Duration elapsed) {
        StringBuilder line = new StringBuilder(step.what()).append(' ').append(step.done());
        if (step.total() > 0) {
            line.append('/').append(step.total());
        }
        if (step.bytes() > 0) {
            line.append("  ").append(bytes(step.bytes()));
        }
        line.append("  ").append(time(elapsed));
        if (step.done() > 0 && step.total() > step.done()) {
            double perStep = (double) elapsed.toMillis() / step.done();
            double known = step.secondsLeft() * 1000;
            long left = Math.round(Double.isNaN(known) ? perStep * (step.total() - step.done()) : known);
            line.append(", about ").append(time(Duration.ofMillis(left))).append(" left");
        }
        return line.toString();
    }

    private static String bytes(long bytes) {
        if (bytes < 1_000) {
            return bytes + " B";
        }
        double shown = bytes;
        int unit = -1;
        while (shown >= 999.95 && unit < 3) {
            shown /= 1_000;
            unit++;
        }
        return String.format(Locale.ROOT, "%.1f %cB", shown, "kMGT".charAt(unit));
    }

    private static String time(Duration time) {
        long seconds = Math.round(time.toMillis() / 1000.0);
        if (seconds < 60) {
            return seconds + " s";
        }
        return seconds < 3600
                ? String.format(Locale.ROOT, "%d min %02d s", seconds / 60, seconds % 60)
                : String.format(Locale.ROOT, "%d h %02d min", seconds / 3600, seconds / 60 % 60);
    }
}
