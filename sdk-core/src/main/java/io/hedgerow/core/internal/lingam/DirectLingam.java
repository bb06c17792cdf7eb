package io.hedgerow.core.internal.lingam;

import io.hedgerow.core.data.RowSource;
import io.hedgerow.core.data.SufficientStatistics;
import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.graph.WeightMatrix;
import io.hedgerow.core.internal.search.WithinSites;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * A linear network whose directions are all identified, because noises are not Gaussian (LiNGAM, Shimizu et al. 2006):
 * the order by {@link CausalOrdering}, parents by {@link OrderedRegressions}, then every edge once more by
 * {@link TurningClimb}. Noise variances need not be equal, and units of columns do not matter. Assumes that nothing
 * common to two variables is hidden.
 *
 * <p>Sites send their covariances once and then, for each of d − 1 steps and for each change of an edge, sums over rows
 * about their own means. Sums are exact: the network is that of all rows, each less its site's mean, in one place.
 * Where correlations differ between sites, rows count by 1 / φ, see {@link WithinSites#disagreement}.
 *
 * <p>Not private. Stateless. Cost: each row is read d times and more, with d³ / 3 evaluations of the contrasts.
 */
public final class DirectLingam {

    /** With this probability some Gaussian noise is taken for another. */
    private static final double FALSE_ALARM = 0.01;

    private DirectLingam() {}

    /**
     * What was found.
     *
     * @param network acyclic, with least-squares weights
     * @param gaussian variables whose noise looks Gaussian: n J ≤ log(d / 0.01), see {@link ContrastSums}. Between two
     *     of them the direction of an edge is not identified
     */
    public record Found(WeightMatrix network, List<Integer> gaussian) {
        public Found {
            gaussian = List.copyOf(gaussian);
        }
    }

    /**
     * A site's rows.
     *
     * @param statistics of them
     * @param rows hands every row to whom it is given, the same ones at every call
     */
    public record Site(SufficientStatistics statistics, Consumer<RowSource.RowConsumer> rows) {}

    /**
     * Learns.
     *
     * @param schema the variables
     * @param sites at least one, over the same variables
     * @return the network
     * @throws io.hedgerow.core.data.DataException when a variable is a linear combination of others, or the rows are
     *     not the same at every reading
     */
    public static Found learn(VariableSchema schema, List<Site> sites) {
        WithinSites moments =
                WithinSites.of(sites.stream().map(Site::statistics).toList());
        double worth = moments.rows() / Math.max(1, moments.disagreement());
        double[] covariance = covariance(moments, sites.size());
        Contrasts rows = Contrasts.sum(sites.stream()
                .map(site -> new SiteContrasts(site.rows(), site.statistics()))
                .toList());
        int[] order = CausalOrdering.of(schema, covariance, rows);
        int d = schema.size();
        FamilyScores scores = new FamilyScores(d, covariance, worth, rows);
        List<Family> families = TurningClimb.from(
                OrderedRegressions.select(order, covariance, worth), scores, OrderedRegressions.price(d, worth) / 2);
        List<Integer> gaussian = new ArrayList<>();
        for (Family family : families) {
            if (!(scores.evidence(family) > Math.log(d / FALSE_ALARM))) {
                gaussian.add(family.child());
            }
        }
        return new Found(Family.weights(families, covariance), gaussian);
    }

    /** With divisor n, so that standardised rows have a mean square of exactly 1. */
    private static double[] covariance(WithinSites moments, int sites) {
        double[] covariance = moments.covariance();
        double factor = (double) (moments.rows() - sites) / moments.rows();
        for (int k = 0; k < covariance.length; k++) {
            covariance[k] *= factor;
        }
        return covariance;
    }
}
