// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.federation.consensus;

import io.hedgerow.core.model.ParameterLayout;
import io.hedgerow.core.model.Parameters;
import io.hedgerow.core.protocol.Aggregate;
import io.hedgerow.core.protocol.Update;
import io.hedgerow.core.protocol.encoding.ChangeCodec;
import io.hedgerow.core.protocol.encoding.ChangeCodec.UnsendableException;
import io.hedgerow.core.protocol.encoding.Payload;
import io.hedgerow.core.protocol.encoding.SparseChange;
import io.hedgerow.core.solver.GlobalProblem;
import io.hedgerow.core.solver.GlobalSolution;
import io.hedgerow.core.solver.GlobalSolver;
import io.hedgerow.core.study.Study;
import io.hedgerow.core.study.Study.AdmmSettings;
import java.util.Arrays;
import java.util.Optional;

/** The coordinator's state in the consensus iteration; under masks it knows sums only, and nothing of a single site. */
public final class ConsensusState {

    /** Below this an unconstrained value is the residue of rounding, and would only fill the support. */
    private static final double RESIDUE = 1e-12;

    private final Study study;
    private final GlobalSolver solver;
    private final ChangeCodec codec;
    private final ConsensusSums terms;
    private final double[] sent;
    private Parameters solution;
    private double alpha;

    public ConsensusState(Study study, GlobalSolver solver, Update.Form form) {
        this.study = study;
        this.solver = solver;
        int size = study.layout().size();
        this.codec = new ChangeCodec(size, study.communication());
        this.terms = ConsensusSums.of(study, form);
        this.sent = new double[size];
        this.solution = Parameters.zeros(size);
    }

    public record Step(Payload change, double acyclicity, double distance, double movement, int evaluations) {}

    /** One step with this round's sum; empty, without change, when a site's values are too large or not finite. */
    public Optional<Step> advance(Aggregate aggregate) {
        int round = aggregate.round();
        double rho1 = study.consensus().admm().rho1().at(round);
        double rho2 = study.rho2(round);
        terms.add(aggregate);
        int sites = terms.sites();
        // λ was agreed for the losses of all sites
        double all = study.consensus().admm().globalLambda();
        double lambda = sites == study.sites() ? all : all * sites / study.sites();
        Parameters centre = centre(rho2);
        if (!isFinite(centre)) {
            return Optional.empty();
        }
        GlobalSolution step;
        try {
            step = solver.solve(new GlobalProblem(study.layout(), centre, sites * rho2, alpha, rho1, lambda, solution));
        } catch (ArithmeticException | IllegalArgumentException beyondItsRange) {
            return Optional.empty();
        }
        solution = step.parameters();
        double[] before = sent.clone();
        SparseChange change;
        try {
            change = codec.towards(sent, worthSending());
        } catch (UnsendableException tooLarge) {
            return Optional.empty();
        }
        if (!Double.isFinite(step.acyclicity())) {
            return Optional.empty();
        }
        change.addTo(sent);
        double distance = 0;
        double movement = 0;
        double norm = 0;
        for (int k = 0; k < sent.length; k++) {
            distance += square(terms.meanLocal(k, rho2) - sent[k]);
            movement += square(sent[k] - before[k]);
            norm += square(sent[k]);
        }
        terms.settle(sent, rho2);
        alpha = Math.min(alpha + rho1 * step.acyclicity(), AdmmSettings.ALPHA_CAP);
        double scale = Math.max(1, Math.sqrt(norm));
        return Optional.of(new Step(
                codec.encode(change),
                step.acyclicity(),
                Math.sqrt(distance) / scale,
                Math.sqrt(movement) / scale,
                step.evaluations()));
    }

    private static boolean isFinite(Parameters vector) {
        for (int k = 0; k < vector.size(); k++) {
            if (!Double.isFinite(vector.get(k))) {
                return false;
            }
        }
        return true;
    }

    /** V = Σ(ρ2 B_p + β_p) / (P ρ2) over the sites of the round's problem, without self-edges and held entries. */
    private Parameters centre(double rho2) {
        ParameterLayout layout = study.layout();
        int q = layout.sliceLength();
        double[] centre = new double[sent.length];
        for (int k = 0; k < centre.length; k++) {
            double value = terms.centre(k, rho2);
            centre[k] = Math.abs(value) < RESIDUE || layout.isSelfEdge(k / q, k % q) ? 0 : value;
        }
        dropWeakEdges(centre, layout, study.communication().supportThreshold());
        return Parameters.takeOver(centre);
    }

    /** Sets edges to 0 whose parameters' norm is below the threshold; a parameter without an edge, as a bias, stays. */
    static void dropWeakEdges(double[] centre, ParameterLayout layout, double threshold) {
        int q = layout.sliceLength();
        double[] size = new double[layout.targets()];
        for (int first = 0; threshold > 0 && first < centre.length; first += q) {
            Arrays.fill(size, 0);
            for (int s = 0; s < q; s++) {
                if (layout.source(s) >= 0) {
                    size[layout.source(s)] += square(centre[first + s]);
                }
            }
            for (int s = 0; s < q; s++) {
                if (layout.source(s) >= 0 && Math.sqrt(size[layout.source(s)]) < threshold) {
                    centre[first + s] = 0;
                }
            }
        }
    }

    /** The solution where it moved enough, or left 0 or came to 0; elsewhere the consensus that the sites have. */
    private Parameters worthSending() {
        double threshold = study.communication().resendThreshold();
        double[] goal = solution.toArray();
        for (int k = 0; k < goal.length; k++) {
            if (goal[k] != 0 && sent[k] != 0 && Math.abs(goal[k] - sent[k]) <= threshold) {
                goal[k] = sent[k];
            }
        }
        return Parameters.takeOver(goal);
    }

    private static double square(double x) {
        return x * x;
    }

    ConsensusSums terms() {
        return terms;
    }

    public Parameters sent() {
        return Parameters.copyOf(sent);
    }

    public double alpha() {
        return alpha;
    }
}
