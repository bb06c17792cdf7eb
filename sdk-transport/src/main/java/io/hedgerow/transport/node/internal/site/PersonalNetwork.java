// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.transport.node.internal.site;

import io.hedgerow.core.data.Centring;
import io.hedgerow.core.data.SiteData;
import io.hedgerow.core.graph.NamedNetwork;
import io.hedgerow.core.internal.federation.site.ConsensusWatch;
import io.hedgerow.core.method.Method;
import io.hedgerow.core.solver.LocalSolver;
import io.hedgerow.core.solver.PersonalisedRefit;
import io.hedgerow.transport.node.Membership;
import java.util.Optional;
import java.util.function.Consumer;

/** A site's network for its own people; see {@link Membership#personalised}. For one run. */
public final class PersonalNetwork {

    private final Method method;
    private final Optional<ConsensusObserver> told;

    public PersonalNetwork(Method method, boolean asked) {
        this.method = method;
        this.told = asked
                ? method.networkAtSites().map(network -> new ConsensusObserver(method, network))
                : Optional.empty();
    }

    public ConsensusWatch watch() {
        return told.<ConsensusWatch>map(watch -> watch).orElseGet(ConsensusWatch::nobody);
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
}
