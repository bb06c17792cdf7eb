// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.method.own;

import io.hedgerow.core.federation.RoundReport;
import io.hedgerow.core.internal.protocol.PublishedCost;
import io.hedgerow.core.internal.vote.AveragedNetwork;
import io.hedgerow.core.internal.vote.VotedNetwork;
import io.hedgerow.core.method.Agreement;
import io.hedgerow.core.method.Method;
import io.hedgerow.core.method.Method.Coordination;
import io.hedgerow.core.method.SumForm;
import io.hedgerow.core.method.rounds.FederatedMethod;
import io.hedgerow.core.method.rounds.MethodSettings;
import io.hedgerow.core.method.rounds.NetworkOfRounds;
import io.hedgerow.core.protocol.SiteId;
import io.hedgerow.core.solver.GlobalSolver;
import io.hedgerow.core.solver.LocalSolver;
import io.hedgerow.core.study.Study;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * A consensus method in rounds, made of a study and two solvers: in each round every site solves its problem, the
 * changes are summed, the coordinator solves its own and sends every site the new consensus.
 *
 * <p>Without a budget: {@code Learning.of(method).learn(rows)}, for a local solver whose plan says {@code NonPrivate}.
 * With one: {@code Learning.of(method).keeping(ledgers).learn(rows)}, for a local solver that states its cost
 * beforehand, which is a {@code PlannedSolver} of {@code sdk-dp}; its whole plan is charged at every data set before
 * anything is opened, and the gate of each site lets through the events of that plan and nothing else. A ledger lets
 * each round of a study through once, so a new run needs a study of another name.
 *
 * <p>Sums are over all sites in every round, plain or behind masks. Immutable; its solvers need not be thread-safe.
 */
public final class RoundsMethod implements Method {

    private static final double THRESHOLD = 0.3;
    private static final int VOTING = 20;

    private final Study study;
    private final Function<SiteId, ? extends LocalSolver> local;
    private final Supplier<? extends GlobalSolver> global;
    private final Supplier<NetworkOfRounds> network;

    private RoundsMethod(
            Study study,
            Function<SiteId, ? extends LocalSolver> local,
            Supplier<? extends GlobalSolver> global,
            Supplier<NetworkOfRounds> network) {
        this.study = Objects.requireNonNull(study, "study");
        if (!(study.form() instanceof Study.Rounds)) {
            throw new IllegalArgumentException("study " + study.name()
                    + " must be one of rounds towards a consensus, was a release of sums: give it Study.Rounds");
        }
        this.local = Objects.requireNonNull(local, "local");
        this.global = Objects.requireNonNull(global, "global");
        this.network = network;
        NetworkOfRounds unused = network.get(); // refuses numbers of rounds and thresholds that it cannot have
    }

    /**
     * {@return a method whose network has the edges that more than half of the last 20 rounds had, of weight 0.3 and
     * more}
     *
     * @param study what is agreed on
     * @param local makes a new solver for a site, such as {@code site -> new MySolver()}; every call with the same site
     *     must give one that plans and computes the same
     * @param global makes a new solver for the coordinator, such as {@code LocalSolvers::consensus}
     */
    public static RoundsMethod of(
            Study study, Function<SiteId, ? extends LocalSolver> local, Supplier<? extends GlobalSolver> global) {
        return new RoundsMethod(study, local, global, voting(study, Math.min(VOTING, study.rounds()), THRESHOLD));
    }

    /**
     * {@return a study of a static linear network for {@link #of}, with the penalties, rounds and encoding of settings,
     * in which λ is the sites'}
     *
     * @param agreement the common terms of the study
     * @param settings such as {@code FederatedMethod.FED_SPARSE.recommended(d, sites)}
     */
    public static Study study(Agreement agreement, MethodSettings settings) {
        return FederatedMethod.FED_SPARSE.study(
                agreement.name(),
                agreement.schema(),
                settings,
                0,
                agreement.sites().size(),
                agreement.policy());
    }

    private static Supplier<NetworkOfRounds> voting(Study study, int rounds, double threshold) {
        return () -> new VotedNetwork(study, rounds, threshold);
    }

    /**
     * {@return a copy with another rule of the vote}
     *
     * @param rounds how many of the last rounds vote; 1 takes the last consensus
     * @param threshold smallest weight of an edge
     * @throws IllegalArgumentException when the study has fewer rounds, or the threshold is negative
     */
    public RoundsMethod voting(int rounds, double threshold) {
        return new RoundsMethod(study, local, global, voting(study, rounds, threshold));
    }

    /**
     * {@return a copy whose network has the strongest edges of the mean of the last rounds, which averages out noise
     * that is new in every round}
     *
     * @param rounds how many of the last rounds are averaged; from 1 to all
     * @param threshold smallest weight of an edge
     * @throws IllegalArgumentException when the study has fewer rounds, or the threshold is negative
     */
    public RoundsMethod averaging(int rounds, double threshold) {
        return new RoundsMethod(study, local, global, () -> new AveragedNetwork(study, rounds, threshold));
    }

    @Override
    public Study study() {
        return study;
    }

    @Override
    public SumForm sums() {
        return new SumForm.Changes();
    }

    @Override
    public String components() {
        return solver(SiteId.numbered(1).get(0)).id() + " + " + global.get().id();
    }

    @Override
    public long publishedBytes(List<RoundReport> rounds, long coefficients) {
        return PublishedCost.dense(study.layout().size(), rounds.size(), study.sites());
    }

    @Override
    public LocalSolver solver(SiteId site) {
        return local.apply(site);
    }

    @Override
    public Optional<NetworkOfRounds> networkAtSites() {
        return Optional.of(network.get());
    }

    @Override
    public Ended coordinate(Coordination with) throws InterruptedException {
        return Method.rounds(study, global.get(), network.get(), with);
    }
}
