// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.solver.pfdbnl;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.contract.OpenedMoments;
import io.hedgerow.contract.RandomProblem;
import io.hedgerow.core.data.Centring;
import io.hedgerow.core.data.DataView;
import io.hedgerow.core.internal.acyclicity.TraceExponential;
import io.hedgerow.core.internal.solver.ClosedFormSolver;
import io.hedgerow.core.internal.solver.ThresholdedColumns;
import io.hedgerow.core.internal.solver.notears.SupportAcyclicity;
import io.hedgerow.core.internal.solver.pfdbnl.PersonalSolver.Participants;
import io.hedgerow.core.model.Diagonal;
import io.hedgerow.core.model.ParameterLayout;
import io.hedgerow.core.model.Parameters;
import io.hedgerow.core.protocol.SiteId;
import io.hedgerow.core.protocol.Task;
import io.hedgerow.core.protocol.encoding.Payload;
import io.hedgerow.core.protocol.encoding.ProtocolException;
import io.hedgerow.core.solver.GlobalProblem;
import io.hedgerow.core.solver.GlobalSolution;
import io.hedgerow.core.solver.LocalProblem;
import io.hedgerow.core.solver.LocalSolution;
import io.hedgerow.core.study.PenaltySchedule;
import io.hedgerow.core.study.Study.AdmmSettings;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class PersonalSolverTest {

    private static final int D = 3;
    private static final double MU = 0.4;
    private static final ParameterLayout MODEL = ParameterLayout.dynamicLinear(D, 1, 2);
    private static final ParameterLayout SENT = PersonalSolver.layout(MODEL);
    private static final int C = 2 * D;
    private static final SiteId SITE = new SiteId("a");
    private static final OpenedMoments DATA = RandomProblem.of(3, MODEL, 1, 0).data();

    private static PersonalSolver solver(double rho1, int drawn) {
        return new PersonalSolver(new PersonalSolver.Options(
                SITE,
                new Participants("s", List.of(SITE, new SiteId("b")), drawn),
                MU,
                PenaltySchedule.constant(rho1),
                new TraceExponential(),
                new ThresholdedColumns(MODEL, C, 0.1, 0.1)));
    }

    private static Task task(int round, double rho2) {
        return new Task("s", round, rho2, Payload.empty(), Set.of());
    }

    /** A consensus with α = 0.5. */
    private static Parameters consensus(long seed) {
        double[] w = new Random(seed).doubles(SENT.size(), -0.5, 0.5).toArray();
        for (int j = 0; j < D; j++) {
            w[j * SENT.sliceLength() + j] = 0;
        }
        w[C + 1] = Math.log(1.5);
        return Parameters.copyOf(w);
    }

    private static LocalProblem problem(Parameters consensus, Parameters previous, double rho2, double lambda) {
        return new LocalProblem(
                SENT, consensus, Parameters.zeros(SENT.size()), previous, rho2, lambda, 0.8, Centring.NONE);
    }

    /** What a session does in a round. */
    private static Parameters round(PersonalSolver solver, int round, LocalProblem problem) {
        Task task = task(round, problem.rho2());
        Optional<LocalSolution> released = solver.solveFromReleased(task, problem);
        if (released.isPresent()) {
            return released.get().parameters();
        }
        solver.plan(task);
        try (DataView view = DATA.open()) {
            return solver.solve(problem, view).parameters();
        }
    }

    private static double[] columns(Parameters sent) {
        double[] flat = new double[D * C];
        for (int j = 0; j < D; j++) {
            sent.copyTo(j * SENT.sliceLength(), flat, j * C, C);
        }
        return flat;
    }

    /** 004, eq. 10 where it has a closed form: no ℓ1, no acyclicity; the pull 2μ is the ρ2 of the other. */
    @Test
    void solve_withoutL1AndAcyclicity_isTheClosedForm() {
        PersonalSolver solver = solver(1e-12, 2);
        Parameters first = consensus(1);
        double[] noMultiplier = first.toArray();
        noMultiplier[C + 1] = 0;
        LocalProblem problem = problem(Parameters.copyOf(noMultiplier), Parameters.zeros(SENT.size()), 1, 0);
        round(solver, 0, problem);
        LocalProblem same = new LocalProblem(
                MODEL,
                Parameters.zeros(MODEL.size()),
                Parameters.zeros(MODEL.size()),
                Parameters.zeros(MODEL.size()),
                2 * MU,
                0,
                0.8,
                Centring.NONE);
        try (DataView view = DATA.open()) {
            double[] exact = new ClosedFormSolver(Diagonal.MASKED)
                    .solve(same, view)
                    .parameters()
                    .toArray();
            // the projected gradient is below 1e-5 and the curvature at least 2μ; the relative decrease ends earlier
            assertArrayEquals(exact, state(solver).own(), 1e-3);
        }
    }

    /** 004, eq. 11 and 13, with the contribution of eq. 12, over two rounds with different ρ2. */
    @Test
    void rounds_followEquations11To13() {
        PersonalSolver solver = solver(1, 2);
        Parameters w0 = Parameters.zeros(SENT.size());
        Parameters sent0 = round(solver, 0, problem(w0, w0, 2, 0.05));
        double[] own0 = state(solver).own();
        double[] local0 = new double[D * C];
        for (int k = 0; k < local0.length; k++) {
            local0[k] = 2 * MU * own0[k] / (2 * MU + 2);
        }
        assertArrayEquals(local0, columns(sent0), 1e-14);

        Parameters w1 = consensus(2);
        Parameters sent1 = round(solver, 1, problem(w1, sent0, 3, 0.05));
        double[] dual = state(solver).dual();
        double[] own1 = state(solver).own();
        double[] flat1 = columns(w1);
        for (int k = 0; k < dual.length; k++) {
            assertEquals(2 * (local0[k] - flat1[k]), dual[k], 1e-14, "β + ρ2 (W̃ − W), with ρ2 of round 0");
            double local1 = (2 * MU * own1[k] + 3 * flat1[k] - dual[k]) / (2 * MU + 3);
            assertEquals(local1 + dual[k] / 3, columns(sent1)[k], 1e-14);
        }
        assertEquals(new SupportAcyclicity(new TraceExponential(), D, C).evaluate(own1), sent1.get(C));
        assertTrue(sent1.get(C) > 0);
        assertTrue(IntStream.range(0, D).allMatch(j -> own1[j * C + j] == 0), "no variable is its own parent");
        assertTrue(solver.ownNetwork().orElseThrow().edgeCount() > 0);
    }

    @Test
    void multiplier_ofTheConsensus_pressesTowardsAcyclicity() {
        double[] loose = new double[SENT.size()];
        double[] tight = new double[SENT.size()];
        tight[C + 1] = PersonalLayout.sent(50);
        double h = round(solver(1e-9, 2), 0, problem(Parameters.copyOf(loose), Parameters.copyOf(loose), 1, 0))
                .get(C);
        double pressed = round(solver(1e-9, 2), 0, problem(Parameters.copyOf(tight), Parameters.copyOf(loose), 1, 0))
                .get(C);
        assertTrue(h > 0.01 && pressed < h / 10, h + " and " + pressed);
    }

    @Test
    void roundOfOthers_readsNothing_keepsTheDuals_andSendsWhatWasSent() {
        PersonalSolver solver = solver(1, 1);
        Participants turns = new Participants("s", List.of(SITE, new SiteId("b")), 1);
        int own = IntStream.range(0, 50)
                .filter(r -> turns.include(SITE, r) && !turns.include(SITE, r + 1) && !turns.include(SITE, r + 2))
                .findFirst()
                .orElseThrow();
        Parameters zero = Parameters.zeros(SENT.size());
        Parameters sent = round(solver, own, problem(zero, zero, 2, 0.05));
        for (int round = own + 1; round <= own + 2; round++) {
            LocalProblem problem = problem(consensus(round), sent, 2, 0.05);
            assertEquals(
                    sent,
                    solver.solveFromReleased(task(round, 2), problem)
                            .orElseThrow()
                            .parameters());
        }
        double[] once = state(solver).dual();
        double[] expected = columns(consensus(own + 1));
        for (int k = 0; k < once.length; k++) {
            assertEquals(2 * (columns(sent)[k] - expected[k]), once[k], 1e-14, "only with the round it was in");
        }
        assertEquals(
                sent,
                solver.solveFromReleased(task(own + 2, 2), problem(consensus(9), sent, 2, 0.05))
                        .orElseThrow()
                        .parameters());
        assertArrayEquals(once, state(solver).dual());
    }

    @Test
    void sameRoundAgain_isTheSame_andMovesNothing() {
        PersonalSolver solver = solver(1, 2);
        LocalProblem problem = problem(consensus(1), Parameters.zeros(SENT.size()), 2, 0.05);
        Parameters sent = round(solver, 0, problem);
        double[] own = state(solver).own();
        assertEquals(sent, round(solver, 0, problem));
        assertArrayEquals(own, state(solver).own());
    }

    @Test
    void restoredSolver_goesOnWithTheSameNumbers() {
        PersonalSolver first = solver(1, 2);
        Parameters zero = Parameters.zeros(SENT.size());
        assertEquals(Payload.empty(), first.releasedState());
        assertTrue(first.ownNetwork().isEmpty());
        Parameters sent = round(first, 0, problem(zero, zero, 2, 0.05));
        PersonalSolver second = solver(1, 2);
        second.restore(first.releasedState());
        assertEquals(first.ownNetwork(), second.ownNetwork());
        LocalProblem next = problem(consensus(4), sent, 2, 0.05);
        assertEquals(round(first, 1, next), round(second, 1, next));
        assertEquals(first.releasedState(), second.releasedState());
        assertFalse(first.releasedState().equals(Payload.empty()));
        assertThrows(IllegalArgumentException.class, () -> solver(1, 2).restore(Payload.copyOf(new byte[40])));
        assertThrows(IllegalArgumentException.class, () -> solver(1, 2).restore(Payload.copyOf(new byte[41])));
    }

    /** 004, eq. 12 and the multiplier of 13. */
    @Test
    void coordinator_takesTheMean_andMovesTheMultiplierByTheMeanOfH() {
        double[] centre = consensus(6).toArray();
        centre[C] = 0.25;
        GlobalSolution step = new MeanConsensus()
                .solve(new GlobalProblem(SENT, Parameters.copyOf(centre), 4, 1.5, 2, 0, Parameters.zeros(SENT.size())));
        assertEquals(0.25, step.acyclicity());
        for (int k = 0; k < centre.length; k++) {
            assertEquals(
                    k == C + 1 ? Math.log(1 + 1.5 + 2 * 0.25) : centre[k],
                    step.parameters().get(k),
                    1e-15);
        }
    }

    private static PersonalSolver.PersonalState state(PersonalSolver solver) {
        return PersonalSolver.PersonalState.of(solver.releasedState());
    }

    /** With α = e^709.7 no step of a search is finite. */
    @Test
    void multiplierThatNoCoordinatorHas_isRefused() {
        for (double entry : new double[] {709.7, 60, -2, Double.NaN}) {
            double[] sent = consensus(1).toArray();
            sent[C + 1] = entry;
            LocalProblem problem = problem(Parameters.copyOf(sent), Parameters.zeros(SENT.size()), 1, 0.05);
            assertThrows(ProtocolException.class, () -> round(solver(1, 2), 0, problem));
        }
        assertEquals(0, PersonalLayout.received(-1e-9), "no more than rounding");
        assertEquals(
                AdmmSettings.ALPHA_CAP,
                PersonalLayout.received(PersonalLayout.sent(AdmmSettings.ALPHA_CAP)),
                1e-12 * AdmmSettings.ALPHA_CAP);
    }
}
