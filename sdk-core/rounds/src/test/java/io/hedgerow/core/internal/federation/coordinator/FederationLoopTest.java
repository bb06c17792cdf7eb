// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.federation.coordinator;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.data.DataView;
import io.hedgerow.core.federation.CoordinatorChannel;
import io.hedgerow.core.federation.Journal;
import io.hedgerow.core.graph.WeightMatrix;
import io.hedgerow.core.internal.acyclicity.TraceExponential;
import io.hedgerow.core.internal.federation.coordinator.Coordinator.StudyResult;
import io.hedgerow.core.internal.federation.site.Fixtures;
import io.hedgerow.core.internal.federation.site.SiteChannel;
import io.hedgerow.core.internal.federation.site.SiteSession;
import io.hedgerow.core.internal.solver.AugmentedLagrangianSolver;
import io.hedgerow.core.model.ParameterLayout;
import io.hedgerow.core.model.Parameters;
import io.hedgerow.core.privacy.MechanismEvent;
import io.hedgerow.core.protocol.CoordinatorMessage;
import io.hedgerow.core.protocol.ProtectedUpdate;
import io.hedgerow.core.protocol.SiteId;
import io.hedgerow.core.protocol.SiteReply;
import io.hedgerow.core.protocol.StudyState;
import io.hedgerow.core.protocol.Task;
import io.hedgerow.core.solver.LocalProblem;
import io.hedgerow.core.solver.LocalSolution;
import io.hedgerow.core.solver.LocalSolver;
import io.hedgerow.core.study.CommunicationPolicy;
import io.hedgerow.core.study.PenaltySchedule;
import io.hedgerow.core.study.Study;
import io.hedgerow.core.study.Study.AdmmSettings;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Both real ends, each in its own thread, over both channel interfaces. */
class FederationLoopTest {

    /** Two variables and a third; two hidden parameters per edge, and a bias that carries no edge. */
    private static final ParameterLayout HIDDEN = ParameterLayout.of(
            3, List.of(new ParameterLayout.Block("hidden", 6, 2, 1), new ParameterLayout.Block("bias", 1, 0, 0)));

    /** Queues in memory, one towards each site and one back. */
    private static final class Wire implements CoordinatorChannel {
        final Map<SiteId, BlockingQueue<CoordinatorMessage>> down = new TreeMap<>();
        final BlockingQueue<SiteReply> up = new LinkedBlockingQueue<>();

        SiteChannel connect(SiteId site) {
            BlockingQueue<CoordinatorMessage> messages = new LinkedBlockingQueue<>();
            down.put(site, messages);
            return new SiteChannel() {
                @Override
                public CoordinatorMessage receive() throws InterruptedException {
                    return messages.take();
                }

                @Override
                public void send(ProtectedUpdate update) {
                    up.add(update);
                }

                @Override
                public void send(SiteReply.Answer answer) {
                    up.add(answer);
                }

                @Override
                public void send(SiteReply.Failure failure) {
                    up.add(failure);
                }

                @Override
                public boolean hasNext() {
                    return !messages.isEmpty();
                }
            };
        }

        @Override
        public Set<SiteId> sites() {
            return Set.copyOf(down.keySet());
        }

        @Override
        public void broadcast(CoordinatorMessage message) {
            down.values().forEach(queue -> queue.add(message));
        }

        @Override
        public void send(SiteId site, CoordinatorMessage.Question question) {
            Objects.requireNonNull(down.get(site)).add(question);
        }

        @Override
        public Optional<SiteReply> awaitReply(Duration timeout) throws InterruptedException {
            return Optional.ofNullable(up.poll(timeout.toNanos(), TimeUnit.NANOSECONDS));
        }
    }

    /** argmin ½‖B − own‖² + ⟨β, B − W⟩ + ρ2/2 ‖B − W‖². */
    private static final class Own implements LocalSolver {
        private final double[] own;

        Own(double[] own) {
            this.own = own;
        }

        @Override
        public String id() {
            return "own";
        }

        @Override
        public MechanismEvent plan(Task task) {
            return new MechanismEvent.NonPrivate("test");
        }

        @Override
        public LocalSolution solve(LocalProblem problem, DataView view) {
            double[] b = new double[own.length];
            for (int k = 0; k < b.length; k++) {
                double pull = problem.rho2() * problem.consensus().get(k)
                        - problem.dual().get(k);
                b[k] = (own[k] + pull) / (1 + problem.rho2());
            }
            return new LocalSolution(Parameters.takeOver(b), 1, true);
        }
    }

    private static Study hidden(CommunicationPolicy communication) {
        Study linear = Fixtures.study(2, 150, 2, communication);
        return new Study(
                "study",
                linear.schema(),
                HIDDEN,
                2,
                linear.policy(),
                new Study.Rounds(
                        new AdmmSettings(150, 0, 0, new PenaltySchedule(1, 1.1, 1e6), PenaltySchedule.constant(1)),
                        linear.consensus().lossScaling(),
                        0,
                        linear.consensus().centring(),
                        communication,
                        1));
    }

    @Test
    void severalParametersPerEdge_goThroughTheWholeLoopAndEndAcyclicAndAgreed() throws Exception {
        Study study = hidden(CommunicationPolicy.exact());
        // target j: edges from x1, x2, x3 with two parameters each, then its bias; x1 ⇄ x2 form a cycle
        double[] a = {9, 9, 0.4, 0.3, 0, 0, 2, /**/ 3, 1, 9, 9, 0, 0, -1, /**/ 1, 0, 0, 2, 9, 9, 0.5};
        double[] b = {9, 9, 0.2, 0.5, 0, 0, 4, /**/ 1, 3, 9, 9, 0, 0, -1, /**/ 3, 0, 0, 2, 9, 9, 0.5};
        Wire wire = new Wire();
        List<SiteSession> sessions = new ArrayList<>();
        ExecutorService threads = Executors.newFixedThreadPool(2);
        try {
            List<Future<?>> running = new ArrayList<>();
            for (Map.Entry<String, double[]> site : new TreeMap<>(Map.of("a", a, "b", b)).entrySet()) {
                SiteSession session = Fixtures.session(site.getKey(), study, new Own(site.getValue()));
                SiteChannel channel = wire.connect(session.site());
                sessions.add(session);
                running.add(threads.submit(() -> {
                    session.run(channel, failure -> {
                        throw failure;
                    });
                    return null;
                }));
            }
            StudyResult result = new Coordinator(
                            study,
                            wire,
                            new InsecurePlainUpload(study),
                            new AugmentedLagrangianSolver(new TraceExponential(), 1000, 1e-10),
                            (report, consensus) -> {},
                            System::nanoTime,
                            Journal.none())
                    .run();
            for (Future<?> one : running) {
                one.get(30, TimeUnit.SECONDS);
            }

            assertEquals(StudyState.ROUNDS_COMPLETED, result.state());
            sessions.forEach(session -> assertEquals(result.consensus(), session.consensus()));
            WeightMatrix network = HIDDEN.edgeWeights(result.consensus());
            assertTrue(network.get(1, 0) < 0.05, "the weaker direction of the cycle goes: " + network.get(1, 0));
            // without constraint the minimiser of Σ ½‖W − own_p‖² is the mean: (2, 2), (2, 0) and the biases 3, −1, 0.5
            assertEquals(Math.sqrt(8), network.get(0, 1), 0.02);
            assertEquals(2, network.get(0, 2), 1e-6);
            assertEquals(2, network.get(1, 2), 1e-6);
            assertEquals(3, result.consensus().get(6), 1e-6);
            assertEquals(-1, result.consensus().get(13), 1e-6);
            for (int j = 0; j < 3; j++) {
                assertEquals(0, result.consensus().get(j * 7 + 2 * j), "self-edges stay exactly 0");
                assertFalse(network.hasEdge(j, j));
            }
        } finally {
            threads.shutdownNow();
        }
    }
}
