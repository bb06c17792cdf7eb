// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.transport.internal.status;

import java.time.Duration;
import java.util.Collections;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Takes the measurements of a study. The host application binds it to a back end such as Micrometer or OpenTelemetry;
 * no method needs to be overridden, and by default all is dropped. Called on the study's and the wire's threads: it
 * must be thread-safe and return at once. Its exceptions are dropped, and never stop a study.
 *
 * <p>Privacy: names, counts, times and the coordinator's sums; nothing that a site did not send.
 */
public interface StudyMetrics {

    /**
     * A measured quantity.
     *
     * @param name lower-case words with dots, such as {@code hedgerow.round.duration}
     * @param unit {@code bytes}, {@code seconds}, or {@code 1} for plain numbers
     * @param tags such as the study's name
     */
    record Metric(String name, String unit, SortedMap<String, String> tags) {
        public Metric {
            tags = Collections.unmodifiableSortedMap(new TreeMap<>(tags));
        }

        public static Metric of(String name, String unit, Map<String, String> tags) {
            return new Metric(name, unit, new TreeMap<>(tags));
        }
    }

    /** Adds at least 0 to a counter. */
    default void add(Metric counter, long amount) {}

    /** Sets a gauge; the value may be infinite or NaN when the computation was. */
    default void set(Metric gauge, double value) {}

    /** Records the time of something. */
    default void took(Metric timer, Duration time) {}

    static StudyMetrics none() {
        return new StudyMetrics() {};
    }
}
