// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.network;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.hedgerow.core.graph.NamedNetwork;
import io.hedgerow.core.internal.text.Words;
import io.hedgerow.core.search.Evidence;
import io.hedgerow.core.search.Misfit;
import io.hedgerow.core.search.Trust;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
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
 * @param undecided pairs with a probability between 0.1 and 0.9, as computed
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
        List<Undecided> undecided) {

    private static final double SURE = 0.9;
    private static final double UNLIKELY = 0.1;
    private static final int NAMED = 5;

    /**
     * A pair that may be joined or not.
     *
     * @param adjacent posterior probability that they are joined
     */
    public record Undecided(String one, String other, double adjacent) {}

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
                undecided(network, evidence));
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
                if (joined > UNLIKELY && joined < SURE) {
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
        String counted = String.format(
                Locale.ROOT,
                "%s, %d with a direction that is identified%s",
                Words.count(edges.size(), "edge"),
                directed,
                byNoise == 0 ? "" : ", " + byNoise + " of them by the noise only");
        if (!trust.mixed()) {
            return counted + "; the search did not settle, so there are no probabilities: treat the network as a guess";
        }
        long sure = edges.stream()
                .filter(edge -> edge.adjacentRaw() != null && edge.adjacentRaw() >= SURE)
                .count();
        String likely = evidence.pairs().directed().isEmpty()
                ? counted
                : counted + String.format(Locale.ROOT, ", %d joined with probability 0.9 or more", sure);
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

    private static String misfits(Trust trust) {
        return trust.flags().stream().sorted().map(Misfit::meaning).collect(Collectors.joining("; "));
    }

    /** What a warning says of each misfit, after its code. */
    public static List<String> warnings(NamedNetwork network, Evidence evidence) {
        return evidence.trust().flags().stream()
                .sorted()
                .map(flag -> flag.code() + ": " + flag.meaning()
                        + (flag == Misfit.SCALES_DIFFER ? columns(network, evidence.trust()) : "")
                        + "; probabilities are shown as at most 0.9")
                .toList();
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
