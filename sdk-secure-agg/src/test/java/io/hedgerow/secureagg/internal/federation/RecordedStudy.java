// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.secureagg.internal.federation;

import io.hedgerow.core.data.Centring;
import io.hedgerow.core.data.DataView;
import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.federation.Aggregator;
import io.hedgerow.core.federation.Aggregator.Dialogue;
import io.hedgerow.core.internal.federation.coordinator.InsecurePlainUpload;
import io.hedgerow.core.internal.solver.ClosedFormSolver;
import io.hedgerow.core.model.Diagonal;
import io.hedgerow.core.model.LossScaling;
import io.hedgerow.core.model.ParameterLayout;
import io.hedgerow.core.model.Parameters;
import io.hedgerow.core.privacy.MechanismEvent;
import io.hedgerow.core.protocol.Aggregate;
import io.hedgerow.core.protocol.ProtectedUpdate;
import io.hedgerow.core.protocol.SiteId;
import io.hedgerow.core.protocol.Task;
import io.hedgerow.core.protocol.Update;
import io.hedgerow.core.solver.GlobalProblem;
import io.hedgerow.core.solver.GlobalSolution;
import io.hedgerow.core.solver.GlobalSolver;
import io.hedgerow.core.solver.LocalProblem;
import io.hedgerow.core.solver.LocalSolution;
import io.hedgerow.core.solver.LocalSolver;
import io.hedgerow.core.study.CommunicationPolicy;
import io.hedgerow.core.study.CommunicationPolicy.ValueEncoding;
import io.hedgerow.core.study.PenaltySchedule;
import io.hedgerow.core.study.RoundPolicy;
import io.hedgerow.core.study.Study;
import io.hedgerow.core.study.Study.AdmmSettings;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * What attacks on exact rounds work on: a study whose coordinator keeps what it sees, and sites that know what is to be
 * found.
 */
final class RecordedStudy {

    private RecordedStudy() {}

    static final int D = 4;
    static final int N = 5;
    static final int ROUNDS = 200;
    static final double RHO = 1;
    static final SiteId VICTIM = new SiteId("site-1");
    static final CommunicationPolicy STEPS = new CommunicationPolicy(ValueEncoding.FIXED, 0x1p-30, 0, 0);

    /** Keeps the second moments, weighed as in the loss, to compare with. */
    static final class Recorded implements LocalSolver {
        private final ClosedFormSolver exact = new ClosedFormSolver(Diagonal.FREE);
        double[][] moments = new double[0][];

        @Override
        public String id() {
            return exact.id();
        }

        @Override
        public MechanismEvent plan(Task task) {
            return exact.plan(task);
        }

        @Override
        public LocalSolution solve(LocalProblem problem, DataView view) {
            LocalSolution solution = exact.solve(problem, view);
            double[] second = view.statistics().secondMoment(problem.centring());
            moments = new double[D][D];
            for (int i = 0; i < D; i++) {
                for (int j = 0; j < D; j++) {
                    moments[i][j] = problem.lossWeight() * second[i * D + j];
                }
            }
            return solution;
        }
    }

    /** The coordinator's own notes: sums, over whom, and uploads where they can be read. */
    static final class View implements Aggregator {
        private final Aggregator aggregator;
        final List<double[]> sums = new ArrayList<>();
        final List<Set<SiteId>> included = new ArrayList<>();
        final List<double[]> victim = new ArrayList<>();
        boolean denies;

        /** A round whose sum is not opened, or a negative number; all are told that they were in it. */
        int unopened = -1;

        View(Aggregator aggregator) {
            this.aggregator = aggregator;
        }

        @Override
        public String id() {
            return aggregator.id();
        }

        @Override
        public Update.Form form() {
            return Update.Form.SUMMED_CHANGE;
        }

        @Override
        public void begun(Task task) {
            aggregator.begun(task);
        }

        @Override
        public void prepare(Task task, Dialogue dialogue) throws InterruptedException {
            aggregator.prepare(task, dialogue);
        }

        @Override
        public void check(int round, ProtectedUpdate update) {
            if (round != unopened) {
                aggregator.check(round, update);
            }
        }

        @Override
        public Aggregate aggregate(int round, List<ProtectedUpdate> updates, Dialogue dialogue)
                throws InterruptedException {
            if (round == unopened) {
                return new Aggregate(round, Set.copyOf(names()), Parameters.zeros(D * D));
            }
            if (aggregator instanceof InsecurePlainUpload) {
                for (ProtectedUpdate update : updates) {
                    if (update.site().equals(VICTIM)) {
                        victim.add(aggregator
                                .aggregate(round, List.of(update), dialogue)
                                .sum()
                                .toArray());
                    }
                }
            }
            Aggregate sum = aggregator.aggregate(round, updates, dialogue);
            sums.add(sum.sum().toArray());
            included.add(new TreeSet<>(sum.included()));
            Set<SiteId> told = new TreeSet<>(sum.included());
            if (denies) {
                told.remove(VICTIM);
            }
            return new Aggregate(round, told, sum.sum());
        }
    }

    /** A malicious coordinator: the same W after every round. The sites that are in the sums converge to it. */
    static final class Constant implements GlobalSolver {
        @Override
        public String id() {
            return "constant";
        }

        static double[] consensus() {
            double[] w = new double[D * D];
            for (int i = 0; i + 1 < D; i++) {
                w[(i + 1) * D + i] = 0.5;
            }
            return w;
        }

        @Override
        public GlobalSolution solve(GlobalProblem problem) {
            return new GlobalSolution(Parameters.copyOf(consensus()), 0, 1);
        }
    }

    static Study study(CommunicationPolicy communication, int quorum) {
        return study(ROUNDS, communication, quorum);
    }

    static Study study(int rounds, CommunicationPolicy communication, int quorum) {
        return new Study(
                "study",
                VariableSchema.numbered(D),
                ParameterLayout.linear(D),
                N,
                new RoundPolicy(quorum, Duration.ofSeconds(30), RoundPolicy.Convergence.never()),
                new Study.Rounds(
                        new AdmmSettings(rounds, 0, 0, PenaltySchedule.constant(1), PenaltySchedule.constant(RHO)),
                        LossScaling.PER_SITE,
                        0,
                        Centring.NONE,
                        communication,
                        1));
    }

    static List<SiteId> names() {
        List<SiteId> names = new ArrayList<>();
        for (int p = 0; p < N; p++) {
            names.add(new SiteId("site-" + (p + 1)));
        }
        return names;
    }
}
