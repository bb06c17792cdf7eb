// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.federation.coordinator;

import io.hedgerow.core.federation.Aggregator;
import io.hedgerow.core.federation.Aggregator.Dialogue;
import io.hedgerow.core.federation.UpdateProtector;
import io.hedgerow.core.model.Parameters;
import io.hedgerow.core.protocol.Aggregate;
import io.hedgerow.core.protocol.ProtectedUpdate;
import io.hedgerow.core.protocol.SiteId;
import io.hedgerow.core.protocol.Task;
import io.hedgerow.core.protocol.Update;
import io.hedgerow.core.protocol.encoding.ChangeCodec;
import io.hedgerow.core.protocol.encoding.ProtocolException;
import io.hedgerow.core.protocol.encoding.SparseChange;
import io.hedgerow.core.study.Study;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * No protection: the coordinator sees every site's update in the clear, and from one update of a closed-form solver it
 * can compute the site's covariance matrix (paper 002, A.1). For simulations, and for sites that trust the coordinator
 * with their covariances. Stateless and thread-safe.
 */
public final class InsecurePlainUpload implements UpdateProtector, Aggregator {

    private final String study;
    private final ChangeCodec codec;
    private final int vectorSize;
    private final double largest;

    /**
     * Plain uploads for one study.
     *
     * @param study whose layout and communication policy fix the encoding
     */
    public InsecurePlainUpload(Study study) {
        this(study, Double.MAX_VALUE);
    }

    /**
     * Plain uploads of which the check refuses what no site can have computed.
     *
     * @param largest magnitude of a value of a site
     */
    public InsecurePlainUpload(Study study, double largest) {
        this.largest = largest;
        this.study = study.name();
        this.vectorSize = study.layout().size();
        this.codec = new ChangeCodec(vectorSize, study.communication());
    }

    @Override
    public String id() {
        return "insecure-plain";
    }

    /** Uploads depend on no task. */
    @Override
    public void begun(Task task) {}

    @Override
    public Update.Form form() {
        return Update.Form.SEEN_CHANGE;
    }

    @Override
    public ProtectedUpdate protect(Update update) {
        return new ProtectedUpdate(update.site(), update.study(), update.round(), id(), codec.encode(update.change()));
    }

    @Override
    public void check(int round, ProtectedUpdate update) {
        SparseChange change = decode(round, update);
        for (int k = 0; k < change.size(); k++) {
            if (!(Math.abs(change.value(k)) <= largest)) {
                throw new ProtocolException(
                        "entry " + change.index(k) + " of an update must be at most " + largest + ", was larger");
            }
        }
    }

    private SparseChange decode(int round, ProtectedUpdate update) {
        if (!update.protection().equals(id())
                || update.round() != round
                || !update.study().equals(study)) {
            throw new ProtocolException("expected an update of study " + study + ", round " + round
                    + ", with protection " + id() + ", was of study " + update.study() + ", round " + update.round()
                    + ", with protection " + update.protection());
        }
        return codec.decode(update.payload());
    }

    @Override
    public Aggregate aggregate(int round, List<ProtectedUpdate> updates, Dialogue dialogue) {
        List<ProtectedUpdate> ordered = new ArrayList<>(updates);
        // a fixed order of summation makes the sum of doubles independent of the order of arrival
        ordered.sort(Comparator.comparing(ProtectedUpdate::site));
        Map<SiteId, SparseChange> seen = new TreeMap<>();
        double[] sum = new double[vectorSize];
        for (ProtectedUpdate update : ordered) {
            SparseChange change = decode(round, update);
            if (seen.put(update.site(), change) != null) {
                throw new ProtocolException("site " + update.site().value() + " sent two updates for round " + round);
            }
            change.addTo(sum);
        }
        return new Aggregate(round, seen.keySet(), Parameters.takeOver(sum), seen);
    }
}
