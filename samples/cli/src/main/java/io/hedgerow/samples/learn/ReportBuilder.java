// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.learn;

import io.hedgerow.core.LearnedNetwork;
import io.hedgerow.core.data.SufficientStatistics;
import io.hedgerow.core.design.TimeSlices;
import io.hedgerow.core.graph.Dag;
import io.hedgerow.core.graph.NamedNetwork;
import io.hedgerow.core.graph.StructureMetrics;
import io.hedgerow.core.graph.WeightMatrix;
import io.hedgerow.core.internal.diagnostics.DataDiagnostics;
import io.hedgerow.core.internal.diagnostics.DataDiagnostics.DataWarning;
import io.hedgerow.core.internal.result.NetworkPart;
import io.hedgerow.core.internal.result.TrustDescription;
import io.hedgerow.core.internal.text.Words;
import io.hedgerow.core.search.Evidence;
import io.hedgerow.core.search.FittedEquations;
import io.hedgerow.samples.learn.method.LearnSettings;
import io.hedgerow.samples.learn.method.Learned;
import io.hedgerow.samples.learn.method.Preset;
import io.hedgerow.samples.learn.sites.OpenedStatistics;
import io.hedgerow.samples.learn.sites.PairScores;
import io.hedgerow.samples.learn.sites.Sites;
import io.hedgerow.samples.learn.sites.Transform;
import io.hedgerow.samples.network.SeriesDistance;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

final class ReportBuilder {

    private static final Set<DataWarning.Kind> SINGULAR =
            EnumSet.of(DataWarning.Kind.DUPLICATE, DataWarning.Kind.COLLINEAR, DataWarning.Kind.FEW_ROWS);

    private final Sites sites;
    private final List<Long> rows;
    private final Optional<SufficientStatistics> pooled;
    private final LearnSettings settings;
    private final Optional<WeightMatrix> truth;
    private Optional<Object> shown = Optional.empty();
    private Optional<PersonalWeights> personal = Optional.empty();
    private List<WeightMatrix> truths = List.of();
    private PairScores.Kind ranking = PairScores.Kind.POSTERIOR;
    private boolean showingScores;
    private Transform transform = Transform.NONE;
    private Optional<OpenedStatistics> opened = Optional.empty();

    ReportBuilder(Sites sites, OpenedStatistics statistics, LearnSettings settings, Optional<WeightMatrix> truth) {
        this(
                sites,
                statistics.rows(),
                sites.lacks().isEmpty() && !statistics.haveMissing()
                        ? Optional.of(statistics.pooled())
                        : Optional.empty(),
                settings,
                truth);
        opened = Optional.of(statistics);
    }

    /** Of a run that may look at the rows' moments or not; without them nothing is said about how easy they are. */
    ReportBuilder(
            Sites sites,
            List<Long> rows,
            Optional<SufficientStatistics> pooled,
            LearnSettings settings,
            Optional<WeightMatrix> truth) {
        this.sites = sites;
        this.rows = List.copyOf(rows);
        this.pooled = pooled;
        this.settings = settings;
        this.truth = truth;
    }

    ReportBuilder describing(Object settingsOfTheRun) {
        shown = Optional.of(settingsOfTheRun);
        return this;
    }

    ReportBuilder ranking(PairScores.Kind kind, boolean shown) {
        ranking = kind;
        showingScores = shown;
        return this;
    }

    ReportBuilder transformed(Transform how) {
        transform = how;
        return this;
    }

    ReportBuilder personalised(Optional<PersonalWeights> weights) {
        personal = weights;
        return this;
    }

    /** Compares every site's own network with the known one of the site; none, where these are not known. */
    ReportBuilder comparing(List<WeightMatrix> known) {
        truths = List.copyOf(known);
        return this;
    }

    LearnReport build(Learned learned, Optional<Preset> preset, LearnReport.Timing timing, List<String> doubts) {
        NetworkPart network = part(learned.found());
        List<String> warnings = new ArrayList<>(doubts);
        network.trust().map(TrustDescription::warnings).ifPresent(warnings::addAll);
        if (truth.isPresent() && !isAcyclic(truth.get())) {
            warnings.add("the known network has a cycle, so no learned network can equal it, and there is no "
                    + "distance between equivalence classes");
        }
        Optional<PairScores> ranked = showingScores || truth.isPresent() ? ranking(learned) : Optional.empty();
        List<LeftOutEntry> leftOut = LeftOutEntry.of(sites, opened.isPresent());
        return new LearnReport(
                settings.algorithm().name(),
                preset.map(Words::dashed).orElse(null),
                learned,
                network,
                showingScores ? ranked.map(PairScores::entries).orElse(null) : null,
                metrics(learned, ranked),
                timing,
                siteEntries(
                        learned.privacy().stream().anyMatch(site -> site.unit().startsWith("person:"))),
                leftOut.isEmpty() ? null : leftOut,
                personal.map(PersonalWeights::entries).orElse(null),
                shown.orElseGet(() -> settings.shown(sites.schema(), sites.all().size())),
                checks(),
                warnings);
    }

    /** With equations on all rows, where the run may look at them and the search had none. */
    private NetworkPart part(LearnedNetwork found) {
        int variables = found.named()
                .slices()
                .map(TimeSlices::size)
                .orElse(found.schema().size());
        List<Evidence.Equation> equations = pooled.filter(
                        rows -> !found.fitted().norms() && !sites.schema().hasCategories())
                .map(rows -> FittedEquations.on(rows, found.network(), variables))
                .orElseGet(List::of);
        String scale = transform == Transform.NONE ? FittedEquations.DATA : Words.dashed(transform);
        return new NetworkPart(
                found.named(),
                found.evidence(),
                new FittedEquations(equations, scale, found.fitted().norms()));
    }

    private Optional<PairScores> ranking(Learned learned) {
        return learned.found().named().slices().map(slices -> ranking.of(slices, learned.found(), sites, opened));
    }

    private LearnReport.Metrics metrics(Learned learned, Optional<PairScores> ranked) {
        NamedNetwork named = learned.found().named();
        WeightMatrix network = named.shown();
        int edges = named.edgeCount();
        if (truth.isEmpty()) {
            return new LearnReport.Metrics(
                    edges, null, null, null, null, null, null, null, null, null, null, null, null, ofPersonal());
        }
        StructureMetrics m = named.withTruth(truth.get()).metrics().orElseThrow();
        Optional<TimeSlices> slices = named.slices();
        if (slices.isPresent()) {
            SeriesDistance apart = SeriesDistance.of(
                    slices.get(), network, truth.get(), ranked.orElseThrow().matrix());
            return new LearnReport.Metrics(
                    edges,
                    m.edges().truth(),
                    m.shd(),
                    null,
                    null,
                    m.tpr(),
                    m.fdr(),
                    m.skeleton().both(),
                    null,
                    apart.w(),
                    apart.a(),
                    apart.auroc(),
                    apart.aupr(),
                    ofPersonal());
        }
        return new LearnReport.Metrics(
                edges,
                m.edges().truth(),
                m.shd(),
                m.equivalenceDistance().isPresent()
                        ? (Integer) m.equivalenceDistance().getAsInt()
                        : null,
                m.skeleton().errors(),
                m.tpr(),
                m.fdr(),
                m.skeleton().both(),
                m.vStructures().both(),
                null,
                null,
                null,
                null,
                null);
    }

    private SeriesDistance.@Nullable Mean ofPersonal() {
        return truths.isEmpty() || personal.isEmpty()
                ? null
                : SeriesDistance.mean(personal.get().networks(), truths);
    }

    /** A budget of users counts users, who may have several rows. */
    private List<LearnReport.SiteEntry> siteEntries(boolean ofUsers) {
        List<LearnReport.SiteEntry> entries = new ArrayList<>();
        for (int p = 0; p < sites.all().size(); p++) {
            String name = sites.all().get(p).name();
            Long count = rows.get(p);
            entries.add(
                    ofUsers
                            ? new LearnReport.SiteEntry(name, null, count)
                            : new LearnReport.SiteEntry(name, count, null));
        }
        return entries;
    }

    /** Only a known network with edges has paths along which to sort, and only independent columns can be regressed. */
    private @Nullable SortingChecks checks() {
        boolean series = TimeSlices.of(sites.schema()).isPresent();
        if (series
                || sites.schema().hasCategories()
                || pooled.isEmpty()
                || truth.isEmpty()
                || truth.get().edgeCount() == 0) {
            return null;
        }
        SufficientStatistics all = pooled.get();
        if (DataDiagnostics.warnings(sites.schema(), all).stream()
                .anyMatch(warning -> SINGULAR.contains(warning.kind()))) {
            return null;
        }
        return SortingChecks.of(truth.get(), all, 0);
    }

    private static boolean isAcyclic(WeightMatrix graph) {
        return Dag.strongest(graph, 0).dropped().isEmpty();
    }
}
