// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.internal.release.moments;

import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.internal.text.Words;
import io.hedgerow.core.model.Parameters;
import io.hedgerow.core.protocol.SiteId;
import io.hedgerow.core.search.ColumnFigures;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.stream.IntStream;

/**
 * Describes the columns of a private release of moments: figures of each, and sentences, the worst first, about
 * differences that exceed the noise. Of sites only where each site's own release was seen. Post-processing of released
 * numbers and public ones; it costs no budget. A difference is beyond the noise when it is larger than √(2 ln(k /
 * 0.001)) standard errors, k being the number of differences that are looked at: normal noise makes any of them so
 * large with a probability below 0.001.
 */
public final class MomentLook {

    private static final double LEVEL = 0.001;
    private static final int NAMED = 10;
    /** A factor that people would not call another unit. */
    private static final double ALIKE = 1.25;
    /** Copies are looked for where noise leaves correlations this sharp. */
    private static final double SHARP = 0.05;

    private static final double NEARLY_ONE = 0.9;

    private final MomentDesign design;
    private final VariableSchema schema;
    private final int d;
    private final ReleasedMoments all;
    private final Map<SiteId, Versus> sites = new TreeMap<>();
    /** Whether a column varies no more than the error of its mean. */
    private final boolean[] constant;

    private final List<Optional<Unit>> units;

    /** The comparison of one site with all others together. */
    private record Versus(ReleasedMoments own, ReleasedMoments others) {}

    /**
     * Reads a release.
     *
     * @param design with private means
     * @param sum of the last messages of all sites
     * @param announced before the last round
     * @param seen the last message of each site; empty behind masks
     * @param units of every site in the sum
     */
    public MomentLook(
            MomentDesign design,
            VariableSchema schema,
            Parameters sum,
            Parameters announced,
            Map<SiteId, Parameters> seen,
            Map<SiteId, Long> units) {
        this.design = design;
        this.schema = schema;
        this.d = schema.size();
        this.all = new ReleasedMoments(design, sum, announced, units.values());
        if (seen.size() > 1) {
            seen.forEach((site, own) -> {
                Map<SiteId, Long> others = new TreeMap<>(units);
                long n = Objects.requireNonNull(others.remove(site), "units");
                double[] rest = sum.toArray();
                for (int k = 0; k < rest.length; k++) {
                    rest[k] -= own.get(k);
                }
                sites.put(
                        site,
                        new Versus(
                                new ReleasedMoments(design, own, announced, List.of(n)),
                                new ReleasedMoments(design, Parameters.takeOver(rest), announced, others.values())));
            });
        }
        this.constant = new boolean[d];
        for (int j = 0; j < d; j++) {
            constant[j] = varyLittle(j);
        }
        this.units = IntStream.range(0, d).mapToObj(this::unit).toList();
    }

    /** How many standard errors a difference must have, of so many. */
    private static double beyond(double differences) {
        return Math.sqrt(2 * Math.log(Math.max(1, differences) / LEVEL));
    }

    /** {@return of each column, in the order of the variables; without shapes, which the release does not tell} */
    public List<ColumnFigures> figures() {
        return IntStream.range(0, d)
                .mapToObj(j -> new ColumnFigures(
                        schema.names().get(j),
                        all.mean(j),
                        all.deviation(j),
                        OptionalDouble.empty(),
                        OptionalDouble.empty(),
                        1,
                        units.get(j).map(Unit::typical).map(OptionalDouble::of).orElseGet(OptionalDouble::empty)))
                .toList();
    }

    /** {@return what to do before learning, the worst first} */
    public List<String> sentences() {
        List<String> found = new ArrayList<>();
        ofSpread(found);
        ofCopies(found);
        units.stream()
                .flatMap(Optional::stream)
                .sorted(Comparator.comparingDouble((Unit unit) -> -Math.abs(unit.log())))
                .limit(NAMED)
                .forEach(unit -> found.add(unit.words()));
        ofRelations(found);
        IntStream.range(0, d)
                .mapToObj(this::shift)
                .flatMap(Optional::stream)
                .limit(NAMED)
                .forEach(found::add);
        found.add(noise());
        if (sites.isEmpty()) {
            found.add("all of this is about the rows of all sites together: how sites differ is no part of a sum over"
                    + " them, and a site with another unit draws means towards 0 and widens deviations;"
                    + " each site looks at its own file with hedgerow inspect");
        }
        return List.copyOf(found);
    }

    private String name(int j) {
        return "\"" + schema.names().get(j) + "\"";
    }

    private void ofSpread(List<String> found) {
        for (int j = 0; j < d && found.size() < NAMED; j++) {
            double log = Math.log(all.deviation(j));
            double error = ReleasedMoments.ERRORS * all.logNoise();
            if (constant[j]) {
                found.add(name(j) + " varies no more than the error of its noisy mean (deviation "
                        + rounded(all.deviation(j))
                        + " about " + rounded(all.mean(j)) + "): it is constant, or far from 0 for its spread: leave it"
                        + " out, or subtract a public number near its mean at every site");
            } else if (log + error > Math.log(design.options().largest())
                    || log - error < Math.log(design.options().smallest())) {
                found.add("the deviation of " + name(j) + ", about " + rounded(all.deviation(j))
                        + ", is within the noise of a limit of the plan, "
                        + rounded(design.options().smallest()) + " to "
                        + rounded(design.options().largest()) + ": choose wider limits or another unit");
            }
        }
    }

    /** Whether a column varies no more than the error of its mean: in all sites together, or in most that are seen. */
    private boolean varyLittle(int j) {
        long where = sites.values().stream()
                .filter(site -> site.own().variesLittle(j))
                .count();
        return all.variesLittle(j) || 2 * where > sites.size();
    }

    private void ofCopies(List<String> found) {
        for (int j = 1; j < d; j++) {
            for (int i = 0; i < j; i++) {
                double r = all.correlation(i, j);
                double error = all.correlationNoise(i, j);
                if (error <= SHARP && Math.abs(r) > NEARLY_ONE && 1 - Math.abs(r) < ReleasedMoments.ERRORS * error) {
                    found.add(name(j) + " may be a copy of " + name(i) + " in some unit (correlation " + rounded(r)
                            + ", standard error of the noise " + rounded(error) + "): if it is, leave one of them out,"
                            + " for an edge between copies hides all others of both");
                    break;
                }
            }
        }
    }

    /** A column that one site records in another unit than the others. */
    private record Unit(String words, double log, double typical) {}

    private Optional<Unit> unit(int j) {
        if (constant[j]) {
            return Optional.empty();
        }
        double most = Math.log(ALIKE);
        Optional<SiteId> odd = Optional.empty();
        for (Map.Entry<SiteId, Versus> site : sites.entrySet()) {
            double log = difference(site.getValue(), j);
            double error = Math.hypot(
                    site.getValue().own().logError(j), site.getValue().others().logError(j));
            if (Math.abs(log) > Math.max(Math.abs(most), beyond((double) sites.size() * d) * error)) {
                most = log;
                odd = Optional.of(site.getKey());
            }
        }
        double log = most;
        double mean = sites.values().stream()
                .mapToDouble(site -> Math.log(site.own().deviation(j)))
                .average()
                .orElse(0);
        double spread = Math.sqrt(sites.values().stream()
                .mapToDouble(site -> Math.pow(Math.log(site.own().deviation(j)) - mean, 2))
                .average()
                .orElse(0));
        return odd.map(site -> new Unit(
                "the deviation of " + name(j) + " at site " + site.value() + " is " + rounded(Math.exp(log))
                        + " times that of the others, more than by noise and chance: compare the units, and multiply in"
                        + " the mapping file of that site",
                log,
                Math.exp(spread)));
    }

    private static double difference(Versus site, int j) {
        return Math.log(site.own().deviation(j)) - Math.log(site.others().deviation(j));
    }

    private Optional<String> shift(int j) {
        for (Map.Entry<SiteId, Versus> site : sites.entrySet()) {
            ReleasedMoments own = site.getValue().own();
            ReleasedMoments others = site.getValue().others();
            double apart = Math.abs(own.mean(j) - others.mean(j));
            double error = Math.hypot(own.meanError(j), others.meanError(j));
            // means of sites are taken off before anything is learned
            if (units.get(j).isEmpty()
                    && apart > all.deviation(j)
                    && apart > beyond((double) sites.size() * d) * error) {
                return Optional.of("the mean of " + name(j) + " at site "
                        + site.getKey().value() + " is " + rounded(own.mean(j)) + ", of the others "
                        + rounded(others.mean(j)) + ", farther apart than its deviation: compare what is measured");
            }
        }
        return Optional.empty();
    }

    private void ofRelations(List<String> found) {
        if (units.stream().anyMatch(Optional::isPresent)) {
            found.add("whether correlations differ between sites can be told once their units agree");
            return;
        }
        int pairs = d * (d - 1) / 2;
        double limit = beyond((double) sites.size() * pairs);
        sites.forEach((site, versus) -> {
            int differ = 0;
            double most = 0;
            String worst = "";
            for (int j = 1; j < d; j++) {
                for (int i = 0; i < j && !constant[j]; i++) {
                    if (constant[i]) {
                        continue;
                    }
                    double z = Math.abs(versus.own().correlation(i, j)
                                    - versus.others().correlation(i, j))
                            / Math.hypot(
                                    versus.own().correlationError(i, j),
                                    versus.others().correlationError(i, j));
                    differ += z > limit ? 1 : 0;
                    if (z > Math.max(limit, most)) {
                        most = z;
                        worst = name(i) + " and " + name(j) + ", "
                                + rounded(versus.own().correlation(i, j)) + " beside "
                                + rounded(versus.others().correlation(i, j));
                    }
                }
            }
            if (differ > 0) {
                found.add("site " + site.value() + " differs from the others in "
                        + Words.count(differ, "correlation") + " of " + pairs
                        + " by more than noise and chance, most in that of " + worst
                        + ": look whether it measures or selects otherwise before one network is learned for all");
            }
        });
    }

    private String noise() {
        double[] errors = IntStream.range(0, d * d)
                .filter(k -> k / d < k % d)
                .mapToDouble(k -> all.correlationNoise(k / d, k % d))
                .sorted()
                .toArray();
        String typical = errors.length == 0
                ? ""
                : "; the noise gives a correlation a standard error of " + rounded(errors[errors.length / 2]);
        return Words.count(all.total().units(), "unit") + " of "
                + Words.count(all.total().sites(), "site") + typical
                + (all.isBuried()
                        ? ": a network could not be told from the noise, so learning from this release makes no sense"
                        : "");
    }

    private static String rounded(double value) {
        return String.format(Locale.ROOT, "%.3g", value);
    }
}
