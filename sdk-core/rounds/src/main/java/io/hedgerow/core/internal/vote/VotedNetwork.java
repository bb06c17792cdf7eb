// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.vote;

import io.hedgerow.core.graph.WeightMatrix;
import io.hedgerow.core.internal.solver.ThresholdedColumns;
import io.hedgerow.core.method.rounds.NetworkOfRounds;
import io.hedgerow.core.model.Parameters;
import io.hedgerow.core.study.Study;
import java.util.Optional;

/** The network of the edges that were present in more than half of the last rounds. Not thread-safe. */
public final class VotedNetwork implements NetworkOfRounds {

    private final ThresholdedColumns edges;
    private final MajorityVote vote;

    /**
     * No round yet.
     *
     * @param study whose rounds
     * @param rounds how many of the last ones vote; at least 1
     * @param threshold smallest weight of an edge
     */
    public VotedNetwork(Study study, int rounds, double threshold) {
        this(new ThresholdedColumns(study.layout(), study.schema().size(), threshold, threshold), rounds);
    }

    /**
     * No round yet, of networks over the columns of a design.
     *
     * @param edges which coefficients are edges of a column
     * @param rounds how many of the last ones vote; at least 1
     */
    public VotedNetwork(ThresholdedColumns edges, int rounds) {
        this.edges = edges;
        this.vote = new MajorityVote(edges.columns(), rounds, 0);
    }

    @Override
    public void add(int round, Parameters consensus) {
        vote.add(edges.of(consensus));
    }

    @Override
    public WeightMatrix network() {
        return vote.network().dag().weights();
    }

    @Override
    public Optional<WeightMatrix> voteShares() {
        return Optional.of(vote.frequencies());
    }
}
