// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.transport.node.internal.site;

import io.hedgerow.core.graph.NamedNetwork;
import io.hedgerow.core.internal.federation.site.ConsensusWatch;
import io.hedgerow.core.method.Method;
import io.hedgerow.core.method.rounds.NetworkOfRounds;
import io.hedgerow.core.model.Parameters;
import io.hedgerow.core.protocol.Outcome;
import io.hedgerow.core.protocol.StudyState;
import io.hedgerow.core.protocol.Task;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The network as a site can know it. It follows from the consensus of every round, by the coordinator's own rule, so
 * that both are the same; or it is the one that the site is sent at the end. Not thread-safe.
 */
final class ConsensusObserver implements ConsensusWatch {

    private final Method method;
    private final NetworkOfRounds network;
    private int rounds;
    private @Nullable StudyState state;

    ConsensusObserver(Method method, NetworkOfRounds network) {
        this.method = method;
        this.network = network;
    }

    @Override
    public void taken(Task task, Parameters consensus) {
        if (task.round() > 0) {
            network.add(task.round() - 1, consensus);
        }
        rounds = task.round() + 1;
    }

    @Override
    public void ended(Outcome outcome, Parameters consensus) {
        state = outcome.state();
        if (rounds > 0) {
            network.add(rounds - 1, consensus);
        }
    }

    /** The network, or empty where the study ended without one or this site was not told of every round. */
    Optional<NamedNetwork> network() {
        boolean all = state == StudyState.CONVERGED
                || (state == StudyState.ROUNDS_COMPLETED
                        && (!network.isOfEveryRound()
                                || rounds == method.study().admm().rounds()));
        if (!all || rounds == 0) {
            return Optional.empty();
        }
        NamedNetwork plain = NamedNetwork.of(method.study().schema(), network.network());
        NamedNetwork voted = network.voteShares().map(plain::withVoteShares).orElse(plain);
        return Optional.of(network.pairs().map(voted::withPairs).orElse(voted));
    }
}
