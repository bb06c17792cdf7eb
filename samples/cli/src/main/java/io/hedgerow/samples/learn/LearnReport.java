// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.learn;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.hedgerow.core.federation.RoundReport;
import io.hedgerow.core.internal.result.NetworkPart;
import io.hedgerow.core.internal.result.ResultDocument;
import io.hedgerow.samples.learn.method.Learned;
import io.hedgerow.samples.learn.method.SitePrivacy;
import io.hedgerow.samples.learn.sites.PairScores;
import io.hedgerow.samples.network.NetworkResult;
import io.hedgerow.samples.network.SeriesDistance;
import io.hedgerow.samples.secure.SecureAggregation.SecureAggregationReport;
import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The content of {@code result.json}: the learned network, its settings, scores and warnings.
 *
 * @param algorithm its name on the command line
 * @param preset the parameters it started from
 * @param run what was learned, what that took, and what it cost each site
 * @param network of the run as it is written: variables, kind, edges, parameters, series, curves and trust
 * @param scores of ordered pairs, surest first; only with {@code --scores}
 * @param timing of the computation, without reading files
 * @param sites where the rows came from
 * @param leftOut rows, cells and columns of them that are not in the network; only where there are some
 * @param personal every site's own weights or networks; only with {@code --personalise} or {@code --personal}
 * @param settings parameters of the run
 * @param checks how easy simulated data are; only with a known network
 * @param warnings what is doubtful about the data
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
@JsonPropertyOrder({
    "format",
    "version",
    "algorithm",
    "preset",
    "network",
    "scores",
    "rounds",
    "metrics",
    "communication",
    "timing",
    "protection",
    "secureAggregation",
    "privacy",
    "sites",
    "leftOut",
    "personal",
    "settings",
    "checks",
    "warnings",
    "history",
    "provenance"
})
public record LearnReport(
        String algorithm,
        @Nullable String preset,
        @JsonIgnore Learned run,
        @JsonUnwrapped NetworkPart network,
        @Nullable List<PairScores.Entry> scores,
        Metrics metrics,
        Timing timing,
        List<SiteEntry> sites,
        @Nullable List<LeftOutEntry> leftOut,
        @Nullable List<PersonalWeights.Entry> personal,
        Object settings,
        @Nullable SortingChecks checks,
        List<String> warnings)
        implements NetworkResult.Document {

    /** Tells the document from others. */
    public static final String FORMAT = "hedgerow-learn";

    @JsonProperty
    public String format() {
        return FORMAT;
    }

    /** That of every {@code result.json}; a reader refuses a larger one. */
    @JsonProperty
    public int version() {
        return ResultDocument.VERSION;
    }

    @JsonProperty
    public int rounds() {
        return history().size();
    }

    @JsonProperty
    public List<RoundReport> history() {
        return run.found().run().rounds();
    }

    /** Bytes of all sites together, with those of the masks' protocol. */
    @JsonProperty
    public Communication communication() {
        return new Communication(
                run.bytesUp(), run.bytesDown(), run.found().run().publishedBytes());
    }

    @JsonProperty
    public Protection protection() {
        if (!run.privacy().isEmpty()) {
            return Protection.differentialPrivacy(run.privacy(), run.upload());
        }
        return run.masks().isEmpty() ? Protection.none(run.upload()) : Protection.sumsOnly(run.upload());
    }

    @JsonProperty
    public @Nullable SecureAggregationReport secureAggregation() {
        return run.masks().orElse(null);
    }

    @JsonProperty
    public List<SitePrivacy> privacy() {
        return run.privacy();
    }

    @JsonProperty
    public Provenance provenance() {
        return new Provenance(
                ResultDocument.SOFTWARE,
                run.found().run().provenance().components(),
                System.getProperty("java.vm.name") + " " + Runtime.version());
    }

    @Override
    public Optional<NetworkPart> learned() {
        return Optional.of(network);
    }

    @Override
    public void describe(PrintWriter out) {
        new Summary(this).describe(out);
    }

    /**
     * The errors of the network against the true one; without it, only the number of edges.
     *
     * @param trueEdges in the known network
     * @param shd insertions, deletions and reversals to the known network
     * @param cpdagShd pairs that the equivalence classes join differently; left out when the known network has a cycle
     * @param skeletonErrors pairs that only one of the two joins
     * @param tpr share of the known edges found with their direction
     * @param fdr share of the learned edges that are not known ones
     * @param skeletonCorrect edges found, whatever their direction
     * @param w of edges within a step; this and what follows only of dynamic networks, of which {@code shd} is the sum
     *     of both parts and classes are not compared
     * @param a of edges from earlier steps
     * @param auroc of ordered pairs of different variables by their scores
     * @param aupr the same of precision and recall
     * @param personal means over sites' own networks; only with {@code --personal}
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    public record Metrics(
            int edges,
            @Nullable Integer trueEdges,
            @Nullable Integer shd,
            @Nullable Integer cpdagShd,
            @Nullable Integer skeletonErrors,
            @Nullable Double tpr,
            @Nullable Double fdr,
            @Nullable Integer skeletonCorrect,
            @Nullable Integer vStructuresCorrect,
            SeriesDistance.@Nullable Part w,
            SeriesDistance.@Nullable Part a,
            @Nullable Double auroc,
            @Nullable Double aupr,
            SeriesDistance.@Nullable Mean personal) {}

    /**
     * The bytes that all sites sent and received.
     *
     * @param bytesUp sent by sites, as encoded
     * @param bytesDown received by sites, as encoded
     * @param formulaBytes as the papers count them
     */
    public record Communication(long bytesUp, long bytesDown, long formulaBytes) {}

    /**
     * The elapsed time and processor time of the run.
     *
     * @param wallSeconds elapsed
     * @param cpuSeconds of all threads of this process
     */
    public record Timing(double wallSeconds, double cpuSeconds) {}

    /**
     * The privacy protection of the rows and of the messages.
     *
     * @param guarantee {@code none} or {@code differential-privacy}
     * @param meaning what that means, as a sentence
     * @param upload the protection of messages
     */
    public record Protection(String guarantee, String meaning, String upload) {

        static Protection none(String upload) {
            return new Protection(
                    "none",
                    "all sites ran in one process, and what they sent, and the network itself, can reveal rows.",
                    upload);
        }

        static Protection sumsOnly(String upload) {
            return new Protection(
                    "sums-only",
                    "the coordinator learned sums over sites and nothing about one site alone; sums and network "
                            + "are exact, and can reveal rows. All keys were in one process.",
                    upload);
        }

        static Protection differentialPrivacy(List<SitePrivacy> sites, String upload) {
            double worst =
                    sites.stream().mapToDouble(SitePrivacy::epsilon).max().orElse(0);
            double delta = sites.stream().mapToDouble(SitePrivacy::delta).max().orElse(0);
            return new Protection(
                    "differential-privacy",
                    String.format(
                            Locale.ROOT,
                            "what each site sent, and all that is learned from it, is differentially private: "
                                    + "epsilon at most %.4g at delta %.2g, for users with data at one site.",
                            worst,
                            delta),
                    upload);
        }
    }

    /**
     * A site with its number of rows or users.
     *
     * @param rows that it has; null where users are counted
     * @param users that it has, where a budget protects all rows of a user; null where rows are counted
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    public record SiteEntry(
            String name, @Nullable Long rows, @Nullable Long users) {

        long count() {
            return rows == null ? Objects.requireNonNullElse(users, 0L) : rows;
        }
    }

    public record Provenance(String software, String components, String java) {}
}
