// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.solver.pfdbnl;

import io.hedgerow.core.data.DataView;
import io.hedgerow.core.graph.Dag;
import io.hedgerow.core.graph.WeightMatrix;
import io.hedgerow.core.internal.acyclicity.AcyclicityConstraint;
import io.hedgerow.core.internal.bytes.ByteReader;
import io.hedgerow.core.internal.bytes.ByteWriter;
import io.hedgerow.core.internal.file.Sha256;
import io.hedgerow.core.internal.optimise.L1Split;
import io.hedgerow.core.internal.optimise.Objective.Minimum;
import io.hedgerow.core.internal.optimise.Objective.Minimum.StopReason;
import io.hedgerow.core.internal.optimise.ProjectedLbfgs.LbfgsOptions;
import io.hedgerow.core.internal.solver.ThresholdedColumns;
import io.hedgerow.core.internal.solver.notears.AcyclicLeastSquares;
import io.hedgerow.core.internal.solver.notears.SupportAcyclicity;
import io.hedgerow.core.model.ParameterLayout;
import io.hedgerow.core.model.Parameters;
import io.hedgerow.core.privacy.MechanismEvent;
import io.hedgerow.core.protocol.SiteId;
import io.hedgerow.core.protocol.Task;
import io.hedgerow.core.protocol.encoding.Payload;
import io.hedgerow.core.solver.LocalProblem;
import io.hedgerow.core.solver.LocalSolution;
import io.hedgerow.core.solver.LocalSolver;
import io.hedgerow.core.study.PenaltySchedule;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * A site's part of personalised dynamic networks, PFDBNL (papers 000 and 004, there eq. 10, 11 and 13): a network of
 * its own that is pulled towards a common one. At its turn in a round of ρ1 and ρ2 it solves, with its loss ℓ_k,
 *
 * <pre>
 * (W_k, A_k) = argmin ℓ_k + μ‖W_k − W̃_k‖² + μ‖A_k − Ã_k‖² + α h(W_k) + ρ1/2 h(W_k)² + λ_W‖W_k‖₁ + λ_A‖A_k‖₁   (10)
 * W̃_k = (2μ W_k + ρ2 W − β_k) / (2μ + ρ2), and Ã_k likewise                                                     (11)
 * </pre>
 *
 * <p>and sends W̃_k + β_k/ρ2 and h(W_k). When the consensus of that round arrives, β_k ← β_k + ρ2 (W̃_k − W) (13). (10)
 * is solved by L-BFGS from the last W_k; it is not convex. In a round of others it reads and changes nothing, and its
 * last update stays in the sum. The duals are these, not those of the federation loop, see {@link MeanConsensus}.
 *
 * <p><b>Not private.</b> (W_k, A_k) never leave the site, but the update is a function of them. Its state is kept as if
 * it were released, because the journal is at the site. Not thread-safe.
 */
public final class PersonalSolver implements LocalSolver {

    private static final LbfgsOptions SEARCH = LbfgsOptions.defaults().withMaxEvaluations(2000);

    private final Options options;
    private PersonalState state;
    private int round = -1;

    /** The settings of a site: {@code pull} is μ &gt; 0; {@code constraint} h; {@code edges} those of W and A. */
    public record Options(
            SiteId site,
            Participants participants,
            double pull,
            PenaltySchedule rho1,
            AcyclicityConstraint constraint,
            ThresholdedColumns edges) {
        public Options {
            if (!(pull > 0) || pull == Double.POSITIVE_INFINITY) {
                throw new IllegalArgumentException("mu must be finite and > 0, was " + pull);
            }
        }
    }

    public PersonalSolver(Options options) {
        this.options = options;
        this.state = PersonalState.start(options.edges().layout().size());
    }

    /** The layout of an update for a linear model, W and A: its parameters, h and α. */
    public static ParameterLayout layout(ParameterLayout model) {
        return PersonalLayout.of(model);
    }

    @Override
    public String id() {
        return "personal/" + options.constraint().id();
    }

    @Override
    public MechanismEvent plan(Task task) {
        round = task.round();
        return new MechanismEvent.NonPrivate("personal network: its pull on the common one reveals second moments");
    }

    /** Repeats the last update in a round of others, without reading. */
    @Override
    public Optional<LocalSolution> solveFromReleased(Task task, LocalProblem problem) {
        round = task.round();
        if (state.round() == round) {
            return Optional.of(new LocalSolution(sent(problem, state), 0, true));
        }
        if (!state.settled()) {
            state = state.settled(columns(problem.layout(), problem.consensus()));
        }
        return options.participants().include(options.site(), round)
                ? Optional.empty()
                : Optional.of(new LocalSolution(problem.previous(), 0, true));
    }

    /** {@inheritDoc} Refuses a view with other columns than the layout. */
    @Override
    public LocalSolution solve(LocalProblem problem, DataView view) {
        ParameterLayout layout = problem.layout();
        int d = layout.targets();
        int c = PersonalLayout.columns(layout);
        if (view.statistics().variables() != c) {
            throw new IllegalArgumentException("a personal network of " + c + " columns needs rows with as many, have "
                    + view.statistics().variables());
        }
        double[] moments = view.statistics().secondMoment(problem.centring());
        for (int k = 0; k < moments.length; k++) {
            moments[k] *= problem.lossWeight();
        }
        AcyclicLeastSquares objective =
                new AcyclicLeastSquares(options.constraint(), d, c, moments, options.pull(), state.local());
        objective.weigh(
                PersonalLayout.received(problem.consensus().get(PersonalLayout.multiplier(layout))),
                options.rho1().at(round));
        double ofLags = c > d ? problem.lambda() * layout.l1Weight(d) : 0;
        Minimum found = new L1Split()
                .minimise(
                        objective,
                        state.own(),
                        AcyclicLeastSquares.l1(d, c, problem.lambda() * layout.l1Weight(0), ofLags),
                        AcyclicLeastSquares.selfEdges(d, c),
                        SEARCH);
        PersonalState next =
                state.moved(round, problem.rho2(), options.pull(), found.point(), columns(layout, problem.consensus()));
        Parameters sent = sent(problem, next);
        state = next;
        return new LocalSolution(sent, found.iterations(), found.reason() != StopReason.MAX_EVALUATIONS);
    }

    /** W̃_k + β_k/ρ2, h(W_k), and α as in the consensus, which is nearest to the next one. */
    private Parameters sent(LocalProblem problem, PersonalState from) {
        ParameterLayout layout = problem.layout();
        int q = layout.sliceLength();
        int c = PersonalLayout.columns(layout);
        double[] all = new double[layout.size()];
        for (int k = 0; k < from.local().length; k++) {
            all[k / c * q + k % c] = from.contribution(k);
        }
        int h = PersonalLayout.acyclicity(layout);
        all[h] = new SupportAcyclicity(options.constraint(), layout.targets(), c).evaluate(from.own());
        int alpha = PersonalLayout.multiplier(layout);
        all[alpha] = problem.consensus().get(alpha);
        return Parameters.takeOver(all);
    }

    /** W and A without the values after them. */
    private static double[] columns(ParameterLayout layout, Parameters all) {
        int q = layout.sliceLength();
        int c = PersonalLayout.columns(layout);
        double[] flat = new double[layout.targets() * c];
        for (int j = 0; j < layout.targets(); j++) {
            all.copyTo(j * q, flat, j * c, c);
        }
        return flat;
    }

    /** (W_k, A_k) over the columns of the design, thresholded and acyclic; empty before the site's first turn. */
    @Override
    public Optional<WeightMatrix> ownNetwork() {
        return state.round() < 0
                ? Optional.empty()
                : Optional.of(Dag.strongest(options.edges().of(Parameters.copyOf(state.own())), 0)
                        .dag()
                        .weights());
    }

    @Override
    public Payload releasedState() {
        return state.round() < 0 ? Payload.empty() : state.toPayload();
    }

    @Override
    public void restore(Payload releasedState) {
        PersonalState before = PersonalState.of(releasedState);
        if (before.own().length != state.own().length) {
            throw new IllegalArgumentException("a personal network must have " + state.own().length
                    + " weights as this study has, has " + before.own().length);
        }
        state = before;
    }

    /**
     * A site's state between rounds, [c·d] each, column by column: the last round it computed in, -1 before the first;
     * whether the duals have followed its consensus; its ρ2; (W_k, A_k), (W̃_k, Ã_k) and (β_k, γ_k). Immutable.
     */
    @SuppressWarnings("ArrayRecordComponent") // shared within this package, and modified nowhere
    record PersonalState(int round, boolean settled, double rho2, double[] own, double[] local, double[] dual) {

        private static final int HEAD = 2 * Integer.BYTES + Double.BYTES;

        static PersonalState start(int size) {
            return new PersonalState(-1, true, 1, new double[size], new double[size], new double[size]);
        }

        /** (13): β_k ← β_k + ρ2 (W̃_k − W), once, with the consensus of the round that W̃_k was in. */
        PersonalState settled(double[] consensus) {
            double[] moved = dual.clone();
            for (int k = 0; k < moved.length; k++) {
                moved[k] += rho2 * (local[k] - consensus[k]);
            }
            return new PersonalState(round, true, rho2, own, local, moved);
        }

        /** (11): W̃_k = (2μ W_k + ρ2 W − β_k) / (2μ + ρ2), after (10) gave W_k. */
        PersonalState moved(int now, double penalty, double pull, double[] solution, double[] consensus) {
            double[] towards = new double[solution.length];
            for (int k = 0; k < towards.length; k++) {
                towards[k] = (2 * pull * solution[k] + penalty * consensus[k] - dual[k]) / (2 * pull + penalty);
            }
            return new PersonalState(now, false, penalty, solution, towards, dual);
        }

        /** The site's term in the mean of (12): W̃_k + β_k / ρ2. */
        double contribution(int k) {
            return local[k] + dual[k] / rho2;
        }

        Payload toPayload() {
            return Payload.copyOf(new ByteWriter(HEAD + 3 * own.length * Double.BYTES)
                    .u32(round)
                    .u32(settled ? 1 : 0)
                    .reals(rho2)
                    .reals(own)
                    .reals(local)
                    .reals(dual)
                    .toBytes());
        }

        static PersonalState of(Payload payload) {
            int values = (payload.size() - HEAD) / Double.BYTES;
            if (values < 3 || payload.size() != HEAD + values * Double.BYTES || values % 3 != 0) {
                throw new IllegalArgumentException(
                        "a personal network must be three vectors of one length, was " + payload.size() + " bytes");
            }
            ByteReader in = new ByteReader(payload.toBytes(), IllegalArgumentException::new);
            int size = values / 3;
            return new PersonalState(
                    in.u32(), in.u32() == 1, in.real(), in.reals(size), in.reals(size), in.reals(size));
        }
    }

    /**
     * Draws the sites that compute in a round: j of all K, every choice equally likely, and the same for all who know
     * the study's name. A site's turn is the rank of SHA-256(study, round, site) among the sites.
     */
    public record Participants(String study, List<SiteId> sites, int drawn) {
        public Participants {
            sites = List.copyOf(sites);
            if (drawn < 1 || drawn > sites.size()) {
                throw new IllegalArgumentException(
                        "participants must be from 1 to the number of sites " + sites.size() + ", was " + drawn);
            }
        }

        /** Whether it is a site's turn; true for exactly j of them. */
        public boolean include(SiteId site, int round) {
            if (drawn == sites.size()) {
                return true;
            }
            byte[] own = turn(site, round);
            long before = sites.stream()
                    .filter(other -> Arrays.compareUnsigned(turn(other, round), own) < 0)
                    .count();
            return before < drawn;
        }

        private byte[] turn(SiteId site, int round) {
            return Sha256.of((study + '\n' + round + '\n' + site.value()).getBytes(StandardCharsets.UTF_8));
        }
    }
}
