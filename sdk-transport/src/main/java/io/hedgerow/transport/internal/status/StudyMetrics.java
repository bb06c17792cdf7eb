// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.transport.internal.status;

import java.time.Duration;
import java.util.Collections;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Where measurements of a study go. The host application binds it to what it has, such as Micrometer or OpenTelemetry;
 * no method needs to be overridden, and by default all is dropped. Called on the study's and the wire's threads: it
 * must be thread-safe and return at once. What it throws is dropped, and never stops a study.
 *
 * <p>Privacy: names, counts, times and the coordinator's sums; nothing that a site did not send.
 */
public interface StudyMetrics {

    /**
     * What is measured.
     *
     * @param name lower-case words with dots, such as {@code hedgerow.round.duration}
     * @param unit {@code bytes}, {@code seconds}, or {@code 1} for plain numbers
     * @param tags such as the study's name
     */
    record Metric(String name, String unit, SortedMap<String, String> tags) {
        public Metric {
            tags = Collections.unmodifiableSortedMap(new TreeMap<>(tags));
        }

        /**
         * A metric with tags in any order.
         *
         * @param name lower-case words with dots
         */
        public static Metric of(String name, String unit, Map<String, String> tags) {
            return new Metric(name, unit, new TreeMap<>(tags));
        }
    }

    /**
     * Something happened, or was counted.
     *
     * @param counter which only grows
     * @param amount by how much; at least 0
     */
    default void add(Metric counter, long amount) {}

    /**
     * Something has a value now.
     *
     * @param gauge whose last value counts
     * @param value the value; may be infinite or NaN when the computation was
     */
    default void set(Metric gauge, double value) {}

    /**
     * Something took a time.
     *
     * @param timer of such times
     * @param time how long; at least 0
     */
    default void took(Metric timer, Duration time) {}

    /** Drops everything. */
    static StudyMetrics none() {
        return new StudyMetrics() {};
    }
}
