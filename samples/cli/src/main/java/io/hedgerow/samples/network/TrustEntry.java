// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.network;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.hedgerow.core.design.TimeSlices;
import io.hedgerow.core.graph.NamedNetwork;
import io.hedgerow.core.graph.WeightMatrix;
import io.hedgerow.core.internal.text.Words;
import io.hedgerow.core.search.Evidence;
import io.hedgerow.core.search.Misfit;
import io.hedgerow.core.search.Trust;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * How far the network can be trusted, in {@code result.json}; the measures are those of {@link Trust}, and left out
 * where they cannot be told.
 *
 * @param score what was assumed of the noises: {@code equal-variances} or {@code unequal-variances}
 * @param margin by how much the criterion of the other assumption was larger
 * @param rows of all sites
 * @param effectiveRows as many as they are worth
 * @param siteDisagreement about 1 when sites agree
 * @param unexplained about 1 when the network explains the correlations
 * @param nonlinearity about 1 when relations are linear
 * @param kurtosis excess, of the noises; 0 when they are normal
 * @param varianceRatio largest noise variance over the smallest
 * @param trappedChains of four; with two or more there are no probabilities
 * @param chainGap largest difference of a probability between chains
 * @param scaleFactors of columns whose standard deviations differ between sites, by what factor
 * @param flags codes of misfit; empty when the data agree
 * @param undecided pairs with a probability between 0.1 and 0.9, as computed, and above where the network does not join
 *     them
 * @param smallestEffect partial correlation from which on a pair is likelier seen than not; below it an edge may be
 *     there and not be seen
 * @param notShown edges of the network that predicts that are likelier absent than there, and in no list or picture
 * @param hiddenCauses pairs of which a hidden cause of both is the only explanation
 * @param unexplainedPairs pairs without an edge that depend on each other beyond doubt, all other variables given, and
 *     otherwise than the network implies
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record TrustEntry(
        String summary,
        String score,
        double margin,
        long rows,
        double effectiveRows,
        @Nullable Double siteDisagreement,
        @Nullable Double unexplained,
        @Nullable Double nonlinearity,
        @Nullable Double kurtosis,
        double varianceRatio,
        int trappedChains,
        double chainGap,
        @Nullable List<ScaleFactor> scaleFactors,
        List<String> flags,
        List<Undecided> undecided,
        @Nullable Double smallestEffect,
        @Nullable List<NotShown> notShown,
        @Nullable List<HiddenCause> hiddenCauses,
        @Nullable List<Unexplained> unexplainedPairs) {

    private static final double SURE = 0.9;
    private static final double UNLIKELY = 0.1;
    /** Fewer rows that count than this share of them are worth a reason. */
    private static final double NEARLY_ALL = 0.95;

    private static final int NAMED = 5;

    /**
     * A pair that may be joined or not.
     *
     * @param adjacent posterior probability that they are joined
     */
    public record Undecided(String one, String other, double adjacent) {}

    /**
     * An edge of the network that predicts, and of nothing that is shown.
     *
     * @param lag how many steps the source is before the target; only of dynamic networks
     * @param adjacent posterior probability that the two are joined, below one half
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    public record NotShown(String from, String to, @Nullable Integer lag, double adjacent) {}

    /**
     * A pair of which a hidden cause of both is the only explanation.
     *
     * @param share of the posterior's networks that say so, of those that join the two; left out where none is known
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    public record HiddenCause(
            String one, String other, @Nullable Double share) {

        /** For people. */
        public String sentence() {
            return one + " and " + other + ": a hidden cause of both is the only explanation";
        }
    }

    /**
     * A pair that no edge explains.
     *
     * @param t of the partial correlation within sites, in standard errors
     */
    public record Unexplained(String one, String other, double t) {

        private String words() {
            return String.format(Locale.ROOT, "%s and %s (t = %.1f)", one, other, t);
        }
    }

    /**
     * A column that varies more at some sites than at others.
     *
     * @param factor between sites, e to the standard deviation of the logarithms of their deviations
     */
    public record ScaleFactor(String column, double factor) {}

    /**
     * What is known of a network.
     *
     * @param evidence of the search that found it
     */
    public static TrustEntry of(NamedNetwork network, Evidence evidence) {
        Trust trust = evidence.trust();
        return new TrustEntry(
                summary(network, evidence),
                trust.assumption().code(),
                trust.margin(),
                trust.rows(),
                trust.effectiveRows(),
                EdgeEntry.orNull(trust.siteDisagreement()),
                EdgeEntry.orNull(trust.unexplained()),
                EdgeEntry.orNull(trust.nonlinearity()),
                EdgeEntry.orNull(trust.kurtosis()),
                trust.varianceRatio(),
                trust.trappedChains(),
                trust.chainGap(),
                trust.scaleFactors().isEmpty() ? null : scaleFactors(network, trust),
                trust.flags().stream().sorted().map(Misfit::code).toList(),
                undecided(network, evidence),
                EdgeEntry.orNull(network.smallestEffect()),
                orNull(notShown(network, evidence)),
                orNull(hiddenCauses(network, evidence)),
                orNull(unexplained(network, evidence)));
    }

    private static <T> @Nullable List<T> orNull(List<T> list) {
        return list.isEmpty() ? null : list;
    }

    private static List<NotShown> notShown(NamedNetwork network, Evidence evidence) {
        WeightMatrix weights = network.weights();
        Optional<TimeSlices> slices = network.slices();
        List<NotShown> edges = new ArrayList<>();
        for (int i = 0; i < network.size(); i++) {
            for (int j = 0; j < network.size(); j++) {
                if (weights.hasEdge(i, j) && !evidence.pairs().isShown(i, j)) {
                    int from = i;
                    edges.add(new NotShown(
                            network.name(
                                    slices.map(known -> known.variable(from)).orElse(from)),
                            network.name(j),
                            slices.map(known -> known.lag(from)).orElse(null),
                            evidence.pairs().adjacentRaw(i, j).orElse(0)));
                }
            }
        }
        return edges;
    }

    private static List<HiddenCause> hiddenCauses(NamedNetwork network, Evidence evidence) {
        List<HiddenCause> pairs = new ArrayList<>();
        evidence.pairs().marks().ifPresent(marks -> {
            for (int i = 0; i < network.size(); i++) {
                for (int j = i + 1; j < network.size(); j++) {
                    if (marks.haveHiddenCause(i, j)) {
                        pairs.add(
                                new HiddenCause(network.name(i), network.name(j), EdgeEntry.orNull(marks.share(i, j))));
                    }
                }
            }
        });
        return pairs;
    }

    private static List<Unexplained> unexplained(NamedNetwork network, Evidence evidence) {
        List<Unexplained> pairs = new ArrayList<>();
        evidence.unexplained().ifPresent(errors -> {
            for (int i = 0; i < network.size(); i++) {
                for (int j = i + 1; j < network.size(); j++) {
                    if (errors.hasEdge(i, j)) {
                        pairs.add(new Unexplained(network.name(i), network.name(j), errors.get(i, j)));
                    }
                }
            }
        });
        return pairs;
    }

    /** A sentence for each pair with a hidden cause. */
    public List<String> hiddenCausesInWords() {
        return hiddenCauses == null
                ? List.of()
                : hiddenCauses.stream().map(HiddenCause::sentence).toList();
    }

    /** How many rows count, why not all, and what could have been seen; for people. */
    public String rowsInWords() {
        String words = Words.count(rows, "row") + " count as " + Math.round(effectiveRows);
        if (effectiveRows < NEARLY_ALL * rows) {
            boolean release = kurtosis == null && siteDisagreement == null && unexplained != null;
            words += siteDisagreement != null && siteDisagreement > 1
                    ? String.format(Locale.ROOT, ", for sites differ %.2g times as much as by chance", siteDisagreement)
                    : release ? ", for noise of the release hides the rest" : "";
        }
        return smallestEffect == null
                ? words
                : words
                        + String.format(
                                Locale.ROOT,
                                "; pairs without an edge were not seen (effects below %.2g would not be)",
                                smallestEffect);
    }

    private static List<ScaleFactor> scaleFactors(NamedNetwork network, Trust trust) {
        return trust.scaleFactors().entrySet().stream()
                .map(scale -> new ScaleFactor(network.name(scale.getKey()), scale.getValue()))
                .toList();
    }

    private static List<Undecided> undecided(NamedNetwork network, Evidence evidence) {
        List<Undecided> pairs = new ArrayList<>();
        for (int i = 0; i < network.size(); i++) {
            for (int j = i + 1; j < network.size(); j++) {
                double joined = evidence.pairs().adjacentRaw(i, j).orElse(0);
                boolean inNetwork =
                        network.weights().hasEdge(i, j) || network.weights().hasEdge(j, i);
                if (joined > UNLIKELY && (joined < SURE || !inNetwork)) {
                    pairs.add(new Undecided(network.name(i), network.name(j), joined));
                }
            }
        }
        return pairs;
    }

    /** What a reader should know first. */
    private static String summary(NamedNetwork network, Evidence evidence) {
        Trust trust = evidence.trust();
        List<EdgeEntry> edges = EdgeEntry.of(network);
        long directed = edges.stream().filter(EdgeEntry::directed).count();
        long byNoise = edges.stream().filter(edge -> edge.noiseRatio() != null).count();
        boolean marked = evidence.pairs().ancestral();
        String counted = String.format(
                Locale.ROOT,
                marked ? "%s, %d from a cause to what it affects%s" : "%s, %d with a direction that is identified%s",
                Words.count(edges.size(), "edge"),
                directed,
                byNoise == 0 || marked ? "" : ", " + byNoise + " of them by the noise only");
        long absent = notShown(network, evidence).size();
        counted += absent == 0 ? "" : ", " + absent + " of the network that predicts likelier absent and not shown";
        if (!trust.mixed()) {
            return counted + "; the search did not settle, so there are no probabilities: treat the network as a guess";
        }
        long sure = edges.stream()
                .filter(edge -> edge.adjacentRaw() != null && edge.adjacentRaw() >= SURE)
                .count();
        boolean words =
                network.edges().stream().anyMatch(edge -> edge.evidence().isPresent());
        String likely = evidence.pairs().directed().isEmpty()
                ? counted
                : counted
                        + String.format(
                                Locale.ROOT,
                                words ? ", %d with strong evidence" : ", %d joined with probability 0.9 or more",
                                words ? strong(network) : sure);
        if (trust.flags().isEmpty() && !evidence.curves().isEmpty()) {
            return likely
                    + (trust.unexplained().isEmpty()
                            ? "; whether these curves are right was not judged"
                            : "; the columns agree with these curves");
        }
        if (trust.flags().isEmpty() && evidence.lags().isPresent()) {
            return likely
                    + (trust.unexplained().isEmpty()
                            ? "; nothing shows whether the data agree with a linear network"
                            : "; as far as series can show, the data agree with one linear network");
        }
        if (trust.flags().isEmpty() && trust.unexplained().isEmpty()) {
            return likely + "; the rows are too few to tell whether they agree with a linear network";
        }
        if (trust.flags().isEmpty()) {
            // without tails, which every exact sum has, it is a private release, behind which much cannot be seen
            return likely
                    + (trust.kurtosis().isEmpty()
                            ? "; the release agrees with one linear network"
                            : "; the data agree with one linear network");
        }
        return likely + "; but " + misfits(trust) + ": do not take the edges for causes without other evidence";
    }

    private static long strong(NamedNetwork network) {
        return network.edges().stream()
                .filter(edge -> edge.evidence()
                        .filter(words -> words.startsWith("strong"))
                        .isPresent())
                .count();
    }

    private static String misfits(Trust trust) {
        return trust.flags().stream().sorted().map(Misfit::meaning).collect(Collectors.joining("; "));
    }

    /** What a warning says of each misfit, after its code, and which pairs no edge explains. */
    public static List<String> warnings(NamedNetwork network, Evidence evidence) {
        List<String> warnings = new ArrayList<>(evidence.trust().flags().stream()
                .sorted()
                .map(flag -> flag.code() + ": " + flag.meaning()
                        + (flag == Misfit.SCALES_DIFFER ? columns(network, evidence.trust()) : "")
                        + "; evidence is told in words, and probabilities in files are at most 0.9")
                .toList());
        List<Unexplained> pairs = unexplained(network, evidence);
        if (!pairs.isEmpty()) {
            warnings.add(
                    "without an edge, and beyond doubt dependent within sites, all other variables given, otherwise"
                            + " than the network implies: "
                            + pairs.stream()
                                    .sorted(Comparator.comparingDouble(pair -> -Math.abs(pair.t())))
                                    .limit(NAMED)
                                    .map(Unexplained::words)
                                    .collect(Collectors.joining(", "))
                            + (pairs.size() > NAMED ? " and " + Words.count(pairs.size() - NAMED, "other pair") : "")
                            + ": do not take them for independent");
        }
        return warnings;
    }

    private static String columns(NamedNetwork network, Trust trust) {
        List<ScaleFactor> most = scaleFactors(network, trust).stream()
                .sorted(Comparator.comparingDouble(ScaleFactor::factor).reversed())
                .toList();
        String named = most.stream()
                .limit(NAMED)
                .map(scale -> String.format(Locale.ROOT, "%s (factor %.3g)", scale.column(), scale.factor()))
                .collect(Collectors.joining(", "));
        String others = most.size() > NAMED ? " and " + Words.count(most.size() - NAMED, "other column") : "";
        return ": check the units of " + named + others + " at every site";
    }
}
