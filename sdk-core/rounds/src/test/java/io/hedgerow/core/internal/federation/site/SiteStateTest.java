// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.federation.site;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.hedgerow.core.model.Parameters;
import io.hedgerow.core.protocol.SiteId;
import io.hedgerow.core.protocol.Task;
import io.hedgerow.core.protocol.Update;
import io.hedgerow.core.protocol.encoding.ChangeCodec;
import io.hedgerow.core.protocol.encoding.Payload;
import io.hedgerow.core.protocol.encoding.ProtocolException;
import io.hedgerow.core.protocol.encoding.SparseChange;
import io.hedgerow.core.study.CommunicationPolicy;
import io.hedgerow.core.study.Study;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Tasks whose changes are finite, and whose sum is not. */
class SiteStateTest {

    private static final double LARGE = 1.7e308;
    private static final SiteId SITE = new SiteId("a");

    private final Study study = Fixtures.study(1, 3, 1, CommunicationPolicy.exact());
    private final int size = study.layout().size();
    private final ChangeCodec codec = new ChangeCodec(size, study.communication());
    private final SiteState state = new SiteState(SITE, study, Update.Form.SEEN_CHANGE);

    private Payload change(double value) {
        return codec.encode(SparseChange.of(new int[] {1}, new double[] {value}));
    }

    private Task task(int round, double rho2, double value, Set<SiteId> included) {
        return new Task(study.name(), round, rho2, round == 0 ? Payload.empty() : change(value), included);
    }

    @Test
    void consensusThatWouldBeInfinite_isRefused_andNothingChanges() {
        state.begin(task(0, 1, 0, Set.of()));
        state.begin(task(1, 1, LARGE, Set.of()));
        assertThrows(ProtocolException.class, () -> state.begin(task(2, 1, LARGE, Set.of())));
        assertThrows(ProtocolException.class, () -> state.finish(change(LARGE)));
        assertEquals(LARGE, state.consensus().get(1));
        state.begin(task(2, 1, -LARGE, Set.of()));
        assertEquals(0, state.consensus().get(1));
    }

    @Test
    void dualThatWouldBeInfinite_isRefused_andNothingChanges() {
        state.begin(task(0, 10, 0, Set.of()));
        double[] solution = new double[size];
        solution[1] = 0.5;
        SparseChange proposed = state.propose(Parameters.copyOf(solution));
        assertThrows(ProtocolException.class, () -> state.begin(task(1, 10, LARGE, Set.of(SITE))));
        assertEquals(0, state.consensus().get(1));
        assertEquals(0, state.dual().get(1));
        assertEquals(proposed, state.pending());
        state.begin(task(1, 10, 0.25, Set.of(SITE)));
        assertEquals(0.25, state.consensus().get(1));
        assertEquals(10 * (0.5 - 0.25), state.dual().get(1));
    }
}
