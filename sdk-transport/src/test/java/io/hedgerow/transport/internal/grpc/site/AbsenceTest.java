// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.transport.internal.grpc.site;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.transport.channel.UnreachableException;
import io.hedgerow.transport.internal.grpc.Wires;
import io.hedgerow.transport.internal.grpc.site.SiteOptions.ReconnectPolicy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What the people of a site learn of a coordinator that is away; on a clock that only the test moves. */
class AbsenceTest {

    private final Throwable cause = new IllegalStateException("of a test");

    private final List<String> said = new ArrayList<>();
    private long nanos;

    private Absence absence() throws Exception {
        SiteOptions usual = Wires.siteOptions("a", 7433)
                .with(new ReconnectPolicy(Duration.ofSeconds(1), Duration.ofMinutes(1), Duration.ofHours(1)));
        SiteOptions options = new SiteOptions(
                usual.pin(),
                usual.host(),
                usual.port(),
                usual.tls(),
                usual.settings(),
                usual.reconnect(),
                usual.threads(),
                () -> nanos,
                () -> 0,
                usual.proxy(),
                usual.reported());
        return new Absence(options, (word, text) -> said.add(word + " " + text), () -> {});
    }

    private Optional<UnreachableException> failed(Absence absence, Duration later, String last, boolean refused) {
        nanos += later.toNanos();
        Optional<UnreachableException> end = absence.failed(last, cause, refused);
        absence.tell();
        return end;
    }

    @Test
    void coordinatorThatIsAway_isNamedOnce_onceMoreBeforeTheEnd_andTheEndSaysWhy() throws Exception {
        Absence absence = absence();
        failed(absence, Duration.ZERO, "UNAVAILABLE", false);
        failed(absence, Duration.ofSeconds(4), "UNAVAILABLE", false);
        assertEquals(List.of(), said, "a restart is no news");
        failed(absence, Duration.ofSeconds(2), "UNAVAILABLE", false);
        failed(absence, Duration.ofMinutes(30), "UNAVAILABLE", false);
        assertEquals(1, said.size(), "once: " + said);
        assertTrue(said.get(0).startsWith("COORDINATOR_AWAY the coordinator at 127.0.0.1:7433"), said.get(0));
        assertTrue(said.get(0).contains("gives up in 59 min"), said.get(0));
        failed(absence, Duration.ofMinutes(16), "UNAVAILABLE", false);
        failed(absence, Duration.ofMinutes(1), "UNAVAILABLE", false);
        assertEquals(2, said.size(), "and once more: " + said);
        UnreachableException end =
                failed(absence, Duration.ofMinutes(15), "UNAVAILABLE", false).orElseThrow();
        assertFalse(end.refused(), "waiting may help the next time");
        assertTrue(end.getMessage().contains("for 1 h (last: UNAVAILABLE)"), end.getMessage());
        assertEquals(2, said.size());
    }

    @Test
    void coordinatorThatRefuses_isNamedAtOnce_againWithAnotherReason_andSoIsItsReturn() throws Exception {
        Absence absence = absence();
        failed(absence, Duration.ZERO, "no such study", true);
        failed(absence, Duration.ofMinutes(1), "no such study", true);
        failed(absence, Duration.ofMinutes(1), "another plan", true);
        assertEquals(2, said.size(), said.toString());
        assertTrue(said.get(0).startsWith("COORDINATOR_REFUSES no such study: this site waits"), said.get(0));
        absence.over();
        absence.tell();
        assertEquals("COORDINATOR_BACK the coordinator at 127.0.0.1:7433 is back", said.get(2));
        absence.over();
        failed(absence, Duration.ofHours(2), "UNAVAILABLE", false);
        assertEquals(3, said.size(), "the time counts from the loss: " + said);
    }

    @Test
    void pauses_growUntilTheCoordinatorIsBack() throws Exception {
        Absence absence = absence();
        assertEquals(Duration.ofSeconds(1), absence.pause());
        assertEquals(Duration.ofSeconds(2), absence.pause());
        absence.over();
        assertEquals(Duration.ofSeconds(1), absence.pause());
    }
}
