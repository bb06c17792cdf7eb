// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.catalogue;

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
import java.util.Optional;
import java.util.Set;

/**
 * Describes an exact release: what each site sums, and what the coordinator makes of the sums. A {@link SumRelease}
 * runs it. Sites and coordinator read the same design. Contains nothing computed from data. Immutable.
 */
interface SumDesign {

    /** {@return the names of what works at both ends, for provenance} */
    String components();

    /** {@return the revision of what its messages mean, see {@link Method#revision}} */
    int revision();

    /**
     * {@return the local computation of a site}
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

    /** {@return whether sites wait for the result of one sum, and learn at the end whether it was usable} */
    default boolean keepsSitesWaiting() {
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
        private final Optional<SumCoordinator.MoreSums> more;
        private final Participation participation = new Participation();

        Sums(Aggregate first, Optional<SumCoordinator.MoreSums> more) {
            this.first = first;
            this.more = more;
            participation.add(first.round(), first.included());
        }

        /** {@return the sum of the first round, with the parts of single sites where the coordinator sees them} */
        Aggregate first() {
            return first;
        }

        /** {@return the number of sites in the first sum} */
        int sites() {
            return first.included().size();
        }

        /**
         * Announces a value to the sites and adds up their answers.
         *
         * @param announced of the layout's size; follows from the sums before and from nothing else
         * @return the total of all rounds
         * @throws IllegalStateException when the study has no further round
         */
        Parameters after(Parameters announced) {
            Aggregate next = more.orElseThrow(
                            () -> new IllegalStateException("a study of one round must not ask sites again"))
                    .after(announced);
            participation.add(next.round(), next.included());
            return next.sum();
        }

        /** {@return how many rounds are left} */
        int left() {
            return more.map(SumCoordinator.MoreSums::left).orElse(0);
        }

        /** Notes sites whose sums differ from those of the others. */
        void standOut(Set<SiteId> sites) {
            participation.standOut(sites);
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
     */
    record Found(
            Optional<WeightMatrix> network,
            Optional<Evidence> evidence,
            List<ColumnFigures> columns,
            List<String> notes) {

        public Found {
            columns = List.copyOf(columns);
            notes = List.copyOf(notes);
        }

        static Found of(WeightMatrix network, Evidence evidence, List<String> notes) {
            return new Found(Optional.of(network), Optional.of(evidence), List.of(), notes);
        }

        static Found of(WeightMatrix network, List<String> notes) {
            return new Found(Optional.of(network), Optional.empty(), List.of(), notes);
        }

        static Found ofColumns(List<ColumnFigures> columns, List<String> notes) {
            return new Found(Optional.empty(), Optional.empty(), columns, notes);
        }

        Method.Ended ended(Participation participation) {
            return network.map(graph -> Method.Ended.released(graph, evidence, participation, notes))
                    .orElseGet(() -> Method.Ended.looked(columns, participation, notes));
        }
    }
}
