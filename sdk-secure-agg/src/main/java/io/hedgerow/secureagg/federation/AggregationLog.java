package io.hedgerow.secureagg.federation;

import io.hedgerow.core.round.Payload;
import io.hedgerow.core.round.SiteId;
import java.util.Collection;

/** Counts what happens. Not thread-safe. */
final class AggregationLog {

    private AggregationReport report = new AggregationReport(0, 0, 0, 0, 0, 0, 0, 0, 0);
    private String lastFailure = "nothing failed";

    AggregationReport report() {
        return report;
    }

    String lastFailure() {
        return lastFailure;
    }

    void thresholds(int threshold, int colluding, int minCohort) {
        report = new AggregationReport(threshold, colluding, minCohort, 0, 0, 0, 0, 0, 0);
    }

    void opened() {
        add(1, 0, 0, 0, 0, 0);
    }

    void released() {
        add(0, 1, 0, 0, 0, 0);
    }

    void asked(Collection<Payload> questions, Collection<Payload> answers) {
        add(0, 0, 1, size(answers), size(questions), 0);
    }

    void told(Collection<Payload> messages) {
        add(0, 0, 0, 0, size(messages), 0);
    }

    void refused(SiteId site, RuntimeException reason) {
        lastFailure = "site " + site.value() + ": " + reason.getMessage();
        add(0, 0, 0, 0, 0, 1);
    }

    void failed(RuntimeException reason) {
        lastFailure = reason.getMessage() == null ? reason.getClass().getSimpleName() : reason.getMessage();
    }

    private static long size(Collection<Payload> payloads) {
        return payloads.stream().mapToLong(Payload::size).sum();
    }

    private void add(int slots, int released, int questions, long up, long down, int refusals) {
        report = new AggregationReport(
                report.threshold(),
                report.colluding(),
                report.minCohort(),
                report.slots() + slots,
                report.released() + released,
                report.questions() + questions,
                report.bytesUp() + up,
                report.bytesDown() + down,
                report.refusals() + refusals);
    }
}
