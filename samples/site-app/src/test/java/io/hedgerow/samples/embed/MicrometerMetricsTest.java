// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.embed;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.transport.internal.status.StudyMetrics.Metric;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class MicrometerMetricsTest {

    private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
    private final MicrometerMetrics metrics = new MicrometerMetrics(registry);

    @Test
    void counters_addUp_perStudyAndInTheirUnit() {
        metrics.add(Metric.of("hedgerow.payload.sent", "bytes", Map.of("study", "a")), 5);
        metrics.add(Metric.of("hedgerow.payload.sent", "bytes", Map.of("study", "a")), 7);
        metrics.add(Metric.of("hedgerow.payload.sent", "bytes", Map.of("study", "b")), 1);
        assertEquals(
                12.0,
                registry.get("hedgerow.payload.sent")
                        .tag("study", "a")
                        .counter()
                        .count());
        assertEquals(
                1.0,
                registry.get("hedgerow.payload.sent")
                        .tag("study", "b")
                        .counter()
                        .count());
        assertEquals(
                "bytes",
                registry.get("hedgerow.payload.sent")
                        .tag("study", "a")
                        .counter()
                        .getId()
                        .getBaseUnit());
    }

    /** A registry forgets a number that nothing else holds. */
    @Test
    void gauges_showTheLastValue_alsoAfterACollection() {
        Metric online = Metric.of("hedgerow.sites.online", "1", Map.of("study", "a"));
        metrics.set(online, 2);
        metrics.set(online, 3);
        System.gc();
        assertEquals(3.0, registry.get("hedgerow.sites.online").gauge().value());
        metrics.set(online, Double.NaN);
        assertTrue(Double.isNaN(registry.get("hedgerow.sites.online").gauge().value()));
        assertEquals(1, registry.getMeters().size(), "one gauge for a name and its tags");
    }

    @Test
    void timers_measureTheDuration() {
        metrics.took(Metric.of("hedgerow.round.duration", "seconds", Map.of("study", "a")), Duration.ofMillis(1500));
        assertEquals(1, registry.get("hedgerow.round.duration").timer().count());
        assertEquals(1.5, registry.get("hedgerow.round.duration").timer().totalTime(TimeUnit.SECONDS));
    }
}
