// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.internal.forecast;

import io.hedgerow.core.internal.text.Words;
import io.hedgerow.dp.accounting.PrivacyBudget;
import io.hedgerow.dp.internal.release.histogram.CurveDesign;
import io.hedgerow.dp.internal.release.moments.MomentDesign;
import io.hedgerow.dp.method.settings.SiteUnits;
import io.hedgerow.dp.plan.PublicRange;
import io.hedgerow.dp.plan.PublicTerms;
import io.hedgerow.dp.plan.StudyForecast;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Forecasts the error of a private study, from the terms on which its sites and its coordinator agree, and finds
 * contradictions in these terms. Reads no data, and follows from public numbers.
 *
 * <p>The estimate is that of {@code hedgerow plan} at the numbers of the study ({@link WrongPairs},
 * {@link ExpectedError}), for networks of one edge for each variable under the best of the simulated conditions. P
 * sites of n_p units have the noise s = √P / (Σ n_p · μ); where noise is shared by k sites they count as P·k. Outside
 * of the simulated numbers of variables it is that of the nearest.
 *
 * @param variables d
 * @param edges of the simulated networks
 * @param noise d·s, the noise of a sum relative to a variable's part in it
 * @param wrong the share of wrong pairs or edges; about 1 is that of an empty network; empty where nothing like it was
 *     simulated
 * @param bound whether there is more noise than was simulated, so that the share is one at least
 * @param nearZero whether means are taken to be near a public centre, which nothing in a result can show
 * @param look whether scales and means alone are released, and no network is searched
 * @param contradictions what the terms say twice, and differently; a plan with any is refused
 * @param doubts what is hardly meant, though it can be: a plan with any needs the word of its officers
 */
public record Forecast(
        int variables,
        int edges,
        double noise,
        OptionalDouble wrong,
        boolean bound,
        boolean nearZero,
        boolean look,
        List<String> contradictions,
        List<String> doubts)
        implements StudyForecast {

    /** The methods that subtract what a plan says is the centre of a variable, 0 where it says nothing. */
    private static final Set<String> SUBTRACTING =
            Set.of(MomentDesign.NAME, "dp-fed-sparse", "dp-fed-sparse-laplace", "dp-fed-bnsl");

    /** The release of {@code dp-gram} with a private mean, and no search. */
    private static final String LOOK = "dp-inspect";

    private static final String PRIVATE_MEAN = "private-mean";
    private static final int MOST_NAMED = 5;

    public Forecast {
        contradictions = List.copyOf(contradictions);
        doubts = List.copyOf(doubts);
    }

    /**
     * The forecast for a study.
     *
     * @param terms of the study
     * @param budget of each site
     * @param units of the sites
     * @param sharing the number of sites that share the noise of a sum
     */
    public static Forecast of(PublicTerms terms, PrivacyBudget budget, Collection<SiteUnits> units, int sharing) {
        int d = terms.schema().size();
        boolean mean = terms.method().equals(LOOK) || flag(terms, PRIVATE_MEAN);
        boolean nearZero = subtractsPublicCentre(terms, mean);
        double sites = units.size();
        double total = units.stream().mapToDouble(SiteUnits::count).sum();
        // where a mean is released first, that of a site has noise of its own, and was simulated so
        double counted =
                mean && sharing > 1 ? (1 + Math.sqrt(1 + 4 * sites * sharing)) / 2 : sites * Math.max(1, sharing);
        double noise = ExpectedError.noise(total / sites, counted, budget);
        Optional<Share> share =
                terms.schema().hasCategories() ? Optional.empty() : Share.of(simulated(terms, mean, sharing), d, noise);
        if (mean && share.filter(Share::bound).isPresent()) {
            // a mean costs some of the budget, so the same release without one does no worse
            double least = ExpectedError.noise(total / sites, sites * Math.max(1, sharing), budget);
            share = share.map(found -> found.orMore(Share.of(MomentDesign.NAME, d, least)));
        }
        return new Forecast(
                d,
                SimulatedRuns.ofSeries(terms.method()) ? 2 * d : d,
                d * noise,
                share.map(found -> OptionalDouble.of(found.wrong())).orElse(OptionalDouble.empty()),
                share.filter(Share::bound).isPresent(),
                nearZero,
                terms.method().equals(LOOK),
                contradictions(terms, nearZero),
                doubts(terms, nearZero));
    }

    /** {@inheritDoc} So many pairs will be wrong that an empty network is as good. A look gives no network. */
    @Override
    public boolean useless() {
        return !look && wrong.isPresent() && wrong.getAsDouble() >= WrongPairs.USELESS;
    }

    @Override
    public String text() {
        return doubts.isEmpty() ? expected() : expected() + "; doubtful: " + String.join("; ", doubts);
    }

    private String expected() {
        String relative = String.format(Locale.ROOT, "relative noise %.2g", noise);
        if (wrong.isEmpty()) {
            return "no estimate: such a study was not simulated; " + relative;
        }
        String pairs = String.format(
                Locale.ROOT,
                "%s%.1f wrong of %d edges in simulations at such noise, where an empty network has %d; %s",
                bound ? "at least " : "about ",
                wrong.getAsDouble() * edges,
                edges,
                edges,
                relative);
        return (useless() ? "useless: " : "")
                + pairs
                + (nearZero
                        ? "; if means are within a tenth of a deviation of the centre: at a quarter of one the network"
                                + " was worse than an empty one, and nothing in the result can tell"
                        : "");
    }

    private record Share(double wrong, boolean bound) {

        Share orMore(Optional<Share> other) {
            return new Share(Math.max(wrong, other.map(Share::wrong).orElse(0.0)), true);
        }

        static Optional<Share> of(String simulated, int variables, double noise) {
            return WrongPairs.share(simulated, variables * noise)
                    .map(pairs -> new Share(pairs.share(), WrongPairs.MORE.equals(pairs.bound())))
                    .or(() -> ExpectedError.of(
                                    simulated,
                                    simulated.equals(CurveDesign.NAME) ? SimulatedRuns.ADDITIVE : SimulatedRuns.EQUAL)
                            .map(table -> table.near(variables, noise))
                            .map(found -> new Share(
                                    found.share() / (SimulatedRuns.ofSeries(simulated) ? 2 : 1), found.bound())));
        }
    }

    private static String simulated(PublicTerms terms, boolean mean, int sharing) {
        if (terms.parameters().containsKey("transform")) {
            return MomentDesign.NAME + "-normal-scores";
        }
        boolean moments =
                terms.method().equals(MomentDesign.NAME) || terms.method().equals(LOOK);
        return moments && mean
                ? MomentDesign.NAME + "-" + PRIVATE_MEAN + (sharing > 1 ? "-masked" : "")
                : terms.method();
    }

    /** Whether rows are taken as they are, less a public number; other releases find where values are. */
    private static boolean subtractsPublicCentre(PublicTerms terms, boolean mean) {
        return SUBTRACTING.contains(terms.method())
                && !mean
                && !terms.schema().hasCategories()
                && !terms.parameters().containsKey("transform");
    }

    private static List<String> contradictions(PublicTerms terms, boolean nearZero) {
        List<PublicRange> ranges = terms.ranges();
        List<String> found = new ArrayList<>();
        List<String> away = ranges.stream()
                .filter(range -> nearZero && !range.has(number(terms, centre(range), 0)))
                .map(PublicRange::text)
                .toList();
        if (!away.isEmpty()) {
            found.add(saidMeans(terms) + "outside of the bounds of " + named(away)
                    + ": every row would look the same, whatever the budget" + remedy(terms));
        }
        double smallest = number(terms, "smallest-deviation", 0.02);
        List<String> narrow = ranges.stream()
                .filter(range -> isMoments(terms) && range.isNarrowerThan(smallest))
                .map(PublicRange::text)
                .toList();
        if (!narrow.isEmpty()) {
            found.add("smallest-deviation " + PublicRange.plain(smallest)
                    + " is above every deviation that the bounds allow: of "
                    + named(narrow)
                    + ": write smallest-deviation: a tenth of the narrowest range, or the columns in another unit");
        }
        return found;
    }

    /** Finds variables without a centre of which the bounds have 0 at their edge. A centre in the plan is believed. */
    private static List<String> doubts(PublicTerms terms, boolean nearZero) {
        List<String> edge = terms.ranges().stream()
                .filter(range ->
                        nearZero && !terms.parameters().containsKey(centre(range)) && range.has(0) && !range.isAbout(0))
                .map(PublicRange::text)
                .toList();
        return edge.isEmpty()
                ? List.of()
                : List.of(saidMeans(terms) + "at the edge of the bounds of " + named(edge)
                        + ": where a mean is a quarter of a deviation away the network is worse than an empty one,"
                        + " and nothing in the result shows it" + remedy(terms));
    }

    private static String centre(PublicRange range) {
        return "centre." + range.name();
    }

    private static String saidMeans(PublicTerms terms) {
        return "without " + PRIVATE_MEAN + ": true means are said to be near "
                + (terms.method().equals(MomentDesign.NAME) ? "0" : "centre.VARIABLE, 0 where it is left out")
                + ", but that is ";
    }

    private static String remedy(PublicTerms terms) {
        return "; write " + PRIVATE_MEAN + ": true"
                + (terms.method().equals(MomentDesign.NAME)
                        ? ""
                        : " where the algorithm has it, or the public centre of each variable")
                + ", or the true bounds";
    }

    private static boolean isMoments(PublicTerms terms) {
        return (terms.method().equals(MomentDesign.NAME) || terms.method().equals(LOOK))
                && !terms.schema().hasCategories();
    }

    private static String named(List<String> ranges) {
        return ranges.stream().limit(MOST_NAMED).collect(Collectors.joining(", "))
                + (ranges.size() > MOST_NAMED ? " and " + Words.count(ranges.size() - MOST_NAMED, "other") : "");
    }

    private static boolean flag(PublicTerms terms, String name) {
        return "true".equals(terms.parameters().get(name));
    }

    private static double number(PublicTerms terms, String name, double otherwise) {
        String given = terms.parameters().get(name);
        return given == null ? otherwise : Double.parseDouble(given);
    }
}
