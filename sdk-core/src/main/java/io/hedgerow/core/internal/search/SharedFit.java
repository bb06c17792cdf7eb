package io.hedgerow.core.internal.search;

import io.hedgerow.core.search.NoiseAssumption;
import java.util.List;

/**
 * Clients that each learn alone but for settings they have in common: in every round of expectation and maximisation
 * each sends {@link FitSums} of its graphs, and only their sum is needed.
 */
final class SharedFit {

    private static final int ROUNDS = 10;
    /**
     * Of all lags: with few rows many small weights explain them as well as few large ones, and rounds would go on
     * until every lag is an edge.
     */
    private static final double MOST_LAGGED = 0.5;

    /** Of the variance that lags leave, what is noise: a start. */
    private static final double OF_LAGS = 0.8;

    private static final double START_SLAB = 0.2;
    private static final double START_SHARE = 0.5;
    private static final double START_SHARE_LAGGED = 0.1;

    private final ClientSums sums;
    private final EdgeKnowledge knowledge;
    private final NoiseAssumption assumption;
    private final List<ClientMoments> moments;
    private final SearchRandom random;
    private final int stepsOfEdge;
    private HyperParameters settings;

    private SharedFit(
            ClientSums sums,
            EdgeKnowledge knowledge,
            NoiseAssumption assumption,
            List<ClientMoments> moments,
            int stepsOfEdge,
            SearchRandom random) {
        this.sums = sums;
        this.knowledge = knowledge;
        this.assumption = assumption;
        this.moments = moments;
        this.stepsOfEdge = stepsOfEdge;
        this.random = random;
        this.settings = new HyperParameters(1, START_SLAB, START_SHARE, START_SHARE_LAGGED);
        ParentSets lags = knowledge.requiredParents();
        for (int j : knowledge.targets()) {
            for (int i = 0; i < knowledge.variables() && !lags.full(j); i++) {
                boolean earlier = knowledge.targets().length <= i; // targets come first
                if (earlier && knowledge.allows(i, j) && lags.positionOf(j, i) < 0) {
                    lags.add(j, i);
                }
            }
        }
        HyperParameters start = next(sums.over(k -> fit(k).sums(lags).message()));
        this.settings = new HyperParameters(OF_LAGS * start.noise(), START_SLAB, START_SHARE, START_SHARE_LAGGED);
    }

    static SharedFit of(
            ClientSums sums,
            EdgeKnowledge knowledge,
            NoiseAssumption assumption,
            List<ClientMoments> moments,
            int stepsOfEdge,
            SearchRandom random) {
        SharedFit fit = new SharedFit(sums, knowledge, assumption, moments, stepsOfEdge, random);
        for (int round = 0; round < ROUNDS; round++) {
            fit.settings = fit.next(sums.over(k -> DrawnGraphs.of(fit.fit(k), knowledge, stepsOfEdge, random)
                    .sums()
                    .message()));
        }
        return fit;
    }

    private HyperParameters next(double[] sum) {
        return HyperParameters.of(FitSums.of(sum), sums.clients(), knowledge.targets().length, knowledge.variables())
                .sparseLags(MOST_LAGGED);
    }

    private ClientFit fit(int client) {
        return fit(moments.get(client));
    }

    ClientFit fit(ClientMoments of) {
        return fit(of, settings.logOddsOfDirections(knowledge));
    }

    ClientFit fit(ClientMoments of, double[] logOdds) {
        return new ClientFit(of, assumption, settings, knowledge, logOdds);
    }

    HyperParameters settings() {
        return settings;
    }

    EdgeKnowledge knowledge() {
        return knowledge;
    }

    ClientSums sums() {
        return sums;
    }

    DrawnGraphs drawn(ClientFit fit) {
        return DrawnGraphs.of(fit, knowledge, stepsOfEdge, random);
    }

    SearchRandom random() {
        return random;
    }

    NoiseAssumption assumption() {
        return assumption;
    }
}
