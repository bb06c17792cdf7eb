// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.federation.site;

import io.hedgerow.core.model.Parameters;
import io.hedgerow.core.protocol.SiteId;
import io.hedgerow.core.protocol.Task;
import io.hedgerow.core.protocol.Update;
import io.hedgerow.core.protocol.encoding.ChangeCodec;
import io.hedgerow.core.protocol.encoding.Payload;
import io.hedgerow.core.protocol.encoding.ProtocolException;
import io.hedgerow.core.protocol.encoding.SparseChange;
import io.hedgerow.core.study.Study;
import java.util.Set;

/**
 * A site's state in the consensus iteration: its parameters B, the coordinator's copy of them, the consensus, and the
 * duals β, all as they were sent, never as before rounding. β changes only in rounds in which the coordinator changes
 * its part of this site's, see {@link Update.Form}.
 */
final class SiteState {

    private final SiteId site;
    private final ChangeCodec codec;
    private final Update.Form form;
    private final int sites;
    private final double[] consensus;
    private final double[] dual;
    /** This site's part of the coordinator's total; zeros where it keeps no total. */
    private final double[] committed;

    private Parameters local;
    private SparseChange pending = SparseChange.of(new int[0], new double[0]);
    /** Whether anything was proposed in this round: nothing else can be in its sum. */
    private boolean proposed;

    private double rho2;
    private int round = -1;

    SiteState(SiteId site, Study study, Update.Form form) {
        int size = study.layout().size();
        this.site = site;
        this.codec = new ChangeCodec(size, study.communication());
        this.form = form;
        this.sites = study.sites();
        this.consensus = new double[size];
        this.dual = new double[size];
        this.committed = new double[size];
        this.local = Parameters.zeros(size);
    }

    /** Whether a task's word on the last update can be true: the coordinator has none that the site does not know. */
    boolean knows(Task task) {
        return proposed
                || task.round() == 0
                || task.round() != round + 1
                || !task.included().contains(site);
    }

    /** Takes a task over: β += ρ2 (B − W) with both as sent; from all of B + β/ρ2 that is β = ρ2 (sent − W). */
    void begin(Task task) {
        if (task.round() != round + 1) {
            throw new ProtocolException("expected a task of round " + (round + 1) + ", was of round " + task.round());
        }
        if (task.round() > 0) {
            if (!knows(task)) {
                throw new ProtocolException(
                        "an update of round " + round + " is in the sum that this site did not make");
            }
            settle(codec.decode(task.consensusChange()), task.included());
        } else if (task.consensusChange().size() > 0 || !task.included().isEmpty()) {
            throw new ProtocolException("a task of round 0 must have no consensus change and no included sites");
        }
        round = task.round();
        rho2 = task.rho2();
    }

    /** The end of the study: the last consensus, without another local step. */
    void finish(Payload consensusChange) {
        take(moved(codec.decode(consensusChange)), consensus);
    }

    /** The consensus with a change; each change is finite by itself, and a sum of several need not be. */
    private double[] moved(SparseChange change) {
        double[] next = consensus.clone();
        change.addTo(next);
        requireFinite(next, "consensus");
        return next;
    }

    private static void requireFinite(double[] values, String what) {
        for (int k = 0; k < values.length; k++) {
            if (!Double.isFinite(values[k])) {
                throw new ProtocolException("the " + what + " must stay finite with a task's change, did not at " + k);
            }
        }
    }

    private static void take(double[] from, double[] to) {
        System.arraycopy(from, 0, to, 0, to.length);
    }

    private void settle(SparseChange change, Set<SiteId> included) {
        boolean isIn = included.contains(site);
        boolean whole = form == Update.Form.SUMMED_VALUE;
        double[] has = whole ? new double[committed.length] : committed.clone();
        if (isIn) {
            pending.addTo(has);
        }
        double[] next = moved(change);
        double[] moved = dual.clone();
        if (form.movesDual(isIn, included.size() == sites)) {
            for (int k = 0; k < moved.length; k++) {
                moved[k] = (whole ? 0 : moved[k]) + rho2 * (has[k] - next[k]);
            }
            requireFinite(moved, "dual");
        }
        // nothing has changed so far: a refused task leaves this state as it was
        withdraw();
        if (!whole) {
            take(has, committed);
        }
        take(next, consensus);
        take(moved, dual);
    }

    /** Keeps a solution and returns what brings the coordinator nearest to it: a change, or all with its dual. */
    SparseChange propose(Parameters solution) {
        if (solution.size() != committed.length) {
            throw new IllegalArgumentException("a solution must have " + committed.length
                    + " parameters to match the layout, has " + solution.size());
        }
        pending = codec.towards(committed, form == Update.Form.SUMMED_VALUE ? withDual(solution) : solution);
        proposed = true;
        local = solution;
        return pending;
    }

    private Parameters withDual(Parameters solution) {
        double[] value = solution.toArray();
        for (int k = 0; k < value.length; k++) {
            value[k] += dual[k] / rho2;
        }
        return Parameters.takeOver(value);
    }

    /** Forgets a proposal that did not leave the site or was not included: the coordinator does not have it. */
    void withdraw() {
        proposed = false;
        pending = SparseChange.of(new int[0], new double[0]);
    }

    /** Not a copy: follows this state. */
    Parameters consensus() {
        return Parameters.takeOver(consensus);
    }

    /** Not a copy: follows this state. */
    Parameters dual() {
        return Parameters.takeOver(dual);
    }

    Parameters local() {
        return local;
    }

    void local(Parameters before) {
        local = before;
    }

    /** The last proposal, if it is not settled. */
    SparseChange pending() {
        return pending;
    }
}
