// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.operate;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.hedgerow.core.LearnedNetwork;
import io.hedgerow.core.federation.Participation;
import io.hedgerow.core.graph.NamedNetwork;
import io.hedgerow.core.graph.StructureMetrics;
import io.hedgerow.core.graph.WeightMatrix;
import io.hedgerow.core.internal.result.NetworkPart;
import io.hedgerow.core.internal.result.ResultDocument;
import io.hedgerow.core.internal.result.TrustDescription;
import io.hedgerow.core.internal.text.Printable;
import io.hedgerow.core.internal.text.Words;
import io.hedgerow.core.method.Method;
import io.hedgerow.core.method.descriptor.MethodTrait;
import io.hedgerow.core.privacy.PrivacyUnit;
import io.hedgerow.core.protocol.StudyState;
import io.hedgerow.core.search.ColumnFigures;
import io.hedgerow.core.search.FittedEquations;
import io.hedgerow.dp.method.UnitsOfSites;
import io.hedgerow.dp.method.settings.SiteUnits;
import io.hedgerow.samples.learn.method.Algorithm;
import io.hedgerow.samples.network.NetworkResult;
import io.hedgerow.samples.network.SeriesDistance;
import io.hedgerow.samples.output.ExitCode;
import io.hedgerow.secureagg.federation.AggregationReport;
import io.hedgerow.transport.channel.SiteLink;
import io.hedgerow.transport.channel.SiteLink.Hindrance;
import io.hedgerow.transport.channel.SiteLink.ReportedSpending;
import io.hedgerow.transport.node.CoordinatorNode;
import io.hedgerow.transport.study.StudyPlan;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The content of a study's {@code result.json}.
 *
 * @param format {@value #FORMAT}
 * @param version {@value ResultDocument#VERSION}, as of every {@code result.json}
 * @param plan digest of the plan that officers signed
 * @param canGoOn whether the study goes on when all are started again; only after {@value SiteReport#TOO_FEW}
 * @param network what was learned: variables, kind, edges, parameters, series, curves and trust; only with a result
 * @param variables names, in order; only without a network, as with one the network has them
 * @param edges none; only without a network
 * @param columns figures of each variable; only of a study that looked at columns and searched nothing
 * @param metrics against a known network; only with one
 * @param warnings what people should know before they use the network; none when every site was in it and none stood
 *     out
 * @param sites how many rows or users each has, where that is public; in which rounds it was, and what went over the
 *     wire
 * @param secureAggregation what the masks did; only with them
 * @param software name and version
 * @param ofUsers whether a budget protects users, whose rows are not counted; not in the file
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record StudyReport(
        String format,
        int version,
        String study,
        String plan,
        String algorithm,
        String state,
        String reason,
        int rounds,
        @Nullable Boolean canGoOn,
        @JsonUnwrapped @Nullable NetworkPart network,
        @Nullable List<String> variables,
        @Nullable List<String> edges,
        @Nullable List<Column> columns,
        @Nullable Metrics metrics,
        List<String> warnings,
        List<Site> sites,
        @Nullable AggregationReport secureAggregation,
        String software,
        @JsonIgnore boolean ofUsers)
        implements NetworkResult.Document {

    /** Tells the document from others. */
    public static final String FORMAT = "hedgerow-study";

    /** Columns that people are shown; the file has all. */
    private static final int SHOWN = 50;

    /**
     * The errors against the true network, as in {@link io.hedgerow.samples.learn.LearnReport.Metrics}.
     *
     * @param cpdagShd left out when the known network has a cycle or lags
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    public record Metrics(
            int shd,
            @Nullable Integer cpdagShd,
            int skeletonErrors,
            int skeletonCorrect,
            int trueEdges,
            SeriesDistance.@Nullable Part w,
            SeriesDistance.@Nullable Part a) {}

    /**
     * Statistics of a column over all sites, see {@link ColumnFigures}.
     *
     * @param skewness left out where the column is constant at every site, as is the next
     * @param scaleFactor left out where deviations do not differ between sites
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    public record Column(
            String variable,
            double mean,
            double deviation,
            @Nullable Double skewness,
            @Nullable Double kurtosis,
            double varyingShare,
            @Nullable Double scaleFactor) {

        private static Column of(ColumnFigures figures) {
            return new Column(
                    figures.variable(),
                    figures.mean(),
                    figures.deviation(),
                    known(figures.skewness()),
                    known(figures.kurtosis()),
                    figures.varyingShare(),
                    known(figures.scaleFactor()));
        }

        private static @Nullable Double known(OptionalDouble value) {
            return value.isPresent() ? (Double) value.getAsDouble() : null;
        }

        private String line() {
            return String.format(
                            Locale.ROOT, "%s: mean %.4g, deviation %.4g", Printable.line(variable), mean, deviation)
                    + (skewness == null ? "" : String.format(Locale.ROOT, ", skewness %.2f", skewness))
                    + (kurtosis == null ? "" : String.format(Locale.ROOT, ", kurtosis %.2f", kurtosis));
        }
    }

    /**
     * A site with its participation in the study.
     *
     * @param rows the public number of its rows, as the plan states it; left out where users are counted, without a
     *     budget, and where the number is secret
     * @param users the public number of its users, where a budget protects them; left out otherwise
     * @param lastRound the last of them, counted from 1; left out when it was in none
     * @param outlying whether its first update stood out from those of the others, where the coordinator sees single
     *     updates
     * @param payloadUp bytes of its messages
     * @param payloadDown bytes of messages to it
     * @param wireUp bytes that its connection carried to the coordinator, with TLS and everything
     * @param wireDown the same in the other direction
     * @param selfReportedEpsilon ε that the site says the study cost its data set; not verified, and left out when it
     *     did not tell
     * @param selfReportedDelta δ, likewise
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    public record Site(
            String name,
            @Nullable Long rows,
            @Nullable Long users,
            int rounds,
            @Nullable Integer lastRound,
            boolean outlying,
            long payloadUp,
            long payloadDown,
            long wireUp,
            long wireDown,
            @Nullable Double selfReportedEpsilon,
            @Nullable Double selfReportedDelta) {}

    /** How a study ended at its coordinator, for people, programs and files. */
    public static NetworkResult result(
            StudyPlan plan, CoordinatorNode.Finished finished, Optional<WeightMatrix> truth) {
        return new NetworkResult(of(plan, finished, truth), truth, directory -> {});
    }

    static StudyReport of(StudyPlan plan, CoordinatorNode.Finished finished, Optional<WeightMatrix> truth) {
        Method method = Method.of(plan.terms());
        Optional<NetworkPart> learned = LearnedNetwork.shown(method.study().schema(), finished.ended())
                .map(network -> new NetworkPart(
                        network,
                        finished.ended().evidence(),
                        new FittedEquations(List.of(), FittedEquations.DATA, method.weightsAreNorms())));
        List<String> warnings = new ArrayList<>(finished.ended().participation().warnings(plan.sites()));
        learned.flatMap(NetworkPart::trust).map(TrustDescription::warnings).ifPresent(warnings::addAll);
        warnings.addAll(finished.ended().notes());
        return new StudyReport(
                FORMAT,
                ResultDocument.VERSION,
                plan.name(),
                plan.digest().toString(),
                learned.isPresent() && isLook(plan)
                        ? Algorithm.UNDER_BUDGET.name()
                        : plan.algorithm().id(),
                Words.dashed(finished.ended().state()),
                finished.ended().reason(),
                finished.ended().rounds(),
                finished.ended().state() == StudyState.QUORUM_NOT_MET
                        ? (Boolean) SiteReport.canGoOn(plan, hindrances(finished))
                        : null,
                learned.orElse(null),
                learned.isPresent() ? null : plan.schema().names(),
                learned.isPresent() ? null : List.of(),
                finished.ended().columns().isEmpty()
                        ? null
                        : finished.ended().columns().stream().map(Column::of).toList(),
                learned.isPresent() && truth.isPresent() ? metrics(learned.get().network(), truth.get()) : null,
                warnings,
                finished.links().stream()
                        .map(link -> site(
                                link, finished.ended().participation(), UnitsOfSites.stated(plan.terms(), link.site())))
                        .toList(),
                finished.masks().orElse(null),
                ResultDocument.SOFTWARE,
                plan.privacy()
                        .budget()
                        .filter(budget -> budget.unit() instanceof PrivacyUnit.UserUnit)
                        .isPresent());
    }

    private static List<Hindrance> hindrances(CoordinatorNode.Finished finished) {
        return finished.links().stream()
                .flatMap(link -> link.hindrance().stream())
                .toList();
    }

    /** Whether a network can only have been learned from its release afterwards. */
    private static boolean isLook(StudyPlan plan) {
        return Method.descriptors().stream()
                .anyMatch(known -> known.name().equals(plan.algorithm().id()) && known.has(MethodTrait.LOOK));
    }

    private static Metrics metrics(NamedNetwork network, WeightMatrix truth) {
        StructureMetrics found = network.withTruth(truth).metrics().orElseThrow();
        Optional<SeriesDistance> apart =
                network.slices().map(slices -> SeriesDistance.of(slices, network.shown(), truth));
        return new Metrics(
                found.shd(),
                apart.isEmpty() && found.equivalenceDistance().isPresent()
                        ? (Integer) found.equivalenceDistance().getAsInt()
                        : null,
                found.skeleton().errors(),
                found.skeleton().both(),
                truth.edgeCount(),
                apart.map(SeriesDistance::w).orElse(null),
                apart.map(SeriesDistance::a).orElse(null));
    }

    private static Site site(SiteLink link, Participation participation, Optional<SiteUnits> units) {
        SiteLink.Traffic traffic = link.traffic();
        return new Site(
                link.site().value(),
                units.filter(stated -> !stated.byUser()).map(SiteUnits::count).orElse(null),
                units.filter(SiteUnits::byUser).map(SiteUnits::count).orElse(null),
                participation.rounds(link.site()),
                participation.last(link.site()).isPresent()
                        ? (Integer) (participation.last(link.site()).getAsInt() + 1)
                        : null,
                participation.isOutlying(link.site()),
                traffic.payloadIn(),
                traffic.payloadOut(),
                traffic.wireIn(),
                traffic.wireOut(),
                link.reported().map(ReportedSpending::epsilon).orElse(null),
                link.reported().map(ReportedSpending::delta).orElse(null));
    }

    @Override
    public Optional<NetworkPart> learned() {
        return Optional.ofNullable(network);
    }

    @Override
    public void describe(PrintWriter out) {
        out.println("study      " + study + ", " + algorithm + ", plan " + plan);
        out.println("ended      " + state + ": " + reason);
        if (canGoOn != null && !canGoOn) {
            out.println("next       " + SiteReport.cannotGoOn());
        } else if (canGoOn != null) {
            out.println(
                    "next       start the coordinator and its sites again, with the same commands, to go on with that"
                            + " round; nothing is computed or paid for twice");
        }
        long up = sites.stream().mapToLong(Site::wireUp).sum();
        long down = sites.stream().mapToLong(Site::wireDown).sum();
        out.println("wire       " + Words.count(up, "byte") + " up, " + Words.count(down, "byte") + " down, "
                + Words.count(sites.size(), "site"));
        out.println("rounds     "
                + sites.stream()
                        .map(site -> site.name() + " " + site.rounds() + " of " + rounds)
                        .collect(Collectors.joining(", ")));
        learned().flatMap(NetworkPart::trust).ifPresent(trust -> {
            out.println("trust      " + trust.summary());
            out.println((ofUsers ? "users      " : "rows       ") + trust.rows(ofUsers ? "user" : "row"));
            trust.hiddenCauses().forEach(pair -> out.println("hidden     " + Printable.line(pair)));
        });
        if (columns != null) {
            columns.stream().limit(SHOWN).forEach(column -> out.println("column     " + column.line()));
            if (columns.size() > SHOWN) {
                out.println("columns    " + Words.count(columns.size() - SHOWN, "other") + " in result.json");
            }
        }
        if (metrics != null) {
            out.println("accuracy   SHD " + metrics.shd() + ", skeleton " + metrics.skeletonCorrect() + " of "
                    + metrics.trueEdges());
        }
    }

    @Override
    public void describeEnd(PrintWriter out) {
        String what = columns == null ? "warning: " : "note: ";
        warnings.forEach(warning -> out.println(what + warning));
    }

    @Override
    public ExitCode exitCode() {
        return network == null && columns == null ? ExitCode.STUDY_ENDED : ExitCode.OK;
    }
}
