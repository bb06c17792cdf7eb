package io.hedgerow.samples.experiment;

import io.hedgerow.core.data.Centring;
import io.hedgerow.core.data.SiteData;
import io.hedgerow.core.data.SufficientStatistics;
import io.hedgerow.core.graph.StructureMetrics;
import io.hedgerow.core.graph.WeightMatrix;
import io.hedgerow.core.privacy.DatasetIdentity;
import io.hedgerow.core.search.SortAndRegress;
import io.hedgerow.core.simulation.ErdosRenyi;
import io.hedgerow.core.simulation.SimulatedStudy;
import io.hedgerow.core.simulation.Varsortability;
import io.hedgerow.samples.learn.NamedSite;
import io.hedgerow.samples.learn.OpenedStatistics;
import io.hedgerow.samples.learn.Sites;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * One simulated data set, read once and shared by all methods: every site is known by its statistics.
 *
 * <p>Graph: Erdős–Rényi with exactly d edges; weights ± U[0.5, 2]; Gaussian noise of variance 1 before any change of
 * units.
 */
final class SimulatedData {

    /** Smallest weight of an edge in the papers' experiments. */
    static final double THRESHOLD = 0.3;

    private final WeightMatrix truth;
    private final Sites sites;
    private final OpenedStatistics statistics;

    private SimulatedData(WeightMatrix truth, Sites sites, OpenedStatistics statistics) {
        this.truth = truth;
        this.sites = sites;
        this.statistics = statistics;
    }

    static SimulatedData draw(int variables, int sites, int rows, long seed, Units units) {
        SimulatedStudy study = SimulatedStudy.of(new ErdosRenyi(variables, variables))
                .sites(sites)
                .rowsPerSite(rows)
                .seed(seed)
                .build();
        List<NamedSite> raw = new ArrayList<>();
        for (int p = 0; p < sites; p++) {
            raw.add(NamedSite.of("site " + (p + 1), study.rows(p)));
        }
        Sites all = new Sites(study.rows(0).schema(), raw);
        OpenedStatistics opened = new OpenedStatistics(all);
        double[] factors = units.factors(study.model(0), seed);
        List<NamedSite> measured = new ArrayList<>();
        for (int p = 0; p < sites; p++) {
            String name = raw.get(p).name();
            SufficientStatistics moments = Units.rescaled(opened.of(p), factors);
            measured.add(new NamedSite(
                    name, SiteData.ofMoments(new DatasetIdentity(name), all.schema(), moments), Optional.empty()));
        }
        Sites rescaled = new Sites(all.schema(), measured);
        return new SimulatedData(study.truth(), rescaled, new OpenedStatistics(rescaled));
    }

    WeightMatrix truth() {
        return truth;
    }

    Sites sites() {
        return sites;
    }

    OpenedStatistics statistics() {
        return statistics;
    }

    /** How much sorting by variance would know. */
    double varsortability() {
        SufficientStatistics pooled = statistics.pooled();
        double[] variances = new double[pooled.variables()];
        for (int j = 0; j < variances.length; j++) {
            variances[j] = pooled.covariance(j, j);
        }
        return Varsortability.of(truth, variances);
    }

    /** What sorting by variance and regressing gets wrong, thresholded like the others. */
    int sortAndRegressShd() {
        SufficientStatistics pooled = statistics.pooled();
        WeightMatrix sorted =
                SortAndRegress.learn(pooled.variables(), pooled.secondMoment(Centring.LOCAL_MEAN), pooled.rows());
        return StructureMetrics.of(sorted.threshold(THRESHOLD), truth).shd();
    }
}
