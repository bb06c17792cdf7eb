// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.vote;

import io.hedgerow.core.graph.Dag;
import io.hedgerow.core.graph.WeightMatrix;
import io.hedgerow.core.method.rounds.NetworkOfRounds;
import io.hedgerow.core.model.Parameters;
import io.hedgerow.core.study.Study;

/** The strongest edges of the mean of the last rounds, which averages out each round's new noise. Not thread-safe. */
public final class AveragedNetwork implements NetworkOfRounds {

    private final Study study;
    private final int averaged;
    private final double threshold;
    private final double[] sum;

    /**
     * No round yet.
     *
     * @param study whose rounds
     * @param averaged how many of the last ones are averaged; from 1 to all
     * @param threshold smallest weight of an edge
     */
    public AveragedNetwork(Study study, int averaged, double threshold) {
        int rounds = study.rounds();
        if (averaged < 1 || averaged > rounds) {
            throw new IllegalArgumentException("averaged must be from 1 to " + rounds + ", was " + averaged);
        }
        this.study = study;
        this.averaged = averaged;
        this.threshold = threshold;
        int d = study.schema().size();
        this.sum = new double[d * d];
    }

    @Override
    public void add(int round, Parameters consensus) {
        if (round >= study.rounds() - averaged) {
            double[] weights = study.layout().edgeWeights(consensus).toRows();
            for (int k = 0; k < sum.length; k++) {
                sum[k] += weights[k] / averaged;
            }
        }
    }

    @Override
    public WeightMatrix network() {
        return Dag.strongest(WeightMatrix.ofRows(study.schema().size(), sum), threshold)
                .dag()
                .weights();
    }
}
