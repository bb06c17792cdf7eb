package io.hedgerow.core.round;

import io.hedgerow.core.model.Parameters;

/**
 * A site's side of the consensus iteration: its parameters B, what the coordinator has of them, the consensus as it was
 * sent, and the duals β. Both ends compute with the values that were sent, never with the values before rounding.
 */
final class SiteState {

    private final SiteId site;
    private final ChangeCodec codec;
    private final double[] consensus;
    private final double[] dual;
    /** What the coordinator's sum contains of this site. */
    private final double[] committed;

    private Parameters local;
    private SparseChange pending = SparseChange.of(new int[0], new double[0]);
    private double rho2;
    private int round = -1;

    SiteState(SiteId site, ChangeCodec codec, int size) {
        this.site = site;
        this.codec = codec;
        this.consensus = new double[size];
        this.dual = new double[size];
        this.committed = new double[size];
        this.local = Parameters.zeros(size);
    }

    /** Takes a task over: what was included, the new consensus, and β += ρ2 (B − W) with both as sent. */
    void begin(Task task) {
        if (task.round() != round + 1) {
            throw new ProtocolException("expected a task of round " + (round + 1) + ", was of round " + task.round());
        }
        if (task.round() > 0) {
            settle(codec.decode(task.consensusChange()), task.included().contains(site));
        } else if (task.consensusChange().size() > 0 || !task.included().isEmpty()) {
            throw new ProtocolException("a task of round 0 must have no consensus change and no included sites");
        }
        round = task.round();
        rho2 = task.rho2();
    }

    /** The end of the study: the last consensus, without another local step. */
    void finish(Payload consensusChange) {
        codec.decode(consensusChange).addTo(consensus);
    }

    private void settle(SparseChange change, boolean included) {
        if (included) {
            pending.addTo(committed);
        }
        withdraw();
        change.addTo(consensus);
        for (int k = 0; k < dual.length; k++) {
            dual[k] += rho2 * (committed[k] - consensus[k]);
        }
    }

    /** Keeps a solution; what is returned is the change that brings the coordinator nearest to it. */
    SparseChange propose(Parameters solution) {
        if (solution.size() != committed.length) {
            throw new IllegalArgumentException("a solution must have " + committed.length
                    + " parameters to match the layout, has " + solution.size());
        }
        pending = codec.towards(committed, solution);
        local = solution;
        return pending;
    }

    /** What was proposed did not leave the site, or was not included: the coordinator does not have it. */
    void withdraw() {
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

    /** What was proposed last and is not settled. */
    SparseChange pending() {
        return pending;
    }
}
