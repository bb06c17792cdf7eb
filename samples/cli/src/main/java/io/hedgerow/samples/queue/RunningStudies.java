// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.queue;

import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Callable;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The studies that run now, each in a thread of its own, until their ends are taken. One thread uses it, and the
 * threads of the studies only put their ends into it.
 */
final class RunningStudies {

    private static final long STOP_MILLIS = 10_000;

    private final Map<String, Running> all = new LinkedHashMap<>();
    private final BlockingQueue<End> ends = new LinkedBlockingQueue<>();
    /** Studies that were interrupted on request. */
    private final Set<String> stopping = new HashSet<>();

    private record Running(Thread thread, Need need) {}

    /**
     * The end of a study's run: {@code failure} is null unless it failed, {@code stopped} says whether it was to stop.
     */
    record End(QueuedStudy study, String how, @Nullable Throwable failure, boolean stopped) {

        private End stoppedIf(boolean wanted) {
            return new End(study, how, failure, wanted);
        }
    }

    boolean isEmpty() {
        return all.isEmpty();
    }

    int size() {
        return all.size();
    }

    /** Whether a study runs, or its end was not taken yet. */
    boolean has(QueuedStudy study) {
        return all.containsKey(study.name());
    }

    /** What each study may take for what others send. */
    Stream<Need> needs() {
        return all.values().stream().map(Running::need);
    }

    /** Runs a study in a thread, which says how it ended. */
    void start(QueuedStudy study, Need need, Callable<String> work) {
        Thread thread = new Thread(
                () -> {
                    String how = "";
                    Throwable failure = null;
                    try {
                        how = work.call();
                    } catch (Throwable e) { // also an error: the others go on
                        failure = e;
                    }
                    ends.add(new End(study, how, failure, false));
                },
                "study " + study.name());
        thread.setDaemon(true);
        all.put(study.name(), new Running(thread, need));
        thread.start();
    }

    /** Interrupts a study, once, unless its thread has ended, which has already said how. */
    void stop(QueuedStudy study) {
        Running now = all.get(study.name());
        if (now != null && now.thread().isAlive() && stopping.add(study.name())) {
            now.thread().interrupt();
        }
    }

    /** The next end, whose study runs no more; null if there is none within a time. */
    @Nullable End nextEnd(long millis) throws InterruptedException {
        // what is there is taken also when this thread is to stop
        End end = millis > 0 ? ends.poll(millis, TimeUnit.MILLISECONDS) : ends.poll();
        if (end == null) {
            return null;
        }
        all.remove(end.study().name());
        return end.stoppedIf(stopping.remove(end.study().name()));
    }

    /** Stops the studies as in a crash: they go on with the next start. */
    void stop() throws InterruptedException {
        all.values().forEach(one -> one.thread().interrupt());
        long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(STOP_MILLIS);
        for (Running one : all.values()) {
            one.thread().join(Math.max(1, TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime())));
        }
    }
}
