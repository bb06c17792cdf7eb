// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.transport.internal.status;

import io.hedgerow.core.federation.RoundReport;
import io.hedgerow.transport.internal.status.StudyMetrics.Metric;
import java.time.Duration;
import java.util.Map;

/** Reports to the host's metrics; their exceptions are dropped, since a broken back end must not stop a study. */
final class BoardMetrics {

    private final StudyMetrics metrics;
    private final Metric rounds;
    private final Metric duration;
    private final Metric bytesUp;
    private final Metric bytesDown;
    private final Metric acyclicity;
    private final Metric distance;
    private final Metric support;
    private final Metric included;
    private final Metric online;

    BoardMetrics(StudyMetrics metrics, String study) {
        this.metrics = metrics;
        rounds = metric("hedgerow.rounds", "1", study);
        duration = metric("hedgerow.round.duration", "seconds", study);
        bytesUp = metric("hedgerow.payload.received", "bytes", study);
        bytesDown = metric("hedgerow.payload.sent", "bytes", study);
        acyclicity = metric("hedgerow.acyclicity", "1", study);
        distance = metric("hedgerow.consensus.distance", "1", study);
        support = metric("hedgerow.consensus.support", "1", study);
        included = metric("hedgerow.round.sites", "1", study);
        online = metric("hedgerow.sites.online", "1", study);
    }

    private static Metric metric(String name, String unit, String study) {
        return Metric.of(name, unit, Map.of("study", study));
    }

    void round(RoundReport report, Duration took) {
        tell(() -> {
            metrics.add(rounds, 1);
            metrics.took(duration, took);
            metrics.add(bytesUp, report.bytesUp());
            metrics.add(bytesDown, report.bytesDown());
            metrics.set(acyclicity, report.acyclicity());
            metrics.set(distance, report.consensusDistance());
            metrics.set(support, report.supportSize());
            metrics.set(included, report.sites());
        });
    }

    void online(long sites) {
        tell(() -> metrics.set(online, (double) sites));
    }

    private static void tell(Runnable telling) {
        try {
            telling.run();
        } catch (RuntimeException e) {
            // documented: dropped
        }
    }
}
