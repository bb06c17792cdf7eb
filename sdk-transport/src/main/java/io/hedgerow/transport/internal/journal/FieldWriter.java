// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.transport.internal.journal;

import io.hedgerow.core.internal.bytes.ByteWriter;
import io.hedgerow.core.model.Parameters;
import io.hedgerow.core.protocol.CoordinatorMessage;
import io.hedgerow.core.protocol.SiteId;
import io.hedgerow.core.protocol.Task;
import io.hedgerow.core.protocol.encoding.Payload;
import java.nio.charset.StandardCharsets;
import java.util.Collection;

/** Writes the fields of a record in order: whole numbers base-128, doubles with all bits, the rest with its length. */
final class FieldWriter {

    private final ByteWriter out = new ByteWriter(64);

    FieldWriter(int kind) {
        out.u8(kind);
    }

    FieldWriter number(long value) {
        if (value < 0) {
            throw new IllegalArgumentException("a number must be at least 0, was " + value);
        }
        out.base128(value);
        return this;
    }

    FieldWriter real(double value) {
        out.reals(value);
        return this;
    }

    FieldWriter bytes(byte[] value) {
        out.base128(value.length).raw(value);
        return this;
    }

    FieldWriter text(String value) {
        return bytes(value.getBytes(StandardCharsets.UTF_8));
    }

    FieldWriter payload(Payload value) {
        return bytes(value.toBytes());
    }

    FieldWriter sites(Collection<SiteId> sites) {
        number(sites.size());
        sites.stream().sorted().forEach(site -> text(site.value()));
        return this;
    }

    FieldWriter task(Task task) {
        return text(task.study())
                .number(task.round())
                .real(task.rho2())
                .payload(task.consensusChange())
                .sites(task.included());
    }

    FieldWriter outcome(CoordinatorMessage.Outcome outcome) {
        return text(outcome.study()).text(outcome.state().name()).payload(outcome.consensusChange());
    }

    /** Only entries whose bits differ from those of a vector that the reader has; zeros when it has none. */
    FieldWriter vector(Parameters before, Parameters after) {
        int size = after.size();
        int changed = 0;
        for (int k = 0; k < size; k++) {
            changed += differs(before, after, k) ? 1 : 0;
        }
        number(size).number(changed);
        int last = -1;
        for (int k = 0; k < size; k++) {
            if (differs(before, after, k)) {
                number((long) k - last - 1).real(after.get(k));
                last = k;
            }
        }
        return this;
    }

    private static boolean differs(Parameters before, Parameters after, int k) {
        return Double.doubleToRawLongBits(before.get(k)) != Double.doubleToRawLongBits(after.get(k));
    }

    byte[] toBytes() {
        return out.toBytes();
    }
}
