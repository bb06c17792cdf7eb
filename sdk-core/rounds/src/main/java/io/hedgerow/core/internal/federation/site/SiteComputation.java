// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.federation.site;

import io.hedgerow.core.data.Centring;
import io.hedgerow.core.data.DataView;
import io.hedgerow.core.data.SiteData;
import io.hedgerow.core.federation.UpdateProtector;
import io.hedgerow.core.internal.protocol.OpenRoundException;
import io.hedgerow.core.model.LossScaling;
import io.hedgerow.core.privacy.MechanismEvent;
import io.hedgerow.core.privacy.PolicyRefusedException;
import io.hedgerow.core.privacy.PrivacyGate;
import io.hedgerow.core.privacy.PrivacyGate.Reservation;
import io.hedgerow.core.protocol.Task;
import io.hedgerow.core.solver.LocalProblem;
import io.hedgerow.core.solver.LocalSolution;
import io.hedgerow.core.solver.LocalSolver;
import io.hedgerow.core.study.Study;
import java.util.Optional;

/**
 * The only access of a site's session to its records: a round is planned, noted, reserved, and only then read, if it
 * must be.
 */
record SiteComputation(
        Study study,
        SiteData data,
        PrivacyGate gate,
        LocalSolver solver,
        UpdateProtector protector,
        SiteState state,
        SiteProgress progress) {

    LocalSolution solve(Task task) {
        Optional<LocalSolution> released =
                weighsByRows() ? Optional.empty() : solver.solveFromReleased(task, problem(task, 0));
        return released.isPresent() ? released.get() : solveOnData(task);
    }

    private LocalSolution solveOnData(Task task) {
        MechanismEvent event = solver.plan(task);
        requireSecretRowCount(event);
        FixedCohort.require(study, event, protector);
        try (DataView view = opened(task.round(), event)) {
            try {
                long rows = weighsByRows() ? view.statistics().rows() : 0;
                return solver.solve(problem(task, rows), view);
            } catch (RuntimeException e) {
                if (view.failedInSource(e) && progress.staysOpen()) {
                    throw new OpenRoundException(e);
                }
                throw e;
            }
        }
    }

    /**
     * Opens the data for a round: under a new reservation, or under that of an earlier attempt that the ledger may have
     * let through and of which the journal proves that no row was handed on.
     */
    private DataView opened(int round, MechanismEvent event) {
        boolean unread = progress.isUnread();
        if (!unread) {
            progress.computing(round, event);
        }
        Reservation reservation = unread && gate.mayHaveReserved(study.name(), round)
                ? gate.takeUpUnread(study.name(), round, event)
                : gate.reserve(study.name(), round, event);
        return event instanceof MechanismEvent.NonPrivate
                ? data.open(reservation.permit())
                : data.open(
                        reservation.permit(),
                        gate.unit(),
                        gate.adjacency(),
                        solver.publicUnits(),
                        () -> progress.reading(round));
    }

    /** Refuses losses scaled per record: their number would be in every coefficient, which no event charges. */
    private void requireSecretRowCount(MechanismEvent event) {
        if (weighsByRows() && !event.containsNonPrivate()) {
            throw new PolicyRefusedException("study " + study.name()
                    + " scales losses per record, which tells a site's exact number of rows outside of any budget: "
                    + "a private study needs LossScaling.PER_SITE");
        }
    }

    private boolean weighsByRows() {
        return study.form() instanceof Study.Rounds rounds && rounds.lossScaling() == LossScaling.PER_RECORD;
    }

    /** The problem of a round; {@code rows} are the site's, where it weighs by them. */
    private LocalProblem problem(Task task, long rows) {
        double lambda = 0;
        double weight = 1;
        Centring centring = Centring.NONE;
        if (study.form() instanceof Study.Rounds rounds) {
            lambda = rounds.admm().localLambda();
            weight = rounds.lossScaling().weight(rows, rounds.totalRows(), study.sites()) / rounds.unit();
            centring = rounds.centring();
        }
        return new LocalProblem(
                study.layout(), state.consensus(), state.dual(), state.local(), task.rho2(), lambda, weight, centring);
    }
}
