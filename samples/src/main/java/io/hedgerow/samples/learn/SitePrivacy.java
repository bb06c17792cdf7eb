package io.hedgerow.samples.learn;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a private run cost one site, as its ledger has it.
 *
 * @param site its name
 * @param epsilon ε charged for this run, certified; rounded up
 * @param delta δ charged for this run
 * @param accountants ε of the same events by every accountant, at the same δ
 * @param unit whose contribution is protected: {@code record}, or {@code person:} and a column
 * @param adjacency the neighbouring relation
 * @param mechanisms calls by kind
 * @param noise scales of the noise, each in the unit that its name says
 * @param noiseSource what drew the noise
 * @param ledger where the cost is recorded
 */
public record SitePrivacy(
        String site,
        double epsilon,
        double delta,
        Map<String, Double> accountants,
        String unit,
        String adjacency,
        Map<String, Long> mechanisms,
        Map<String, Double> noise,
        String noiseSource,
        Ledger ledger) {

    /**
     * The record of what was spent.
     *
     * @param kind {@code file}, or {@code insecure-in-memory} for one that is forgotten with the process
     * @param directory where it is, if anywhere
     * @param head hash of its last record
     * @param spentEpsilon ε of everything recorded so far, earlier runs included
     * @param spentDelta δ of everything recorded so far
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    public record Ledger(
            String kind, @Nullable String directory, String head, double spentEpsilon, double spentDelta) {}
}
