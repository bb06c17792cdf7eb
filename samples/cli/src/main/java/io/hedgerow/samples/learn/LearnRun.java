// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.learn;

import com.sun.management.OperatingSystemMXBean;
import io.hedgerow.core.data.SiteData;
import io.hedgerow.core.design.TimeSlices;
import io.hedgerow.core.federation.Participation;
import io.hedgerow.core.federation.RoundObserver;
import io.hedgerow.core.federation.RoundReport;
import io.hedgerow.core.graph.NamedNetwork;
import io.hedgerow.core.graph.WeightMatrix;
import io.hedgerow.core.internal.design.Lagged;
import io.hedgerow.core.internal.text.Words;
import io.hedgerow.core.method.SumForm;
import io.hedgerow.core.protocol.SiteId;
import io.hedgerow.samples.learn.method.Algorithm;
import io.hedgerow.samples.learn.method.LearnSettings;
import io.hedgerow.samples.learn.method.Learned;
import io.hedgerow.samples.learn.method.Preset;
import io.hedgerow.samples.learn.method.UnitChoice;
import io.hedgerow.samples.learn.options.OwnNetworkOptions;
import io.hedgerow.samples.learn.sites.OpenedStatistics;
import io.hedgerow.samples.learn.sites.RowsInOrder;
import io.hedgerow.samples.learn.sites.SeriesOptions;
import io.hedgerow.samples.learn.sites.Sites;
import io.hedgerow.samples.learn.sites.Transform;
import io.hedgerow.samples.learn.sites.Transform.TransformChoice;
import io.hedgerow.samples.network.NetworkResult;
import io.hedgerow.samples.secure.SecureAggregation;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** One run from sites to a result: checks the data, learns, measures, reports. */
public final class LearnRun {

    private final Sites sites;
    private final LearnSettings settings;
    private final Optional<Preset> preset;
    private final Optional<WeightMatrix> truth;
    private UnitChoice unit = UnitChoice.raw();
    private Optional<SecureAggregation> masks = Optional.empty();
    private @Nullable Transform transform;
    private boolean personalise;
    private boolean hiddenCauses;
    private SeriesOptions series = new SeriesOptions();
    private @Nullable Consumer<String> early;
    private List<String> ofOrder = List.of();
    private OwnNetworkOptions own = new OwnNetworkOptions();

    public LearnRun(Sites sites, LearnSettings settings, Optional<Preset> preset, Optional<WeightMatrix> truth) {
        settings.shown(sites.schema(), sites.all().size()); // refuses what makes no run before rows are read
        this.sites = sites;
        this.settings = settings;
        this.preset = preset;
        this.truth = truth;
    }

    public LearnRun measuredIn(UnitChoice choice) {
        unit = choice;
        return this;
    }

    /** Says what is made of the columns; null leaves it to {@link TransformChoice}. */
    public LearnRun transformed(@Nullable Transform how) {
        transform = how;
        return this;
    }

    public LearnRun masked(Optional<SecureAggregation> how) {
        how.ifPresent(asked -> {
            if (!settings.algorithm().isMaskable()) {
                throw new IllegalArgumentException("--secure-aggregation needs an algorithm that sums over sites: "
                        + settings.algorithm().others(Algorithm::isMaskable)
                        + ", or a private one, was "
                        + settings.algorithm().name());
            }
            asked.requireEnough(sites.all().size());
            if (!settings.algorithm().isOfSums()) {
                asked.requireNobodyLost(new SumForm.Changes(), true);
            }
        });
        masks = how;
        return this;
    }

    /**
     * Looks at the order of rows, which the method ignores.
     *
     * @param note takes what is to be said of it, before anything is learned
     */
    public LearnRun lookingAtOrder(Consumer<String> note) {
        early = note;
        return this;
    }

    /** How rows that were left out differ from others; nothing before the run, and of series, whose rows depend. */
    public List<String> ofLeftOut() {
        return TimeSlices.of(sites.schema()).isEmpty() ? LeftOutEntry.differences(sites) : List.of();
    }

    /** What was said of the order of rows; nothing before the run. */
    public List<String> ofOrder() {
        return ofOrder;
    }

    public LearnRun showing(SeriesOptions options) {
        series = options;
        return this;
    }

    /** Also learns a network for every site, if that is asked for. */
    public LearnRun learningOwn(OwnNetworkOptions options) {
        options.requireTruths(sites.all().size());
        own = options;
        return this;
    }

    public LearnRun personalised(boolean wanted) {
        personalise = wanted;
        return this;
    }

    /** Shows edges with the marks that are left when causes may be hidden. */
    public LearnRun marked(boolean wanted) {
        hiddenCauses = wanted;
        return this;
    }

    public NetworkResult execute(RoundObserver observer) throws InterruptedException {
        Sites profiled = sites.profiled(early != null);
        TransformChoice choice = TransformChoice.of(transform, settings, profiled);
        LearnSettings suited = choice.transform().of(settings);
        Sites transformed = choice.transform().of(profiled);
        OpenedStatistics statistics = new OpenedStatistics(transformed);
        if (early != null) {
            ofOrder = RowsInOrder.notes(profiled);
            ofOrder.forEach(early);
        }
        return execute(choice, transformed, statistics, suited, observer);
    }

    private NetworkResult execute(
            TransformChoice choice,
            Sites transformed,
            OpenedStatistics statistics,
            LearnSettings suited,
            RoundObserver observer)
            throws InterruptedException {
        List<String> warnings = new ArrayList<>(ofOrder);
        warnings.addAll(statistics.doubts(choice.transform(), suited.algorithm()));
        warnings.addAll(transformed.notes());
        warnings.addAll(choice.notes());
        choice.transform().doubt(suited.algorithm()).ifPresent(warnings::add);
        if (suited.rounds() > 0 && transformed.all().size() == 1) {
            warnings.add("there is one site, so nothing is learned together: give one file per site, or --sites P to"
                    + " split the file");
        }
        double variance = suited.hasUnit() ? unit.number(transformed.data(), warnings) : 1;
        LearnSettings unitary = suited.inUnit(variance);
        LearnSettings used = statistics.haveMissing() ? unitary.usingMissing() : unitary;
        boolean divided = variance != 1 && suited.algorithm().baseline().isPresent();
        Sites read = used.usesMissing() ? transformed.missingWhatTheyLack() : transformed;
        List<SiteData> data = divided ? inUnit(read, variance) : read.data();
        if (divided) {
            warnings.add(String.format(
                    Locale.ROOT, "columns were divided by %.3g, the root of the unit", Math.sqrt(variance)));
        }
        long wall = System.nanoTime();
        long cpu = cpuNanos();
        Learned learned = used.learn(data, masks, truth, observer).marked(hiddenCauses);
        learned.withoutMarks(hiddenCauses).ifPresent(warnings::add);
        LearnReport.Timing timing = new LearnReport.Timing((System.nanoTime() - wall) / 1e9, (cpuNanos() - cpu) / 1e9);
        warnings.addAll(aboutSites(learned));
        warnings.addAll(learned.found().run().notes());
        warnings.addAll(aboutSeries(transformed.series()));
        if (!personalise && used.canUseMissing(transformed.schema(), data.size())) {
            long rows = statistics.rows().stream().mapToLong(Long::longValue).sum();
            LeftOutEntry.avoidable(LeftOutEntry.of(transformed, true), rows).ifPresent(warnings::add);
        }
        ReportBuilder reports = new ReportBuilder(transformed, statistics, used, truth)
                .transformed(choice.transform())
                .ranking(series.score(), series.scores());
        Optional<PersonalWeights> personal = personalise
                ? Optional.of(PersonalWeights.of(transformed, statistics, shown(learned)))
                : learned.found().personal().isEmpty()
                        ? Optional.empty()
                        : Optional.of(PersonalWeights.of(transformed, statistics, learned.found()));
        return new NetworkResult(
                reports.personalised(personal)
                        .comparing(own.truths(transformed))
                        .build(learned, preset, timing, warnings),
                truth,
                directory -> {
                    if (personal.isPresent()) {
                        personal.get().writeTo(directory);
                    }
                });
    }

    /** The result of a run that may not look at the rows' moments; settings are described as far as they are known. */
    public static NetworkResult unseen(
            Sites sites,
            List<Long> units,
            Object settings,
            LearnSettings described,
            Optional<WeightMatrix> truth,
            Learning learn,
            List<String> warnings,
            Transform transform)
            throws InterruptedException {
        long wall = System.nanoTime();
        long cpu = cpuNanos();
        Learned learned = learn.run();
        LearnReport.Timing timing = new LearnReport.Timing((System.nanoTime() - wall) / 1e9, (cpuNanos() - cpu) / 1e9);
        ReportBuilder reports = new ReportBuilder(sites, units, Optional.empty(), described, truth)
                .describing(settings)
                .transformed(transform);
        List<String> all = new ArrayList<>(warnings);
        all.addAll(aboutSites(learned));
        return new NetworkResult(reports.build(learned, Optional.empty(), timing, all), truth, directory -> {});
    }

    private static List<SiteData> inUnit(Sites sites, double variance) {
        double[] unit = new double[sites.schema().size()];
        Arrays.fill(unit, Math.sqrt(variance));
        return sites.with(rows -> rows.inUnits(new double[unit.length], unit)).data();
    }

    private NamedNetwork shown(Learned learned) {
        NamedNetwork network = learned.found().named();
        return truth.isPresent() ? network.withTruth(truth.get()) : network;
    }

    /** What of series could not be used. */
    private static List<String> aboutSeries(List<Lagged.Counts> sites) {
        long series = sites.stream().mapToLong(Lagged.Counts::realisations).sum();
        long tooShort = sites.stream().mapToLong(Lagged.Counts::tooShort).sum();
        long gaps = sites.stream().mapToLong(Lagged.Counts::gaps).sum();
        List<String> notes = new ArrayList<>();
        if (tooShort > 0) {
            notes.add(tooShort + " of " + series + " realisations are shorter than the lags ask for, and left out");
        }
        if (gaps > 0) {
            notes.add(Words.count(gaps, "gap") + " between rows of a realisation: no lag crosses one");
        }
        return notes;
    }

    /** Who stood out, and who was lost. */
    private static List<String> aboutSites(Learned learned) {
        Participation participation = new Participation();
        participation.standOut(learned.found().run().outlying());
        Set<SiteId> seen = new TreeSet<>(learned.found().run().outlying());
        for (RoundReport round : learned.found().run().rounds()) {
            participation.add(round);
            seen.addAll(round.included());
        }
        return participation.warnings(seen);
    }

    @FunctionalInterface
    public interface Learning {
        Learned run() throws InterruptedException;
    }

    private static long cpuNanos() {
        return ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class).getProcessCpuTime();
    }
}
