// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.secureagg.internal.federation;

import io.hedgerow.core.protocol.SiteId;
import io.hedgerow.core.protocol.Task;
import io.hedgerow.core.protocol.encoding.ProtocolException;
import io.hedgerow.secureagg.internal.key.Octets;
import io.hedgerow.secureagg.internal.key.Transcript;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * A running hash of all tasks of a study: H_r = H("task", H_{r−1}, every field of task r). It enters every mask, so
 * that only sites which were told the same in <em>all</em> rounds can be in one sum. To bind the last task alone is not
 * enough: a coordinator that once tells one site another consensus, opens no sum of that round, and tells all the same
 * from then on, has that site's movement in every sum beside the others, which stand still. Not thread-safe.
 */
final class TaskHistory {

    private Octets digest = Transcript.of("tasks").hash();
    private @Nullable Task last;

    /** Takes the next task; one that was taken before is passed over, and another one for its round is refused. */
    void begun(Task task) {
        Task before = last;
        if (before != null && task.round() <= before.round()) {
            if (task.round() == before.round() && !task.equals(before)) {
                throw new ProtocolException("round " + task.round() + " has a task already, another one came");
            }
            return;
        }
        Transcript transcript = Transcript.of("task")
                .octets(digest)
                .text(task.study())
                .u32(task.round())
                .u64(Double.doubleToLongBits(task.rho2()))
                .bytes(task.consensusChange().toBytes())
                .u32(task.included().size());
        new TreeSet<>(task.included()).stream().map(SiteId::value).forEach(transcript::text);
        digest = transcript.hash();
        last = task;
    }

    Octets digest() {
        return digest;
    }
}
