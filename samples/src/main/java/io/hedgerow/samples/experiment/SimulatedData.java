package io.hedgerow.samples.experiment;

import io.hedgerow.core.data.Centring;
import io.hedgerow.core.data.SufficientStatistics;
import io.hedgerow.core.graph.StructureMetrics;
import io.hedgerow.core.graph.WeightMatrix;
import io.hedgerow.core.simulation.SimulatedStudy;
import io.hedgerow.core.simulation.SortAndRegress;
import io.hedgerow.core.simulation.Varsortability;
import io.hedgerow.samples.learn.NamedSite;
import io.hedgerow.samples.learn.OpenedStatistics;
import io.hedgerow.samples.learn.Sites;
import io.hedgerow.samples.learn.Transform;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/** One simulated data set, read once and shared by all methods: every site is known by its statistics. */
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

    /** Draws, transforms and reads it. */
    static SimulatedData of(SimulatedStudy study, Transform transform) {
        List<NamedSite> all = new ArrayList<>();
        for (int p = 0; p < study.sites(); p++) {
            all.add(NamedSite.of("site " + (p + 1), study.rows(p)));
        }
        Sites sites = transform.of(new Sites(study.rows(0).schema(), all));
        return new SimulatedData(study.truth(), sites, new OpenedStatistics(sites));
    }

    WeightMatrix truth() {
        return truth;
    }

    Sites sites() {
        return sites;
    }

    /** Of every site. */
    List<SufficientStatistics> statistics() {
        return IntStream.range(0, sites.all().size()).mapToObj(statistics::of).toList();
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
