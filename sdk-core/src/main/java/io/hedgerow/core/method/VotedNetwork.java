package io.hedgerow.core.method;

import io.hedgerow.core.graph.MajorityVote;
import io.hedgerow.core.graph.WeightMatrix;
import io.hedgerow.core.model.Parameters;
import io.hedgerow.core.protocol.Study;
import java.util.Optional;

/** Edges that more than half of the last rounds had. Not thread-safe. */
public final class VotedNetwork implements NetworkOfRounds {

    private final Study study;
    private final MajorityVote vote;

    /**
     * No round yet.
     *
     * @param study whose rounds
     * @param rounds how many of the last ones vote; at least 1
     * @param threshold smallest weight of an edge
     */
    public VotedNetwork(Study study, int rounds, double threshold) {
        this.study = study;
        this.vote = new MajorityVote(study.schema().size(), rounds, threshold);
    }

    @Override
    public void add(int round, Parameters consensus) {
        vote.add(study.layout().edgeWeights(consensus));
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
