// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.internal.release.moments;

import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.internal.text.Words;
import io.hedgerow.core.model.Parameters;
import io.hedgerow.core.protocol.SiteId;
import io.hedgerow.core.search.ColumnFigures;
import io.hedgerow.dp.internal.denoise.NormalisationCorrection;
import io.hedgerow.dp.internal.denoise.PrivateGram;
import io.hedgerow.dp.internal.release.ReleaseDesign.Total;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
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
 * What a release with private means says of its columns: figures of each, and sentences, the worst first, about what is
 * beyond the noise. Of sites only where each site's own release was seen. Post-processing of released numbers and
 * public ones; it costs no budget. A difference is beyond the noise when it is larger than √(2 ln(k / 0.001)) standard
 * errors, k being the number of differences that are looked at: normal noise makes any of them so large with a
 * probability below 0.001.
 */
public final class MomentLook {

    private static final double LEVEL = 0.001;
    private static final int NAMED = 10;
    /** A factor that people would not call another unit. */
    private static final double ALIKE = 1.25;
    /** Standard errors of a noisy mean: a constant column varies about one by its error. */
    private static final double ERRORS = 3;
    /** Share of a mean that clipping long rows may take from it. */
    private static final double CLIPPED = 0.05;
    /** Copies are looked for where noise leaves correlations this sharp. */
    private static final double SHARP = 0.05;

    private static final double NEARLY_ONE = 0.9;

    private final MomentDesign design;
    private final VariableSchema schema;
    private final int d;
    private final Released all;
    private final Map<SiteId, Versus> sites = new TreeMap<>();

    /** One site and all others together. */
    private record Versus(Released own, Released others) {}

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
        this.all = new Released(design, sum, announced, units.values());
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
                                new Released(design, own, announced, List.of(n)),
                                new Released(design, Parameters.takeOver(rest), announced, others.values())));
            });
        }
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
                        unit(j).map(Unit::typical).map(OptionalDouble::of).orElseGet(OptionalDouble::empty)))
                .toList();
    }

    /** {@return what to do before learning, the worst first} */
    public List<String> sentences() {
        List<String> found = new ArrayList<>();
        ofSpread(found);
        ofCopies(found);
        IntStream.range(0, d)
                .mapToObj(this::unit)
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
            double error = ERRORS * all.logNoise();
            if (isConstant(j)) {
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
    private boolean isConstant(int j) {
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
                if (error <= SHARP && Math.abs(r) > NEARLY_ONE && 1 - Math.abs(r) < ERRORS * error) {
                    found.add(name(j) + " may be a copy of " + name(i) + " in some unit (correlation " + rounded(r)
                            + ", standard error of the noise " + rounded(error) + "): if it is, leave one of them out,"
                            + " for an edge between copies hides all others of both");
                    break;
                }
            }
        }
    }

    /** A column that one site has in another unit than the others have it. */
    private record Unit(String words, double log, double typical) {}

    private Optional<Unit> unit(int j) {
        if (isConstant(j)) {
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
            Released own = site.getValue().own();
            Released others = site.getValue().others();
            double apart = Math.abs(own.mean(j) - others.mean(j));
            double error = Math.hypot(own.meanError(j), others.meanError(j));
            // means of sites are taken off before anything is learned
            if (unit(j).isEmpty() && apart > all.deviation(j) && apart > beyond((double) sites.size() * d) * error) {
                return Optional.of("the mean of " + name(j) + " at site "
                        + site.getKey().value() + " is " + rounded(own.mean(j)) + ", of the others "
                        + rounded(others.mean(j)) + ", farther apart than its deviation: compare what is measured");
            }
        }
        return Optional.empty();
    }

    private void ofRelations(List<String> found) {
        if (IntStream.range(0, d).anyMatch(j -> unit(j).isPresent())) {
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
                for (int i = 0; i < j && !isConstant(j); i++) {
                    if (isConstant(i)) {
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
        boolean buried = NormalisationCorrection.isBuried(all.gram.spectrum().buried(all.gram.sigma()), 0);
        return Words.count(all.total.units(), "unit") + " of " + Words.count(all.total.sites(), "site") + typical
                + (buried
                        ? ": a network could not be told from the noise, so learning from this release makes no sense"
                        : "");
    }

    private static String rounded(double value) {
        return String.format(Locale.ROOT, "%.3g", value);
    }

    /** The moments of one sum, with their errors. */
    private static final class Released {
        private final MomentDesign design;
        private final Parameters sum;
        private final Total total;
        private final PrivateGram gram;
        private final double[] moments;
        private final double noise;
        private final double scaleSigma;
        private final double[] deviations;
        private final double roughSigma;
        private final double meanSigma;
        private final double meanChance;

        Released(MomentDesign design, Parameters sum, Parameters announced, Collection<Long> rows) {
            double[] n = rows.stream().mapToDouble(Long::doubleValue).toArray();
            this.total = new Total(n.length, rows.stream().reduce(0L, Math::addExact));
            this.design = design;
            this.sum = sum;
            this.gram = design.released(List.of(sum), announced, total);
            NormalisationCorrection spectrum = gram.spectrum();
            this.moments = spectrum.corrected();
            this.noise = gram.sigma() * spectrum.widening();
            this.scaleSigma = design.sigmaOfScale() * Math.sqrt(total.sites()) / total.units();
            this.deviations = IntStream.range(0, design.options().variables())
                    .mapToDouble(j -> design.deviation(contribution(j)))
                    .toArray();
            this.roughSigma = design.sigmaOfRoughMeans(n);
            this.meanSigma = design.sigmaOfMeans(n);
            this.meanChance = Arrays.stream(n).map(own -> 1 / own).sum() / n.length / n.length;
        }

        private int at(int j) {
            return j * design.layout().sliceLength();
        }

        /** The mean over sites of their means. */
        double mean(int j) {
            return sum.get(at(j)) / total.sites();
        }

        double meanError(int j) {
            return deviation(j) * Math.sqrt(meanSigma * meanSigma + meanChance);
        }

        /** Whether all there is of it may be the error of its mean, by noise and by clipping. */
        boolean variesLittle(int j) {
            double error = roughSigma * Math.hypot(mean(j), deviation(j));
            return deviation(j) < Math.max(ERRORS * error, CLIPPED * Math.abs(mean(j)));
        }

        private double contribution(int j) {
            return sum.get(at(j) + 1) / total.units();
        }

        double deviation(int j) {
            return deviations[j];
        }

        /** The standard error of a logarithm of a deviation by noise. */
        double logNoise() {
            return design.logRange() / 2 * scaleSigma;
        }

        /**
         * The same with chance: contributions are within ±1, so their variance is at most 1 less their mean's square.
         */
        double logError(int j) {
            double mean = contribution(j);
            return design.logRange()
                    / 2
                    * Math.sqrt(scaleSigma * scaleSigma + Math.max(0, 1 - mean * mean) / total.units());
        }

        private double moment(int i, int j) {
            return moments[i * design.options().variables() + j];
        }

        private double size(int i, int j) {
            return Math.sqrt(Math.max(noise * noise, moment(i, i) * moment(j, j)));
        }

        double correlation(int i, int j) {
            return Math.max(-1, Math.min(1, moment(i, j) / size(i, j)));
        }

        /** By noise, to first order. */
        double correlationNoise(int i, int j) {
            double r = correlation(i, j);
            double own = noise / Math.max(noise, moment(i, i));
            double other = noise / Math.max(noise, moment(j, j));
            double between = noise / size(i, j);
            return Math.sqrt(between * between / 2 + r * r / 4 * (own * own + other * other));
        }

        /** The same with chance, of which twice the variance of normal rows is taken. */
        double correlationError(int i, int j) {
            double r = correlation(i, j);
            return Math.hypot(correlationNoise(i, j), (1 - r * r) * Math.sqrt(2.0 / total.units()));
        }
    }
}
