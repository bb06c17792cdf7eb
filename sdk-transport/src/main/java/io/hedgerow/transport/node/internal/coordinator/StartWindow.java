// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.transport.node.internal.coordinator;

import io.hedgerow.transport.channel.SiteLink;
import java.time.Duration;
import java.util.List;
import java.util.function.IntSupplier;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/** Limits the time that a study waits for its sites to connect before the first round. It begins when this is made. */
public final class StartWindow {

    private static final long LOOK_MILLIS = 100;

    private final LongSupplier nanoTime;
    private final Pause pause;
    private final long end;

    @FunctionalInterface
    public interface Pause {
        void millis(long time) throws InterruptedException;
    }

    public StartWindow(Duration longest, LongSupplier nanoTime, Pause pause) {
        this.nanoTime = nanoTime;
        this.pause = pause;
        this.end = nanoTime.getAsLong() + longest.toNanos();
    }

    public Duration left() {
        return Duration.ofNanos(Math.max(0, end - nanoTime.getAsLong()));
    }

    public boolean isOver() {
        return left().isZero();
    }

    /** Waits until so many sites hold a stream at the same time, or the window is over. */
    public void await(Supplier<List<SiteLink>> links, IntSupplier sites) throws InterruptedException {
        while (!isOver() && links.get().stream().filter(SiteLink::online).count() < sites.getAsInt()) {
            pause.millis(Math.min(LOOK_MILLIS, left().toMillis() + 1));
        }
    }
}
