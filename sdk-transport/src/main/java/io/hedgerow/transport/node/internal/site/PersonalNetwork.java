// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.transport.node.internal.site;

import io.hedgerow.core.data.Centring;
import io.hedgerow.core.data.SiteData;
import io.hedgerow.core.graph.NamedNetwork;
import io.hedgerow.core.internal.federation.site.ConsensusWatch;
import io.hedgerow.core.internal.federation.site.PersonalisedRefit;
import io.hedgerow.core.internal.text.Words;
import io.hedgerow.core.method.Method;
import io.hedgerow.core.method.MethodCatalogue;
import io.hedgerow.core.method.descriptor.MethodTrait;
import io.hedgerow.core.method.rounds.NetworkOfRounds;
import io.hedgerow.core.model.Parameters;
import io.hedgerow.core.protocol.CoordinatorMessage;
import io.hedgerow.core.protocol.StudyState;
import io.hedgerow.core.protocol.Task;
import io.hedgerow.core.solver.LocalSolver;
import io.hedgerow.transport.node.Membership;
import io.hedgerow.transport.study.StudyPlan;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Fits the network to a site's own rows, for use at that site; see {@link Membership#personalised}. For one run. */
public final class PersonalNetwork {

    private final Method method;
    private final Optional<ConsensusObserver> told;

    public PersonalNetwork(Method method, boolean asked) {
        this.method = method;
        this.told = asked
                ? method.networkAtSites().map(network -> new ConsensusObserver(method, network))
                : Optional.empty();
    }

    /** Refuses a plan with a budget, with missing cells, or of a method that does not tell sites the network. */
    public static void requireAllowed(StudyPlan plan, Method method) {
        String algorithm = plan.algorithm().id();
        if (plan.privacy().budget().isPresent()) {
            throw new IllegalArgumentException("personal weights cannot be combined with a plan that has a "
                    + "privacy budget: they are exact functions of rows that its ledger protects");
        }
        if (plan.algorithm().parameters().containsKey("missing")) {
            throw new IllegalArgumentException(
                    "personal weights are of whole rows, and the plan says missing: use:" + " join without them");
        }
        if (method.networkAtSites().isEmpty()) {
            throw new IllegalArgumentException("personal weights need the network, and sites of this study with "
                    + algorithm + " are not told it: plan network-to-sites: true with "
                    + Words.listed(
                            MethodCatalogue.ofModules()
                                    .names(known ->
                                            known.parameter("network-to-sites").isPresent()),
                            "or")
                    + ", or "
                    + Words.listed(
                            MethodCatalogue.ofModules()
                                    .names(known -> known.has(MethodTrait.ROUNDS) && !known.has(MethodTrait.PROMISE)),
                            "or")
                    + ", whose sites are told every round");
        }
    }

    public ConsensusWatch watch() {
        return told.<ConsensusWatch>map(watch -> watch).orElseGet(ConsensusWatch::none);
    }

    /** After the end: the network that the method gave this site, or the common one with weights of the site's rows. */
    public Optional<NamedNetwork> of(LocalSolver solver, SiteData records, Consumer<String> notes) {
        Optional<NamedNetwork> network = told.flatMap(ConsensusObserver::network);
        Optional<NamedNetwork> own = solver.ownNetwork(method.study().schema());
        if (network.isPresent() && own.isPresent()) {
            return own;
        }
        if (told.isPresent() && network.isEmpty()) {
            notes.accept("no personal weights: the study ended without a network, or without this site");
        }
        return network.map(common -> common.withWeights(PersonalisedRefit.refit(
                common.weights(),
                InsecureOpenData.look(records, method.study().name(), "personal weights, which stay here"),
                Centring.LOCAL_MEAN)));
    }

    /**
     * Derives the study's network at a site. It follows from the consensus of every round, by the coordinator's own
     * rule, so that both are the same; or it is the one that the site is sent at the end. Not thread-safe.
     */
    private static final class ConsensusObserver implements ConsensusWatch {

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
        public void ended(CoordinatorMessage.Outcome outcome, Parameters consensus) {
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
                                    || rounds == method.study().rounds()));
            if (!all || rounds == 0) {
                return Optional.empty();
            }
            NamedNetwork plain = NamedNetwork.of(method.study().schema(), network.network());
            NamedNetwork voted = network.voteShares().map(plain::withVoteShares).orElse(plain);
            return Optional.of(network.pairs().map(voted::withPairs).orElse(voted));
        }
    }
}
