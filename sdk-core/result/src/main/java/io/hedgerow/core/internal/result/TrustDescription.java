// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.result;

import io.hedgerow.core.graph.NamedNetwork;
import io.hedgerow.core.graph.NetworkEdge;
import io.hedgerow.core.internal.search.posterior.SmallestEffect;
import io.hedgerow.core.internal.text.Words;
import io.hedgerow.core.search.Evidence;
import io.hedgerow.core.search.Finding;
import io.hedgerow.core.search.Findings;
import io.hedgerow.core.search.Trust;
import io.hedgerow.core.search.Trust.Misfit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Describes in words how far a network can be trusted: what a reader should know first, how many rows count, and
 * warnings.
 */
public final class TrustDescription {

    /** An edge of at least this probability is said to be joined. */
    private static final double LIKELY = 0.9;
    /** Fewer rows that count than this share of them are worth a reason. */
    private static final double NEARLY_ALL = 0.95;

    private static final int NAMED = 5;

    private final NamedNetwork network;
    private final Evidence evidence;
    private final Trust trust;
    private final Findings findings;

    public TrustDescription(NamedNetwork network, Evidence evidence) {
        this.network = network;
        this.evidence = evidence;
        this.trust = evidence.trust();
        this.findings = evidence.findings();
    }

    /** Two columns, in the order in which a document has them. */
    record Pair(int one, int other) {}

    /** Edges of the network that predicts that are likelier absent than there. */
    List<Pair> notShown() {
        List<Pair> edges = new ArrayList<>();
        for (int i = 0; i < network.size(); i++) {
            for (int j = 0; j < network.size(); j++) {
                if (network.weights().hasEdge(i, j) && !evidence.pairs().isShown(i, j)) {
                    edges.add(new Pair(i, j));
                }
            }
        }
        return edges;
    }

    double joined(int one, int other) {
        return evidence.pairs().adjacentRaw(one, other).orElse(0);
    }

    public List<String> hiddenCauses() {
        return findings.places(Misfit.HIDDEN_PAIRS).stream()
                .map(pair -> network.name(pair.one()) + " and " + network.name(pair.other())
                        + ": a hidden cause of both is the only explanation")
                .toList();
    }

    private String fewer() {
        double differ = Math.max(1, findings.figure(Misfit.SITES_DIFFER).orElse(1));
        List<String> why = new ArrayList<>();
        if (differ * NEARLY_ALL > 1) {
            why.add(String.format(Locale.ROOT, "sites differ %.2g times as much as by chance", differ));
        }
        boolean release = evidence.pairs().cautious();
        if (release && why.isEmpty()) {
            why.add("the private release hides the rest");
        }
        if (!release && evidence.lags().isPresent() && trust.effectiveRows() * differ < NEARLY_ALL * trust.rows()) {
            why.add("pairs without an edge depend on each other more than by chance");
        }
        return why.isEmpty() ? "" : ", for " + String.join(", and ", why);
    }

    /**
     * How many rows or users count, why not all, and what could have been seen: one line.
     *
     * @param counted {@code "row"}, or {@code "user"} where a budget protects users and their rows are not counted
     */
    public String rows(String counted) {
        String words = Words.count(trust.rows(), counted) + " count as " + Math.round(trust.effectiveRows());
        if (trust.effectiveRows() < NEARLY_ALL * trust.rows()) {
            words += fewer();
        }
        return words
                + trust.columns().map(columns -> fewest(columns, counted)).orElse("")
                + SmallestEffect.words(network)
                        .map(unseen -> "; pairs without an edge: " + unseen)
                        .orElse("");
    }

    private String fewest(Trust.Columns columns, String counted) {
        return "; the fewest have both " + network.name(columns.one()) + " and " + network.name(columns.other()) + ": "
                + Words.count(columns.fewestRows(), counted) + " of " + Words.count(columns.fewestSites(), "site");
    }

    /** What a reader should know first: one line. */
    public String summary() {
        List<NetworkEdge> edges = edges();
        long directed = edges.stream().filter(NetworkEdge::directed).count();
        long byNoise = edges.stream()
                .filter(edge ->
                        evidence.pairs().noiseRatio(edge.from(), edge.to()).isPresent())
                .count();
        boolean marked = evidence.pairs().ancestral();
        if (isDirectedByNoise()) {
            return Words.count(edges.size(), "edge") + " with directions by the noise" + verdict();
        }
        String counted = String.format(
                Locale.ROOT,
                marked ? "%s, %d from a cause to what it affects%s" : "%s, %d with a direction that is identified%s",
                Words.count(edges.size(), "edge"),
                directed,
                byNoise == 0 || marked ? "" : ", " + byNoise + " of them by the noise only");
        long absent = notShown().size();
        counted += absent == 0 ? "" : ", " + absent + " of the network that predicts likelier absent and not shown";
        if (!trust.mixed()) {
            return counted + "; the search did not settle, so there are no probabilities: treat the network as a guess"
                    + (findings.verdict() == Finding.Outcome.FAILED ? verdict() : "");
        }
        long sure = edges.stream()
                .filter(edge -> joined(edge.from(), edge.to()) >= LIKELY)
                .count();
        boolean words = edges.stream().anyMatch(edge -> edge.evidence().isPresent());
        String likely = evidence.pairs().directed().isEmpty()
                ? counted
                : counted
                        + String.format(
                                Locale.ROOT,
                                words
                                        ? ", %d with strong evidence"
                                        : ", %d joined with probability " + LIKELY + " or more",
                                words ? strong(edges) : sure);
        return likely + verdict() + (evidence.categories().isPresent() ? "; hidden causes were not looked for" : "");
    }

    /** Whether noise that is not normal directs all edges, and gives no probabilities. */
    private boolean isDirectedByNoise() {
        return findings.figure(Misfit.NORMAL_NOISE).isPresent()
                && evidence.pairs().directed().isEmpty();
    }

    private String verdict() {
        return switch (findings.verdict()) {
            case FAILED -> "; but " + doubts() + ": do not take the edges for causes without other evidence";
            case PASSED -> agreement(true);
            case NOT_JUDGED -> agreement(false);
        };
    }

    /** All that contradicts the network; pairs with hidden causes stand behind the flag that says it of all. */
    private String doubts() {
        List<Finding> failed = findings.failed().stream()
                .filter(finding -> finding.about().contradictsNetwork())
                .toList();
        boolean said = failed.stream().anyMatch(finding -> finding.about() == Misfit.HIDDEN_CAUSE);
        return failed.stream()
                .filter(finding -> !said || finding.about() != Misfit.HIDDEN_PAIRS)
                .map(this::text)
                .collect(Collectors.joining("; "));
    }

    /** Says of series that too few lags look like hidden causes, and of noises that other units make edges wrong. */
    private String text(Finding finding) {
        if (finding.about() == Misfit.SCALES_DIFFER && isDirectedByNoise()) {
            return finding.text() + ", and edges may be wrong, for residuals are taken in one unit";
        }
        return finding.about() == Misfit.HIDDEN_CAUSE && evidence.lags().isPresent()
                ? "within a step " + finding.text() + " (too few lags can have the same effect)"
                : finding.text();
    }

    private String agreement(boolean judged) {
        if (!evidence.curves().isEmpty()) {
            return judged ? "; the columns agree with these curves" : "; whether these curves are right was not judged";
        }
        if (evidence.lags().isPresent()) {
            if (judged) {
                return "; as far as series can show, the data agree with one linear network";
            }
            return evidence.pairs().directed().isPresent()
                    ? "; nothing shows whether the data agree with a linear network"
                    : "; there are no probabilities for so many columns, and nothing shows whether the data"
                            + " agree with a linear network: where rows are few, expect edges by chance";
        }
        boolean tables = evidence.categories().isPresent();
        String form = !tables ? "linear network" : hasNumbers() ? "network of tables and lines" : "network of tables";
        if (!judged) {
            boolean guess = !tables
                    && !isDirectedByNoise()
                    && evidence.pairs().directed().isEmpty();
            return tables
                    ? "; nothing shows whether the data agree with a " + form
                    : (guess ? "; there are no probabilities, and" : ";")
                            + " the rows are too few to tell whether they agree with a " + form
                            + (guess ? ": expect edges by chance" : "");
        }
        return (isOfRelease() && !tables ? "; the release agrees" : "; the data agree") + " with one " + form;
    }

    /** Whether sums alone were judged, without a look at noises: of private releases, and where cells are missing. */
    private boolean isOfRelease() {
        return findings.figure(Misfit.NOT_GAUSSIAN).isEmpty() && !isDirectedByNoise();
    }

    private boolean hasNumbers() {
        return evidence.categories()
                .filter(known -> known.equations().isEmpty())
                .isEmpty();
    }

    private List<NetworkEdge> edges() {
        return network.edges().stream()
                .filter(edge -> edge.status() != NetworkEdge.EdgeStatus.MISSING)
                .toList();
    }

    private static long strong(List<NetworkEdge> edges) {
        return edges.stream()
                .filter(edge -> edge.evidence()
                        .filter(words -> words.startsWith("strong"))
                        .isPresent())
                .count();
    }

    /** A warning for each misfit, after its code, and the pairs that no edge explains. */
    public List<String> warnings() {
        List<String> warnings = new ArrayList<>(findings.ofNetwork().failed().stream()
                .map(finding -> finding.code() + ": " + text(finding) + at(finding)
                        + (isDirectedByNoise()
                                ? ""
                                : "; evidence is told in words, and probabilities in files are at most "
                                        + Trust.MOST_UNLESS_IT_FITS))
                .toList());
        findings.of(Misfit.UNEXPLAINED_PAIRS)
                .filter(Finding::failed)
                .ifPresent(finding -> warnings.add(
                        "without an edge, and beyond doubt dependent within sites, all other variables given, otherwise"
                                + " than the network implies: " + pairs(finding.places()) + ": " + finding.remedy()));
        findings.places(Misfit.CONSTANT_SOMEWHERE).stream()
                .filter(place -> place.figure().isPresent())
                .forEach(place -> warnings.add(String.format(
                        Locale.ROOT,
                        "\"%s\" varies at sites with %d %% of the rows only, from which its edges come; all rows count"
                                + " for the other columns",
                        network.name(place.one()),
                        Math.round(100 * place.figure().orElseThrow()))));
        findings.places(Misfit.MISSING_DEPENDS_ON)
                .forEach(place -> warnings.add("whether \"" + network.name(place.one()) + "\" is missing depends "
                        + place.where() + ": rows without a missing cell would be other rows than all, so rows with"
                        + " some were used; whether it depends on the missing value itself cannot be seen"));
        return warnings;
    }

    /** The columns at which it was seen, with the remedy; none where it is said of the whole network. */
    private String at(Finding finding) {
        if (finding.places().isEmpty()) {
            return "";
        }
        return finding.about() == Misfit.SCALES_DIFFER
                ? columns(finding.places())
                : ": " + named(finding.places()) + "; " + finding.remedy();
    }

    /** The first columns of each set of rows, in the order of the sets. */
    private String named(List<Finding.Place> places) {
        Map<String, List<String>> names = new LinkedHashMap<>();
        places.forEach(place ->
                names.computeIfAbsent(place.where(), where -> new ArrayList<>()).add(network.name(place.one())));
        return names.entrySet().stream()
                .map(set -> some(set.getValue()) + (set.getKey().isEmpty() ? "" : " " + set.getKey()))
                .collect(Collectors.joining("; "));
    }

    private static String some(List<String> names) {
        int others = names.size() - NAMED;
        return others < 1
                ? Words.listed(names, "and")
                : String.join(", ", names.subList(0, NAMED)) + " and " + Words.count(others, "other");
    }

    private String pairs(List<Finding.Place> places) {
        int others = places.size() - NAMED;
        return largest(places)
                        .map(pair -> String.format(
                                Locale.ROOT,
                                "%s and %s (t = %.1f)",
                                network.name(pair.one()),
                                network.name(pair.other()),
                                pair.figure().orElseThrow()))
                        .collect(Collectors.joining(", "))
                + (others > 0 ? " and " + Words.count(others, "other pair") : "");
    }

    private String columns(List<Finding.Place> places) {
        int others = places.size() - NAMED;
        return ": check the units of "
                + largest(places)
                        .map(scale -> String.format(
                                Locale.ROOT,
                                "%s (factor %.3g)",
                                network.name(scale.one()),
                                scale.figure().orElseThrow()))
                        .collect(Collectors.joining(", "))
                + (others > 0 ? " and " + Words.count(others, "other column") : "") + " at every site";
    }

    private static Stream<Finding.Place> largest(List<Finding.Place> places) {
        return places.stream()
                .sorted(Comparator.comparingDouble(
                        place -> -Math.abs(place.figure().orElseThrow())))
                .limit(NAMED);
    }
}
