// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.learn;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.hedgerow.core.LearnedNetwork;
import io.hedgerow.core.data.Centring;
import io.hedgerow.core.data.RowSource;
import io.hedgerow.core.data.StatisticsAccumulator;
import io.hedgerow.core.data.SufficientStatistics;
import io.hedgerow.core.graph.NamedNetwork;
import io.hedgerow.core.graph.WeightMatrix;
import io.hedgerow.core.internal.federation.site.PersonalisedRefit;
import io.hedgerow.core.protocol.SiteId;
import io.hedgerow.core.search.Evidence;
import io.hedgerow.samples.learn.sites.NamedSite;
import io.hedgerow.samples.learn.sites.OpenedStatistics;
import io.hedgerow.samples.learn.sites.Sites;
import io.hedgerow.samples.network.NetworkFiles;
import io.hedgerow.samples.output.OutputDirectory;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Each site's own weights on the common structure, or its own network, with their prediction errors at that site. Not
 * private: exact functions of rows.
 *
 * @param entries of {@code result.json}, in the order of the sites
 * @param networks of the sites, in the same order
 */
public record PersonalWeights(List<Entry> entries, List<NamedNetwork> networks) {

    /** Where the networks go, below the directory of the result. */
    public static final String FOLDER = "personal";

    /** Every row is held out once. */
    private static final int FOLDS = 5;

    public PersonalWeights {
        entries = List.copyOf(entries);
        networks = List.copyOf(networks);
    }

    /**
     * A site in {@code result.json}.
     *
     * @param file of its weights, below the directory of the result
     * @param normalisedMse what weights refitted to four fifths of the rows leave of the other fifth, as a share of
     *     variance ({@link UnexplainedShare}); each fifth in turn. Left out where no variable has a parent
     * @param normalisedMseOfCommon what the common weights leave of the same rows
     * @param mode of networks of sites' own: what sites shared beside settings
     * @param gain of the mode over sharing nothing else, in the log-likelihood of held-out rows of all sites
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    public record Entry(
            String site,
            String file,
            long rows,
            @Nullable Double normalisedMse,
            @Nullable Double normalisedMseOfCommon,
            @Nullable String mode,
            @Nullable Double gain,
            @Nullable Double gainError) {}

    /** Refits at every site, by its own rows less their means. */
    static PersonalWeights of(Sites sites, OpenedStatistics statistics, NamedNetwork common) {
        List<String> files = files(sites);
        List<Entry> entries = new ArrayList<>();
        List<NamedNetwork> networks = new ArrayList<>();
        WeightMatrix shown =
                common.pairs().map(known -> known.shown(common.weights())).orElse(common.weights());
        for (int p = 0; p < sites.all().size(); p++) {
            NamedSite site = sites.all().get(p);
            SufficientStatistics all = statistics.of(p);
            networks.add(common.withWeights(refit(shown, all)));
            UnexplainedShare own = new UnexplainedShare(shown);
            UnexplainedShare shared = new UnexplainedShare(shown);
            validate(site.rows(), shown, own, shared);
            String file = FOLDER + "/" + files.get(p) + ".csv";
            entries.add(new Entry(site.name(), file, all.rows(), orNull(own), orNull(shared), null, null, null));
        }
        return new PersonalWeights(entries, networks);
    }

    static PersonalWeights of(Sites sites, OpenedStatistics statistics, LearnedNetwork learned) {
        List<SiteId> names = SiteId.numbered(sites.all().size());
        List<NamedNetwork> networks = names.stream()
                .map(name -> learned.personal().getOrDefault(name, learned.named())) // never drawn: as all
                .toList();
        Optional<Evidence.Sharing> shared = learned.evidence().flatMap(Evidence::sharing);
        List<String> files = files(sites);
        List<Entry> entries = new ArrayList<>();
        for (int p = 0; p < files.size(); p++) {
            String file = FOLDER + "/" + files.get(p) + ".csv";
            long rows = statistics.of(p).rows();
            entries.add(new Entry(
                    sites.all().get(p).name(),
                    file,
                    rows,
                    null,
                    null,
                    shared.map(Evidence.Sharing::mode).orElse(null),
                    shared.map(Evidence.Sharing::gain).orElse(null),
                    shared.map(Evidence.Sharing::error).orElse(null)));
        }
        return new PersonalWeights(entries, networks);
    }

    private static List<String> files(Sites sites) {
        return SiteFileNames.of(sites.all().stream().map(NamedSite::name).toList());
    }

    public static WeightMatrix refit(WeightMatrix common, SufficientStatistics rows) {
        return PersonalisedRefit.refit(common, rows, Centring.LOCAL_MEAN);
    }

    private static @Nullable Double orNull(UnexplainedShare share) {
        OptionalDouble value = share.value();
        return value.isPresent() ? (Double) value.getAsDouble() : null;
    }

    /** Row r is in fold r mod 5, so that an order of the file does not decide what is in one. */
    private static void validate(RowSource rows, WeightMatrix common, UnexplainedShare own, UnexplainedShare shared) {
        List<StatisticsAccumulator> sums = IntStream.range(0, FOLDS)
                .mapToObj(fold -> new StatisticsAccumulator(common.variables()))
                .toList();
        int[] next = new int[1];
        rows.forEachRow(row -> {
            sums.get(next[0]).add(row);
            next[0] = (next[0] + 1) % FOLDS;
        });
        List<SufficientStatistics> folds = sums.stream()
                .map(StatisticsAccumulator::finish)
                .filter(fold -> fold.rows() > 0)
                .toList();
        for (SufficientStatistics heldOut : folds) {
            SufficientStatistics fitted = folds.stream()
                    .filter(fold -> fold != heldOut)
                    .reduce(SufficientStatistics::merge)
                    .orElseThrow();
            own.add(refit(common, fitted), fitted, heldOut);
            shared.add(common, fitted, heldOut);
        }
    }

    void writeTo(OutputDirectory directory) throws IOException {
        for (int p = 0; p < entries.size(); p++) {
            String name = entries.get(p).file().substring(FOLDER.length() + 1);
            directory.writeIn(FOLDER, name, NetworkFiles.csv(networks.get(p)));
        }
    }

    /**
     * The share of variance that the parents leave unexplained, on held-out rows:
     *
     * <pre>e = 1/|T| Σ_{j∈T} [Σ_r (y_rj − Σ_i W[i, j] y_ri)²] / [Σ_r y_rj²],  y = x − m</pre>
     *
     * <p>with T the variables that have a parent, r the rows held out, and m the means of the rows that were fitted. A
     * variable that never varies in them is left out. 0 is perfect, 1 what the means alone reach, and more is worse
     * than without any parent. The measure of paper 002, B.2.2 is another one, the error of the weights themselves
     * ({@code WeightMetrics}), for which the site's own truth must be known.
     *
     * <p>Several pairs of fitted and held-out rows, as in cross-validation, add up under the sums over r. Not private.
     * Not thread-safe.
     */
    public static final class UnexplainedShare {

        private final WeightMatrix structure;
        private final double[] left;
        private final double[] all;

        public UnexplainedShare(WeightMatrix structure) {
            this.structure = structure;
            this.left = new double[structure.variables()];
            this.all = new double[structure.variables()];
        }

        /**
         * Adds what weights, W: [d, d], leave of some rows, from which the means of the fitted ones are subtracted.
         * Edges that the structure lacks do not count.
         */
        public UnexplainedShare add(WeightMatrix weights, SufficientStatistics fitted, SufficientStatistics heldOut) {
            int d = structure.variables();
            double[] s = heldOut.secondMoment(Centring.LOCAL_MEAN);
            double[] moved = IntStream.range(0, d)
                    .mapToDouble(j -> heldOut.mean(j) - fitted.mean(j))
                    .toArray();
            for (int k = 0; k < s.length; k++) {
                s[k] += moved[k / d] * moved[k % d];
            }
            for (int j = 0; j < d; j++) {
                int[] parents = parents(j);
                double residual = s[j * d + j];
                for (int i : parents) {
                    double explained = -2 * s[i * d + j];
                    for (int k : parents) {
                        explained += s[i * d + k] * weights.get(k, j);
                    }
                    residual += weights.get(i, j) * explained;
                }
                // round-off may leave less than nothing
                left[j] += heldOut.rows() * Math.max(0, residual);
                all[j] += heldOut.rows() * s[j * d + j];
            }
            return this;
        }

        private int[] parents(int variable) {
            return IntStream.range(0, structure.variables())
                    .filter(i -> structure.hasEdge(i, variable))
                    .toArray();
        }

        /** The share, or empty where no variable that varies has a parent. */
        public OptionalDouble value() {
            return IntStream.range(0, structure.variables())
                    .filter(j -> parents(j).length > 0 && all[j] > 0)
                    .mapToDouble(j -> left[j] / all[j])
                    .average();
        }
    }
}
