// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.personal;

import io.hedgerow.core.internal.search.graph.EdgeKnowledge;
import io.hedgerow.core.internal.search.graph.ParentSets;
import io.hedgerow.core.internal.search.score.HyperParameters;
import io.hedgerow.core.search.NoiseAssumption;

/** The model by which all clients score graphs: knowledge of edges, an assumption on noises, and common settings. */
record PersonalModel(EdgeKnowledge knowledge, NoiseAssumption assumption, HyperParameters settings) {

    /** a of the prior of edges. */
    private static final double PRIOR = 1;

    PersonalFit fit(PersonalMoments of) {
        return fit(of, settings.logOddsOfDirections(knowledge));
    }

    PersonalFit fit(PersonalMoments of, double[] logOdds) {
        return new PersonalFit(of, assumption, settings, knowledge, logOdds);
    }

    /** A fit where one structure has one prior, of which each client's score has a part. */
    PersonalFit fitOfOneStructure(PersonalMoments of, int clients) {
        double[] odds = settings.logOddsOfDirections(knowledge);
        for (int k = 0; k < odds.length; k++) {
            odds[k] /= clients;
        }
        return fit(of, odds);
    }

    /**
     * ln (p_ij / p_none), p_ij = (Σ_{l ≠ k} P_l[i, j] + a f / 2) / (K − 1 + a), p_none = (Σ_{l ≠ k} (1 − P_l[i, j] −
     * P_l[j, i]) + a (1 − f)) / (K − 1 + a), of K clients and their sum, [q, q]; of lags there is no reverse, and f is
     * not halved.
     */
    double[] logOdds(double[] sum, double[] own, int clients) {
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
            // behind masks a sum is rounded, and may be less than its part
            double there = Math.max(0, sum[k] - own[k]);
            double reverse = lagged ? 0 : Math.max(0, sum[back] - own[back]);
            double edge = there + PRIOR * (lagged ? f : f / 2);
            double none = Math.max(0, others - there - reverse) + PRIOR * (1 - f);
            odds[k] = Math.log(edge / none);
        }
        return odds;
    }

    /** All allowed lags; a graph of these alone needs no search. */
    ParentSets lags() {
        ParentSets lags = knowledge.requiredParents();
        for (int j : knowledge.targets()) {
            for (int i = knowledge.targets().length; i < knowledge.variables() && !lags.full(j); i++) {
                if (knowledge.allows(i, j) && lags.positionOf(j, i) < 0) {
                    lags.add(j, i);
                }
            }
        }
        return lags;
    }
}
