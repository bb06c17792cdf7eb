// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.faults;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.network.FaultyNetwork;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;

@Timeout(60)
class InjectionTest {

    @TempDir
    Path temp;

    private final Trace trace = new Trace();

    private Party party(String... words) {
        return new Party("site-1", temp, () -> List.of(words), trace);
    }

    private static boolean isSound(FaultyNetwork network, ServerSocket server) throws IOException {
        try (Socket site = new Socket(InetAddress.getLoopbackAddress(), network.port());
                Socket coordinator = server.accept()) {
            site.getOutputStream().write('a');
            site.shutdownOutput();
            return coordinator.getInputStream().readAllBytes().length == 1;
        }
    }

    @ParameterizedTest
    @EnumSource(
            mode = Mode.MATCH_ANY,
            names = {"DELAY", "DROP", "DUPLICATE", "CORRUPT", "HALF_OPEN", "ONE_WAY_.*"})
    void faultOfANetwork_comesAtItsProgress_andLeavesASoundNetwork(FaultKind kind) throws Exception {
        try (ServerSocket server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
                FaultyNetwork network = FaultyNetwork.to(server.getLocalPort())) {
            Injection injection = new Injection(
                    new Fault(kind, "site-1", 0.5, 0),
                    new Injection.Target(party(), Optional.of(network), Optional.empty(), Optional.empty()),
                    trace);
            injection.look(0.4);
            assertFalse(injection.hasCome());
            injection.look(0.5);
            assertTrue(injection.hasCome());
            assertFalse(injection.isOver());
            injection.look(0.5);
            assertTrue(injection.isOver());
            assertTrue(isSound(network, server));
            assertEquals(2, trace.lines().size());
        }
    }

    @Test
    void partyThatEndsByItself_isNotStartedAgain_whateverItsCode() throws Exception {
        for (String word : List.of("--version", "no-such-command")) {
            try (Party party = party(word)) {
                party.begin();
                while (party.ended().isEmpty()) {
                    party.look();
                    Thread.onSpinWait();
                }
                assertEquals(word.equals("--version") ? OptionalInt.of(0) : OptionalInt.of(2), party.ended());
                assertEquals(1, party.starts());
            }
        }
    }

    @Test
    void heldParty_isStartedWhenItWasLetGoAsOften() throws Exception {
        try (Party party = party("--version")) {
            party.begin();
            party.hold();
            party.hold();
            party.look();
            party.letGo();
            party.look();
            assertEquals(0, party.starts());
            party.letGo();
            party.look();
            assertEquals(1, party.starts());
        }
    }
}
