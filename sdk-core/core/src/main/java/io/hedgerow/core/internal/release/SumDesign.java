// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.release;

import io.hedgerow.core.data.RowSource;
import io.hedgerow.core.federation.Participation;
import io.hedgerow.core.graph.WeightMatrix;
import io.hedgerow.core.internal.federation.coordinator.SumCoordinator;
import io.hedgerow.core.method.Method;
import io.hedgerow.core.model.Parameters;
import io.hedgerow.core.protocol.Aggregate;
import io.hedgerow.core.protocol.SiteId;
import io.hedgerow.core.search.ColumnFigures;
import io.hedgerow.core.search.Evidence;
import io.hedgerow.core.solver.LocalSolver;
import io.hedgerow.core.study.Study;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/**
 * Describes a release of sums: what each site sums, with which noise, and what the coordinator makes of the sums. A
 * {@link SumRelease} runs it. Sites and coordinator read the same design. Contains nothing computed from data.
 * Immutable.
 */
public interface SumDesign {

    /** The noise in a sum. */
    enum Noise {
        /** None: the sum is exact, and a site gives it once for each version of its data. */
        NONE,
        /** Every site adds all of its own noise, so a sum over some of the sites is as private as one over all. */
        OWN,
        /** Sites share the noise of a sum, so a sum over some of them would lack a share. */
        SHARED
    }

    /** {@return the noise that sites add} */
    default Noise noise() {
        return Noise.NONE;
    }

    /** {@return the names of what works at both ends, for provenance} */
    String components();

    /** {@return the revision of what its messages mean, see {@link Method#revision}} */
    int revision();

    /**
     * {@return the local computation of a site, which adds the noise}
     *
     * @param site one of the study
     */
    LocalSolver solver(SiteId site);

    /**
     * {@return what follows from the sums}
     *
     * @param sums the first one, and those that it leads to
     * @throws IllegalArgumentException when the sums are no sums of rows
     */
    Found found(Sums sums);

    /**
     * Asks for the sums that are needed and reads them; where sites do not wait, what it refuses they still learn.
     *
     * @param sums the first one, and those that it leads to
     * @return the search that is left, which asks for more sums only where sites wait for the result
     * @throws IllegalArgumentException when the sums are no sums of rows
     */
    default Supplier<Found> read(Sums sums) {
        return () -> found(sums);
    }

    /** {@return the name of the statistic in front of that of the study, for masks} */
    default String statistic() {
        return "moments";
    }

    /** {@return the settings of the search; see {@link Method#shownSettings}} */
    default Optional<Record> shownSettings() {
        return Optional.empty();
    }

    /** {@return the rows that are summed; see {@link Method#prepared(RowSource)}} */
    default RowSource prepared(RowSource rows) {
        return rows;
    }

    /** {@return the rows that are summed of a site that may not have all columns} */
    default RowSource prepared(SiteId site, RowSource rows) {
        return prepared(rows);
    }

    /** {@return the variables that a site was declared not to have} */
    default Set<String> absentColumns(SiteId site) {
        return Set.of();
    }

    /** {@return the name of the sum that has a site's numbers; see {@link Method#sum}} */
    default String sum(SiteId site) {
        return "of all sites";
    }

    /**
     * {@return whether sites wait for the result, and learn at the end whether it was usable} Otherwise the study ends
     * for them when the sums were read, and the coordinator searches on its own.
     *
     * @param rounds of the study
     */
    default boolean keepsSitesWaiting(int rounds) {
        return rounds > 1;
    }

    /** {@return whether the messages of single sites are read, where the protection lets them be seen} */
    default boolean readsSingleSites() {
        return false;
    }

    /** {@return whether sites are summed in several groups} */
    default boolean hasSeveralSums() {
        return false;
    }

    /** {@return where the part of each round begins in a message, and where the last one ends; empty without parts} */
    default List<Integer> parts() {
        return List.of();
    }

    /** {@return bytes of all sites by the published formula; see {@link Method#publishedBytes}} */
    default long publishedBytes(Study study, long coefficients) {
        return coefficients * Double.BYTES;
    }

    /** {@return the design for one process that has all rows} */
    default SumDesign inOneProcess() {
        return this;
    }

    /** The exchange of sums in a running study. Not thread-safe. */
    final class Sums {

        private final Aggregate first;
        private final SumCoordinator.MoreSums more;
        private final Supplier<Map<SiteId, Parameters>> messages;
        private Participation participation = new Participation();
        private Aggregate last;
        private boolean ended;

        /** An exchange of which no message of a single site is read. */
        public Sums(Aggregate first, SumCoordinator.MoreSums more) {
            this(first, more, Map::of);
        }

        Sums(Aggregate first, SumCoordinator.MoreSums more, Supplier<Map<SiteId, Parameters>> messages) {
            this.first = first;
            this.last = first;
            this.more = more;
            this.messages = messages;
            participation.add(first.round(), first.included());
        }

        /** {@return the sum of the first round, with the parts of single sites where the coordinator sees them} */
        public Aggregate first() {
            return first;
        }

        /** {@return the number of sites in the first sum} */
        public int sites() {
            return first.included().size();
        }

        /** {@return the sites in the last sum} */
        public Set<SiteId> included() {
            return last.included();
        }

        /** {@return the last message of each site, where {@link SumDesign#readsSingleSites}; empty behind masks} */
        public Map<SiteId, Parameters> messages() {
            return messages.get();
        }

        /**
         * Announces a value to the sites and adds up their answers.
         *
         * @param announced of the layout's size; follows from the sums before and from nothing else
         * @return the total of all rounds
         * @throws IllegalStateException when the study has no further round, or ended
         */
        public Parameters after(Parameters announced) {
            if (ended) {
                throw new IllegalStateException("sites must not be asked when the study has ended: ask in read");
            }
            last = more.after(announced);
            participation.add(last.round(), last.included());
            return last.sum();
        }

        /** {@return how many rounds are left} */
        public int left() {
            return ended ? 0 : more.left();
        }

        /** Notes sites whose sums differ from those of the others. */
        public void standOut(Set<SiteId> sites) {
            participation.standOut(sites);
        }

        /** Counts all sums so far as one, over the sites of the last. */
        public void countAsOne() {
            participation = new Participation();
            participation.add(0, last.included());
        }

        void end() {
            ended = true;
        }

        Participation participation() {
            return participation;
        }
    }

    /**
     * The result of a release.
     *
     * @param network that was found; empty where none was searched
     * @param evidence for and against it, where the search weighs any
     * @param columns figures of the variables, where only these were wanted
     * @param notes about the result, one line each
     * @param noise scales of noise that only the end tells, by name
     */
    record Found(
            Optional<WeightMatrix> network,
            Optional<Evidence> evidence,
            List<ColumnFigures> columns,
            List<String> notes,
            Map<String, Double> noise) {

        public Found {
            columns = List.copyOf(columns);
            notes = List.copyOf(notes);
            noise = Map.copyOf(noise);
        }

        public static Found of(WeightMatrix network, Evidence evidence, List<String> notes) {
            return new Found(Optional.of(network), Optional.of(evidence), List.of(), notes, Map.of());
        }

        public static Found of(WeightMatrix network, List<String> notes) {
            return new Found(Optional.of(network), Optional.empty(), List.of(), notes, Map.of());
        }

        public static Found ofColumns(List<ColumnFigures> columns, List<String> notes) {
            return new Found(Optional.empty(), Optional.empty(), columns, notes, Map.of());
        }

        /** The same with a scale of noise. */
        public Found withNoise(String name, double scale) {
            return new Found(network, evidence, columns, notes, Map.of(name, scale));
        }

        /** The same with other evidence, where there is any. */
        public Found weighing(UnaryOperator<Evidence> change) {
            return new Found(network, evidence.map(change), columns, notes, noise);
        }

        Method.Ended ended(Participation participation) {
            Method.Ended ended = network.map(graph -> Method.Ended.released(graph, evidence, participation, notes))
                    .orElseGet(() -> Method.Ended.looked(columns, participation, notes));
            return noise.isEmpty() ? ended : ended.withNoise(noise);
        }
    }
}
