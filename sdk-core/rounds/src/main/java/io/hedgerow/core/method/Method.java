// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.method;

import io.hedgerow.core.data.RowSource;
import io.hedgerow.core.federation.Aggregator;
import io.hedgerow.core.federation.CoordinatorChannel;
import io.hedgerow.core.federation.CoordinatorRecord;
import io.hedgerow.core.federation.Journal;
import io.hedgerow.core.federation.OutcomeRecorder;
import io.hedgerow.core.federation.Participation;
import io.hedgerow.core.federation.RoundObserver;
import io.hedgerow.core.federation.RoundReport;
import io.hedgerow.core.graph.WeightMatrix;
import io.hedgerow.core.internal.federation.coordinator.Coordinator;
import io.hedgerow.core.internal.federation.coordinator.Coordinator.StudyResult;
import io.hedgerow.core.method.descriptor.MethodDescriptor;
import io.hedgerow.core.method.rounds.NetworkOfRounds;
import io.hedgerow.core.protocol.SiteId;
import io.hedgerow.core.protocol.StudyState;
import io.hedgerow.core.search.ColumnFigures;
import io.hedgerow.core.search.Evidence;
import io.hedgerow.core.solver.GlobalSolver;
import io.hedgerow.core.solver.LocalSolver;
import io.hedgerow.core.study.Study;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/**
 * Defines what a study computes, at the sites and at the coordinator: the same terms give the same study, in one
 * process or over a network.
 */
public interface Method {

    /** {@return the study that was agreed on} */
    Study study();

    /** {@return the form of the sums behind masks} */
    SumForm sums();

    /**
     * {@return the name of the statistic that is released without a budget to pay for it, the same in all plans and
     * releases, for sites keep it; empty when there is none} A site gives it to one study for each version of its data.
     */
    default Optional<String> exactStatistic() {
        return Optional.empty();
    }

    /**
     * {@return the name of the study under which sites remember a release of {@link #exactStatistic}; of this one
     * unless overridden} A study that takes the sum of an earlier one again, over the same sites, rows and columns, has
     * the name of that one, and the same {@link #sums}.
     */
    default String releasedUnder() {
        return study().name();
    }

    /** {@return the names of the solvers of both ends, for provenance} */
    String components();

    /**
     * {@return the bytes of all sites by the papers' formula}
     *
     * @param rounds that were run; empty without rounds towards a consensus
     * @param coefficients that sites uploaded
     */
    long publishedBytes(List<RoundReport> rounds, long coefficients);

    /**
     * {@return whether weights are norms of the first layers of neural networks, which say that a variable depends on
     * another, and not by how much}
     */
    default boolean weightsAreNorms() {
        return false;
    }

    /**
     * {@return the solver of a site}
     *
     * @param site the site
     */
    LocalSolver solver(SiteId site);

    /**
     * {@return a new network at a site, of the consensus of every round, which every site is told anyway; it equals the
     * coordinator's network} Empty where sites are told no consensus.
     */
    default Optional<NetworkOfRounds> networkAtSites() {
        return Optional.empty();
    }

    /**
     * {@return the rows that are computed on: the same, or in another unit that the plan names}
     *
     * @param rows of a site, closed
     */
    default RowSource prepared(RowSource rows) {
        return rows;
    }

    /**
     * {@return the rows of all variables of the study, as its solver takes them, of a site that may not have all
     * columns; those of {@link #prepared(RowSource)} unless overridden}
     *
     * @param site whose rows
     * @param rows closed
     */
    default RowSource prepared(SiteId site, RowSource rows) {
        return prepared(rows);
    }

    /**
     * {@return the variables that a site was declared not to have; none unless overridden}
     *
     * @param site of the study
     */
    default Set<String> absentColumns(SiteId site) {
        return Set.of();
    }

    /**
     * {@return a name, in words, of the sum that contains a site's numbers; sites that are summed together have the
     * same} One sum over all sites unless overridden. A plan's promises about sums are about each of them.
     *
     * @param site of the study
     */
    default String sum(SiteId site) {
        return "of all sites";
    }

    /** {@return whether there are several sums, each over some sites, so that no site may be missing behind masks} */
    default boolean hasSeveralSums() {
        return false;
    }

    /**
     * {@return the revision of the meaning of this method's messages; 1 unless overridden} It grows whenever the same
     * numbers would be understood in another way by an earlier release; sites and coordinators of different revisions
     * refuse each other before anything is charged.
     */
    default int revision() {
        return 1;
    }

    /**
     * {@return all settings that follow from the parameters, as a report of a run shows them; empty, also unless
     * overridden, where it shows the parameters that were given}
     */
    default Optional<Record> shownSettings() {
        return Optional.empty();
    }

    /**
     * {@return the method for one process that has all rows, to which sums of single sites tell nothing; usually this}
     */
    default Method inOneProcess() {
        return this;
    }

    /**
     * {@return the result of the coordinator's part of the study}
     *
     * @param with the connections to the sites
     * @throws InterruptedException when the waiting thread is interrupted
     */
    Ended coordinate(Coordination with) throws InterruptedException;

    /**
     * The result of a study that has ended. The factories make one, and the methods {@code with…} add what is known.
     *
     * @param state how it ended
     * @param reason in words
     * @param participation in which rounds each site was
     * @param learned the network; empty where none was learned
     * @param columns figures of the variables, of a study that computes nothing but these; otherwise empty
     * @param noise scales of noise that are known at the end only, by name
     * @param notes reasons to doubt the network, and advice, one line each
     */
    record Ended(
            StudyState state,
            String reason,
            Participation participation,
            Optional<Learned> learned,
            List<ColumnFigures> columns,
            Map<String, Double> noise,
            List<String> notes) {
        public Ended {
            Objects.requireNonNull(state, "state");
            Objects.requireNonNull(reason, "reason");
            Objects.requireNonNull(participation, "participation");
            Objects.requireNonNull(learned, "learned");
            columns = List.copyOf(columns);
            noise = Map.copyOf(noise);
            notes = List.copyOf(notes);
        }

        /**
         * The network that a study learned.
         *
         * @param network acyclic
         * @param voteShares share of the voting rounds that had each edge, where there was a vote
         * @param evidence the evidence of the moments, where the network was searched on moments
         */
        public record Learned(WeightMatrix network, Optional<WeightMatrix> voteShares, Optional<Evidence> evidence) {
            public Learned {
                Objects.requireNonNull(network, "network");
                Objects.requireNonNull(voteShares, "voteShares");
                Objects.requireNonNull(evidence, "evidence");
            }
        }

        /**
         * {@return the end of a study without a result}
         *
         * @param state how it ended
         * @param reason in words
         * @param participation in which rounds each site was
         */
        public static Ended without(StudyState state, String reason, Participation participation) {
            return new Ended(state, reason, participation, Optional.empty(), List.of(), Map.of(), List.of());
        }

        /**
         * {@return the end of a study that released its sums to look at columns, and searched nothing} It has no
         * network, which differs from a network without edges.
         *
         * @param columns figures of the variables
         * @param participation with every round and the outlying sites
         * @param notes advice before learning, the most urgent first
         */
        public static Ended looked(List<ColumnFigures> columns, Participation participation, List<String> notes) {
            return new Ended(
                    StudyState.ROUNDS_COMPLETED,
                    "the sum was released for a look at columns; nothing was searched, so what depends on what is not"
                            + " known",
                    participation,
                    Optional.empty(),
                    columns,
                    Map.of(),
                    notes);
        }

        /**
         * {@return the end of a study that released all of its sums}
         *
         * @param network found on the sums
         * @param evidence of the sums beside the network
         * @param participation with every round and the outlying sites
         * @param notes about the network
         */
        public static Ended released(
                WeightMatrix network, Optional<Evidence> evidence, Participation participation, List<String> notes) {
            return without(StudyState.ROUNDS_COMPLETED, "the sum was released", participation)
                    .withNetwork(new Learned(network, Optional.empty(), evidence))
                    .withNotes(notes);
        }

        /**
         * {@return the end of a study without a sum, and so without a network; the journal has the reason}
         *
         * @param remembered the coordinator's journal
         */
        public static Ended unreleased(OutcomeRecorder remembered) {
            CoordinatorRecord.Ended end = remembered
                    .end()
                    .orElseThrow(
                            () -> new IllegalStateException("a study must end with a sum or a reason, has neither"));
            return without(end.state(), end.reason(), new Participation());
        }

        /** {@return the number of rounds that were completed} */
        public int rounds() {
            return participation.rounds();
        }

        /** {@return the network that was learned, acyclic; empty without a result} */
        public Optional<WeightMatrix> network() {
            return learned.map(Learned::network);
        }

        /** {@return the share of the voting rounds that had each edge, where there was a vote} */
        public Optional<WeightMatrix> voteShares() {
            return learned.flatMap(Learned::voteShares);
        }

        /** {@return the evidence of the moments, where the network was searched on moments} */
        public Optional<Evidence> evidence() {
            return learned.flatMap(Learned::evidence);
        }

        /**
         * {@return a copy with another reason}
         *
         * @param words the reason
         */
        public Ended withReason(String words) {
            return new Ended(state, words, participation, learned, columns, noise, notes);
        }

        /**
         * {@return a copy with a network}
         *
         * @param found the learned network
         */
        public Ended withNetwork(Learned found) {
            return new Ended(state, reason, participation, Optional.of(found), columns, noise, notes);
        }

        /**
         * {@return a copy with the scales of noise of a private release}
         *
         * @param scales of noise, by name
         */
        public Ended withNoise(Map<String, Double> scales) {
            return new Ended(state, reason, participation, learned, columns, scales, notes);
        }

        /**
         * {@return a copy with other notes}
         *
         * @param lines the notes, one line each
         */
        public Ended withNotes(List<String> lines) {
            return new Ended(state, reason, participation, learned, columns, noise, lines);
        }
    }

    /** {@return the names of the methods of all modules on the path, in alphabetical order} */
    static List<String> names() {
        return MethodCatalogue.ofModules().names();
    }

    /** {@return descriptions of all methods of the modules on the path, baselines included, in the modules' order} */
    static List<MethodDescriptor> descriptors() {
        return MethodCatalogue.ofModules().descriptors();
    }

    /**
     * {@return a method by its name, with its defaults, for {@code Learning} and programs without a plan}
     *
     * @param name one of {@link #names()}
     */
    static NamedMethod named(String name) {
        return new NamedMethod(name, Map.of(), NamedMethod.USUAL_ROUNDS, Optional.empty());
    }

    /**
     * {@return the method of a study}
     *
     * @param terms the agreed terms
     * @throws IllegalArgumentException when the method or a parameter is not known, or has a wrong value
     */
    static Method of(StudyTerms terms) {
        return MethodCatalogue.ofModules().method(terms);
    }

    /**
     * {@return the result of rounds towards a consensus}
     *
     * @param study the agreed study
     * @param solver the coordinator's step
     * @param network derives the network from the rounds
     * @param with the connections to the sites
     * @throws InterruptedException when the thread is interrupted
     */
    static Ended rounds(Study study, GlobalSolver solver, NetworkOfRounds network, Coordination with)
            throws InterruptedException {
        StudyResult result = new Coordinator(
                        study,
                        with.channel(),
                        with.aggregator(),
                        solver,
                        network.and(with.observer()),
                        System::nanoTime,
                        with.journal())
                .run();
        Participation participation = new Participation();
        result.rounds().forEach(participation::add);
        boolean learned = result.state() == StudyState.ROUNDS_COMPLETED || result.state() == StudyState.CONVERGED;
        Ended ended = Ended.without(result.state(), result.reason(), participation);
        return learned
                ? ended.withNetwork(new Ended.Learned(network.network(), network.voteShares(), Optional.empty()))
                : ended;
    }

    /**
     * The connections with which the coordinator's part of a method works.
     *
     * @param channel to the sites
     * @param aggregator sums what they send
     * @param observer is told of every round
     * @param journal of the study, or empty
     */
    record Coordination(
            CoordinatorChannel channel,
            Aggregator aggregator,
            RoundObserver observer,
            Journal<CoordinatorRecord> journal) {
        public Coordination {
            Objects.requireNonNull(channel, "channel");
            Objects.requireNonNull(aggregator, "aggregator");
            Objects.requireNonNull(observer, "observer");
            Objects.requireNonNull(journal, "journal");
        }
    }
}
