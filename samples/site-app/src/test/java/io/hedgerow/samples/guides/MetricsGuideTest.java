// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.guides;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.study.Study;
import io.hedgerow.transport.internal.status.StatusBoard;
import io.hedgerow.transport.internal.status.StudyMetrics;
import io.hedgerow.transport.internal.status.server.StatusServer;
import io.hedgerow.transport.node.PlannedMethod;
import io.hedgerow.transport.study.StudyPlan;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.Test;

/** What docs/observability.md shows. */
class MetricsGuideTest {

    // region:metrics
    record HostMetrics(Map<String, Double> values) implements StudyMetrics {
        @Override
        public void add(Metric counter, long amount) {
            values.merge(counter.name(), (double) amount, Double::sum);
        }

        @Override
        public void set(Metric gauge, double value) {
            values.put(gauge.name(), value);
        }

        @Override
        public void took(Metric timer, Duration time) {
            values.merge(timer.name(), time.toNanos() / 1e9, Double::sum);
        }
    }
    // endregion

    @Test
    void page_isServedInTwoLines() {
        StudyPlan plan = StudyPlan.parse("guide", """
                format: 1
                name: guide
                coordinator: hub
                sites: [north, south]
                variables: {age: [0, 120], dose: [0, 50]}
                algorithm: {id: fed-sparse}
                insecureNoPrivacy: true
                rounds: 5
                quorum: 2
                deadline: 1m
                minimumCohort: 2
                secureAggregation: none
                """.getBytes(StandardCharsets.UTF_8));
        Study study = PlannedMethod.of(plan).study();
        int port = 0;
        // region:server
        StatusBoard board = StatusBoard.of(plan, study, 0.3); // edges from |weight| 0.3 on
        try (StatusServer server = StatusServer.start(board, port)) {
            String page = server.url();
            // run the study
            // endregion
            assertTrue(page.matches("http://127\\.0\\.0\\.1:[0-9]+/"), page);
        }
    }

    @Test
    void metrics_reachTheHost() {
        HostMetrics host = new HostMetrics(new ConcurrentHashMap<>());
        StudyMetrics.Metric rounds = StudyMetrics.Metric.of("hedgerow.rounds", "1", Map.of("study", "s"));
        host.add(rounds, 1);
        host.add(rounds, 2);
        host.set(StudyMetrics.Metric.of("hedgerow.acyclicity", "1", Map.of()), 0.5);
        host.took(StudyMetrics.Metric.of("hedgerow.round.duration", "seconds", Map.of()), Duration.ofMillis(1500));
        assertEquals(
                Map.of("hedgerow.rounds", 3.0, "hedgerow.acyclicity", 0.5, "hedgerow.round.duration", 1.5),
                host.values());
    }
}
