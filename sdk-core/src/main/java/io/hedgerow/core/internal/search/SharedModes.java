package io.hedgerow.core.internal.search;

import io.hedgerow.core.graph.Dag;
import io.hedgerow.core.graph.WeightMatrix;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Every client's graph under each {@link ClientMode}, from moments of all or some of its rows.
 *
 * <p>Symbols: P: [q, q] posterior probabilities of a client; K clients; a the weight of the prior.
 */
final class SharedModes {

    /** a of the prior of edges. */
    private static final double PRIOR = 1;

    private static final int ROUNDS_OF_EDGES = 3;

    private final SharedFit shared;
    private final EdgeKnowledge knowledge;
    private final List<ClientMoments> moments;

    SharedModes(SharedFit shared, List<ClientMoments> moments) {
        this.shared = shared;
        this.knowledge = shared.knowledge();
        this.moments = moments;
    }

    /** What clients learn from under a mode. */
    List<ClientFit> fits(ClientMode mode) {
        return switch (mode.kind()) {
            case LOCAL -> moments.stream().map(shared::fit).toList();
            case STRUCTURE -> withOnePrior();
            case POOL ->
                pooled(shared.sums(), moments, mode.weight()).stream()
                        .map(shared::fit)
                        .toList();
            case EDGES -> withEdges();
        };
    }

    /** n_k G_k + a_0 Σ_{l ≠ k} n_l G_l, of as many rows: a client takes its own from the sum. */
    static List<ClientMoments> pooled(ClientSums sums, List<ClientMoments> moments, double weight) {
        ClientMoments all = ClientMoments.of(
                moments.get(0).columns(), sums.over(k -> moments.get(k).message()));
        return moments.stream().map(own -> own.plus(all.plus(own, -1), weight)).toList();
    }

    /** One structure has one prior, of which each client's score has a part. */
    private List<ClientFit> withOnePrior() {
        double[] odds = shared.settings().logOddsOfDirections(knowledge);
        for (int k = 0; k < odds.length; k++) {
            odds[k] /= moments.size();
        }
        return moments.stream().map(own -> shared.fit(own, odds)).toList();
    }

    private List<ClientFit> withEdges() {
        List<ClientFit> fits = fits(new ClientMode(ClientMode.Kind.LOCAL, 0));
        for (int round = 0; round < ROUNDS_OF_EDGES; round++) {
            List<double[]> edges =
                    fits.stream().map(fit -> shared.drawn(fit).edges().toRows()).toList();
            double[] sum = shared.sums().over(edges::get);
            List<ClientFit> next = new ArrayList<>();
            for (int k = 0; k < moments.size(); k++) {
                next.add(shared.fit(moments.get(k), logOdds(sum, edges.get(k), moments.size(), shared.settings())));
            }
            fits = next;
        }
        return fits;
    }

    /**
     * ln (p_ij / p_none), p_ij = (Σ_{l ≠ k} P_l[i, j] + a f / 2) / (K − 1 + a), p_none = (Σ_{l ≠ k} (1 − P_l[i, j] −
     * P_l[j, i]) + a (1 − f)) / (K − 1 + a); of lags there is no reverse, and f is not halved.
     */
    double[] logOdds(double[] sum, double[] own, int clients, HyperParameters settings) {
        int q = knowledge.variables();
        double[] odds = settings.logOddsOfDirections(knowledge);
        double others = clients - 1;
        for (int k = 0; k < odds.length; k++) {
            int i = k / q;
            int j = k % q;
            if (odds[k] == Double.NEGATIVE_INFINITY || i == j) {
                continue;
            }
            boolean lagged = i >= knowledge.targets().length;
            int back = j * q + i;
            double f = lagged ? settings.shareOfParentsOnly() : settings.share();
            double there = sum[k] - own[k];
            double reverse = lagged ? 0 : sum[back] - own[back];
            double edge = there + PRIOR * (lagged ? f : f / 2);
            double none = Math.max(0, others - there - reverse) + PRIOR * (1 - f);
            odds[k] = Math.log(edge / none);
        }
        return odds;
    }

    /** The best graph of every client. */
    List<ParentSets> best(ClientMode mode, List<ClientFit> fits) {
        if (mode.kind() == ClientMode.Kind.STRUCTURE) {
            ParentSets one = RestartedClimb.search(
                    new SummedScores(
                            shared.sums(), fits.stream().map(ClientFit::scores).toList()),
                    knowledge.requiredParents(),
                    shared.random());
            return fits.stream().map(fit -> one).toList();
        }
        return fits.stream().map(fit -> fit.best(shared.random())).toList();
    }

    /** Every client's network: of one structure, or what its posterior says of each pair, with least squares. */
    List<WeightMatrix> networks(ClientMode mode) {
        List<ClientFit> fits = fits(mode);
        int q = knowledge.variables();
        if (mode.kind() == ClientMode.Kind.STRUCTURE) {
            ParentSets one = best(mode, fits).get(0);
            return fits.stream()
                    .map(fit -> ParentFit.weights(q, fit.covariance(), one))
                    .toList();
        }
        return fits.stream()
                .map(fit -> ParentFit.weights(
                        q, fit.covariance(), decided(shared.drawn(fit).edges())))
                .toList();
    }

    /**
     * Of each pair within a step what is likeliest of none, i → j and j → i; a lag above one half; then the weakest go
     * until there is no cycle.
     */
    private ParentSets decided(WeightMatrix p) {
        int q = p.variables();
        int d = knowledge.targets().length;
        double[] kept = new double[q * q];
        for (int i = 0; i < q; i++) {
            for (int j = 0; j < d; j++) {
                double edge = p.get(i, j);
                double back = i < d ? p.get(j, i) : 0;
                boolean taken = i != j && edge > back && edge > 1 - edge - back;
                kept[i * q + j] = taken ? edge : 0;
            }
        }
        WeightMatrix dag = Dag.strongest(WeightMatrix.ofRows(q, kept), 0).dag().weights();
        ParentSets graph = GraphClimb.empty(q);
        for (int j = 0; j < d; j++) {
            int[] ranked = parents(dag, j);
            for (int i : ranked) {
                if (!graph.full(j)) {
                    graph.add(j, i);
                }
            }
        }
        return graph;
    }

    private static int[] parents(WeightMatrix dag, int j) {
        return IntStream.range(0, dag.variables())
                .filter(i -> dag.hasEdge(i, j))
                .boxed()
                .sorted((a, b) -> Double.compare(dag.get(b, j), dag.get(a, j)))
                .mapToInt(Integer::intValue)
                .toArray();
    }
}
