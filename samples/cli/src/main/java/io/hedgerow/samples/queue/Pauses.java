// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.queue;

import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** The increasing pauses before a study that could not run is tried again. One thread uses it. */
final class Pauses {

    private static final long FIRST = TimeUnit.SECONDS.toNanos(1);
    private static final long LONGEST = TimeUnit.SECONDS.toNanos(30);
    private static final long UNTIL_THE_NEXT_START = Long.MAX_VALUE / 2;

    private final Map<String, Pause> pauses = new HashMap<>();

    private record Pause(long until, long length, boolean failed) {}

    /** A study waits for its turn, which may be before its pause is over. */
    void waits(QueuedStudy study) {
        begin(study, false);
    }

    /** A study waits until people mend something: it is tried again after its pause, and lets others pass meanwhile. */
    void failed(QueuedStudy study) {
        begin(study, true);
    }

    private void begin(QueuedStudy study, boolean failed) {
        Pause before = pauses.get(study.name());
        long length = before == null ? FIRST : Math.min(LONGEST, 2 * before.length());
        put(study, length, length, failed);
    }

    /** A study is tried again after the longest pause. */
    void failedForLong(QueuedStudy study) {
        put(study, LONGEST, LONGEST, true);
    }

    /** A study is tried again by another process alone, unless its pause is forgotten. */
    void failedUntilTheNextStart(QueuedStudy study) {
        put(study, UNTIL_THE_NEXT_START, LONGEST, true);
    }

    private void put(QueuedStudy study, long time, long length, boolean failed) {
        pauses.put(study.name(), new Pause(System.nanoTime() + time, length, failed));
    }

    /** The next pause of a study is its first again. */
    void forget(QueuedStudy study) {
        pauses.remove(study.name());
    }

    /** Whether the pause of a study is not over. */
    boolean isPaused(QueuedStudy study) {
        Pause pause = pauses.get(study.name());
        return pause != null && System.nanoTime() - pause.until() < 0;
    }

    /** Whether a study waited for its turn alone when it was seen last. */
    boolean waitsForTurn(QueuedStudy study) {
        Pause pause = pauses.get(study.name());
        return pause != null && !pause.failed();
    }
}
