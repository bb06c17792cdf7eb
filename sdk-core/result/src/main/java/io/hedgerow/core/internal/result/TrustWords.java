// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.result;

import io.hedgerow.core.graph.NamedNetwork;
import io.hedgerow.core.graph.NetworkEdge;
import io.hedgerow.core.internal.search.posterior.SmallestEffect;
import io.hedgerow.core.internal.search.posterior.UndecidedPair;
import io.hedgerow.core.internal.text.Words;
import io.hedgerow.core.search.Evidence;
import io.hedgerow.core.search.Trust;
import io.hedgerow.core.search.Trust.Misfit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** How far a network can be trusted, in words: what a reader should know first, how many rows count, and warnings. */
public final class TrustWords {

    /** An edge of at least this probability is said to be joined. */
    private static final double LIKELY = 0.9;
    /** Fewer rows that count than this share of them are worth a reason. */
    private static final double NEARLY_ALL = 0.95;

    private static final int NAMED = 5;

    private final NamedNetwork network;
    private final Evidence evidence;
    private final Trust trust;

    public TrustWords(NamedNetwork network, Evidence evidence) {
        this.network = network;
        this.evidence = evidence;
        this.trust = evidence.trust();
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

    /** Pairs of which a hidden cause of both is the only explanation. */
    List<Pair> hidden() {
        return evidence.pairs()
                .marks()
                .map(marks -> pairs().stream()
                        .filter(pair -> marks.haveHiddenCause(pair.one(), pair.other()))
                        .toList())
                .orElseGet(List::of);
    }

    /** Pairs without an edge that depend on each other otherwise than the network implies. */
    List<Pair> unexplained() {
        return evidence.unexplained()
                .map(errors -> pairs().stream()
                        .filter(pair -> errors.hasEdge(pair.one(), pair.other()))
                        .toList())
                .orElseGet(List::of);
    }

    /** Pairs whose probability is neither high nor low, and likely ones that the network does not join. */
    List<Pair> undecided() {
        return UndecidedPair.of(network).stream()
                .map(pair -> new Pair(pair.one(), pair.other()))
                .toList();
    }

    double joined(Pair pair) {
        return evidence.pairs().adjacentRaw(pair.one(), pair.other()).orElse(0);
    }

    private List<Pair> pairs() {
        List<Pair> pairs = new ArrayList<>();
        for (int i = 0; i < network.size(); i++) {
            for (int j = i + 1; j < network.size(); j++) {
                pairs.add(new Pair(i, j));
            }
        }
        return pairs;
    }

    public List<String> hiddenCauses() {
        return hidden().stream()
                .map(pair -> network.name(pair.one()) + " and " + network.name(pair.other())
                        + ": a hidden cause of both is the only explanation")
                .toList();
    }

    private String fewer() {
        double differ = Math.max(1, trust.siteDisagreement().orElse(1));
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
        String counted = String.format(
                Locale.ROOT,
                marked ? "%s, %d from a cause to what it affects%s" : "%s, %d with a direction that is identified%s",
                Words.count(edges.size(), "edge"),
                directed,
                byNoise == 0 || marked ? "" : ", " + byNoise + " of them by the noise only");
        long absent = notShown().size();
        counted += absent == 0 ? "" : ", " + absent + " of the network that predicts likelier absent and not shown";
        if (!trust.mixed()) {
            return counted + "; the search did not settle, so there are no probabilities: treat the network as a guess";
        }
        long sure = edges.stream()
                .filter(edge -> joined(new Pair(edge.from(), edge.to())) >= LIKELY)
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
        String misfits = Stream.concat(trust.flags().stream().sorted().map(this::meaning), doubts())
                .collect(Collectors.joining("; "));
        return likely
                + (misfits.isEmpty()
                        ? agreement()
                        : "; but " + misfits + ": do not take the edges for causes without other evidence")
                + (evidence.categories().isPresent() ? "; hidden causes were not looked for" : "");
    }

    /** Lists what contradicts the network at single pairs, so that no summary says that all is explained. */
    private Stream<String> doubts() {
        int unexplained = unexplained().size();
        int hidden = trust.flags().contains(Misfit.HIDDEN_CAUSE) ? 0 : hidden().size();
        return Stream.of(
                        unexplained == 0
                                ? ""
                                : Words.count(unexplained, "pair") + " without an edge "
                                        + (unexplained == 1 ? "is" : "are")
                                        + " dependent beyond doubt, which no edge explains",
                        hidden == 0
                                ? ""
                                : "of " + Words.count(hidden, "pair") + " a hidden cause is the only explanation")
                .filter(words -> !words.isEmpty());
    }

    /** Says of series that hidden causes are looked for within a step, and that too few lags look like them. */
    private String meaning(Misfit flag) {
        return flag == Misfit.HIDDEN_CAUSE && evidence.lags().isPresent()
                ? "within a step " + flag.meaning() + " (too few lags can have the same effect)"
                : flag.meaning();
    }

    private String agreement() {
        boolean judged = trust.unexplained().isPresent();
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
            boolean guess = !tables && evidence.pairs().directed().isEmpty();
            return tables
                    ? "; nothing shows whether the data agree with a " + form
                    : (guess ? "; there are no probabilities, and" : ";")
                            + " the rows are too few to tell whether they agree with a " + form
                            + (guess ? ": expect edges by chance" : "");
        }
        return (judgedRelease() && !tables ? "; the release agrees" : "; the data agree") + " with one " + form;
    }

    /**
     * Whether this is a private release of numbers, without tails, which every exact sum has: much is not seen in it.
     */
    private boolean judgedRelease() {
        return trust.kurtosis().isEmpty() && trust.unexplained().isPresent();
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
        List<String> warnings = new ArrayList<>(trust.flags().stream()
                .sorted()
                .map(flag -> flag.code() + ": " + meaning(flag) + (flag == Misfit.SCALES_DIFFER ? columns() : "")
                        + "; evidence is told in words, and probabilities in files are at most "
                        + Trust.MOST_UNLESS_IT_FITS)
                .toList());
        List<Pair> pairs = unexplained();
        if (!pairs.isEmpty()) {
            warnings.add(
                    "without an edge, and beyond doubt dependent within sites, all other variables given, otherwise"
                            + " than the network implies: "
                            + pairs.stream()
                                    .sorted(Comparator.comparingDouble(pair -> -Math.abs(errors(pair))))
                                    .limit(NAMED)
                                    .map(pair -> String.format(
                                            Locale.ROOT,
                                            "%s and %s (t = %.1f)",
                                            network.name(pair.one()),
                                            network.name(pair.other()),
                                            errors(pair)))
                                    .collect(Collectors.joining(", "))
                            + (pairs.size() > NAMED ? " and " + Words.count(pairs.size() - NAMED, "other pair") : "")
                            + ": do not take them for independent");
        }
        return warnings;
    }

    /** The partial correlation of a pair, in standard errors. */
    double errors(Pair pair) {
        return evidence.unexplained().orElseThrow().get(pair.one(), pair.other());
    }

    private String columns() {
        String named = trust.scaleFactors().entrySet().stream()
                .sorted(Comparator.comparingDouble(scale -> -scale.getValue()))
                .limit(NAMED)
                .map(scale ->
                        String.format(Locale.ROOT, "%s (factor %.3g)", network.name(scale.getKey()), scale.getValue()))
                .collect(Collectors.joining(", "));
        int others = trust.scaleFactors().size() - NAMED;
        return ": check the units of " + named + (others > 0 ? " and " + Words.count(others, "other column") : "")
                + " at every site";
    }
}
