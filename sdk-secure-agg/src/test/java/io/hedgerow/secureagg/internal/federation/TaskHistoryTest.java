// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.secureagg.internal.federation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.hedgerow.core.protocol.SiteId;
import io.hedgerow.core.protocol.Task;
import io.hedgerow.core.protocol.encoding.Payload;
import io.hedgerow.core.protocol.encoding.ProtocolException;
import io.hedgerow.core.study.CommunicationPolicy;
import io.hedgerow.secureagg.internal.key.Octets;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Who was ever told something else masks for another sum, whatever all are told now. */
class TaskHistoryTest {

    private static final Task FIRST = task(0, 0);

    private static Task task(int round, int consensus) {
        return new Task("study", round, 1, Payload.copyOf(new byte[] {(byte) consensus}), Set.of());
    }

    private static Octets digest(List<Task> tasks) {
        TaskHistory history = new TaskHistory();
        tasks.forEach(history::begun);
        return history.digest();
    }

    /**
     * A coordinator tells one site another consensus in round 1 and opens no sum of it. From round 2 on all are told
     * the same, so that sums over all sites would show how that one site moves back.
     */
    @Test
    void siteThatWasOnceToldAnotherConsensus_isInNoSumWithTheOthers() {
        SummedStudy sums = SummedStudy.changes(
                Sites.study(5, CommunicationPolicy.economical(0.3).inSteps(), 5));
        TaskHistory victim = new TaskHistory();
        TaskHistory others = new TaskHistory();
        List.of(victim, others).forEach(history -> history.begun(FIRST));
        victim.begun(task(1, 9));
        others.begun(task(1, 1));
        for (int round = 2; round < 6; round++) {
            Task same = task(round, 0);
            assertNotEquals(sums.terms(others, same), sums.terms(victim, same));
        }
    }

    @Test
    void digest_isOfEveryFieldOfEveryTask() {
        Octets plain = digest(List.of(FIRST, task(1, 1)));
        assertEquals(plain, digest(List.of(FIRST, FIRST, task(1, 1), FIRST)), "what was taken before is passed over");
        assertNotEquals(plain, digest(List.of(task(1, 1))));
        assertNotEquals(plain, digest(List.of(task(0, 1), task(1, 1))));
        assertNotEquals(plain, digest(List.of(FIRST, task(2, 1))));
        assertNotEquals(
                plain, digest(List.of(FIRST, new Task("study", 1, 2, task(1, 1).consensusChange(), Set.of()))));
        assertNotEquals(
                plain, digest(List.of(FIRST, new Task("other", 1, 1, task(1, 1).consensusChange(), Set.of()))));
        assertNotEquals(
                plain,
                digest(List.of(FIRST, new Task("study", 1, 1, task(1, 1).consensusChange(), Set.of(new SiteId("a"))))));
    }

    @Test
    void anotherTaskOfTheSameRound_isRefused() {
        TaskHistory history = new TaskHistory();
        history.begun(FIRST);
        assertThrows(ProtocolException.class, () -> history.begun(task(0, 1)));
    }
}
