// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.secureagg.internal.federation;

import io.hedgerow.core.federation.Aggregator;
import io.hedgerow.core.federation.Aggregator.Dialogue;
import io.hedgerow.core.protocol.Aggregate;
import io.hedgerow.core.protocol.ProtectedUpdate;
import io.hedgerow.core.protocol.Task;
import io.hedgerow.core.protocol.UpdateForm;
import io.hedgerow.secureagg.internal.key.Octets;
import io.hedgerow.secureagg.internal.message.Message;
import io.hedgerow.secureagg.internal.message.SumMessage.MaskedInput;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import java.util.Set;

/**
 * A coordinator that tries to read a single masked upload: it takes the masked lanes for the numbers themselves, which
 * is all that it has of one site. Sums of several are those of the protocol. Not thread-safe.
 */
public final class MaskedUploads implements Aggregator {

    private final SummedStudy sums;
    private final Aggregator protocol;

    public MaskedUploads(SummedStudy sums, Aggregator protocol) {
        this.sums = sums;
        this.protocol = protocol;
    }

    @Override
    public String id() {
        return protocol.id();
    }

    @Override
    public UpdateForm form() {
        return protocol.form();
    }

    @Override
    public void begun(Task task) {
        protocol.begun(task);
    }

    @Override
    public void prepare(Task task, Dialogue dialogue) throws InterruptedException {
        protocol.prepare(task, dialogue);
    }

    @Override
    public void check(int round, ProtectedUpdate update) {
        protocol.check(round, update);
    }

    @Override
    public Aggregate aggregate(int round, List<ProtectedUpdate> updates, Dialogue dialogue)
            throws InterruptedException {
        if (updates.size() > 1) {
            return protocol.aggregate(round, updates, dialogue);
        }
        ProtectedUpdate only = updates.get(0);
        return new Aggregate(round, Set.of(only.site()), sums.decode(round, lanesOf(only)));
    }

    /** A payload is one message behind its length; its lanes are little-endian. */
    private static long[] lanesOf(ProtectedUpdate update) {
        byte[] bytes = update.payload().toBytes();
        Octets message = Octets.copyOf(bytes, Integer.BYTES, bytes.length - Integer.BYTES);
        if (!(Message.decodeFromSite(message, 0) instanceof MaskedInput input)) {
            throw new IllegalArgumentException("an upload behind masks must be a masked input, was not");
        }
        byte[] lanes = input.lanes().toBytes();
        long[] values = new long[lanes.length / Long.BYTES];
        ByteBuffer.wrap(lanes).order(ByteOrder.LITTLE_ENDIAN).asLongBuffer().get(values);
        return values;
    }
}
