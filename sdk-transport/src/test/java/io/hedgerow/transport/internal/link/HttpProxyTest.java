// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.transport.internal.link;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.network.ConnectProxy;
import io.hedgerow.transport.channel.UnreachableException;
import io.hedgerow.transport.internal.grpc.Wires;
import io.hedgerow.transport.internal.grpc.coordinator.GrpcCoordinator;
import io.hedgerow.transport.internal.grpc.site.Admission;
import io.hedgerow.transport.internal.grpc.site.GrpcSite;
import io.hedgerow.transport.internal.grpc.site.SiteOptions;
import io.hedgerow.transport.internal.grpc.site.SiteOptions.ReconnectPolicy;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Sites that may dial out only through a proxy, with a real one that asks, refuses or is not there. */
@Tag("slow")
@Timeout(60)
class HttpProxyTest {

    private static final String KNOWN = "site:hedge:row";

    @TempDir
    Path folder;

    private Path credentials(String line, String permissions) throws IOException {
        Path file = folder.resolve("credentials");
        Files.writeString(file, line + "\n");
        return Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(permissions));
    }

    private SiteOptions through(ConnectProxy proxy, Optional<Path> credentials, int port) throws Exception {
        return Wires.siteOptions("a", port).through(Optional.of(HttpProxy.of(proxy.address(), credentials)));
    }

    /** The certificate is checked against the coordinator's name, not the proxy's: TLS ends at the coordinator. */
    @Test
    void site_behindAProxyThatAsks_speaksWithItsCoordinatorThroughIt() throws Exception {
        Path file = credentials(KNOWN, "rw-------");
        try (GrpcCoordinator coordinator = Wires.coordinator("a");
                ConnectProxy proxy = ConnectProxy.asking(coordinator.port(), KNOWN);
                GrpcSite site = new GrpcSite(through(proxy, Optional.of(file), coordinator.port()), 0)) {
            coordinator.broadcast(Wires.task(0));
            assertEquals(Wires.task(0), site.receive());
            assertEquals("127.0.0.1:" + coordinator.port(), proxy.asked().get(0));
            assertTrue(Admission.ask(through(proxy, Optional.of(file), coordinator.port())) >= 0);
            assertEquals(2, proxy.asked().size());
        }
    }

    /** Port 1 is nobody's: only the proxy leads to the coordinator. */
    @Test
    void nameThatOnlyTheProxyKnows_isNotLookedUpHere() throws Exception {
        try (GrpcCoordinator coordinator = Wires.coordinator("a");
                ConnectProxy proxy = ConnectProxy.to(coordinator.port());
                Socket socket = HttpProxy.of(proxy.address(), Optional.empty())
                        .connect("hub.invalid", 1, Duration.ofSeconds(10))) {
            assertTrue(socket.isConnected());
            assertEquals("hub.invalid:1", proxy.asked().get(0));
        }
    }

    @Test
    void proxyThatWantsOtherCredentials_endsTheWaitingAtOnce_andSaysWhatToDo() throws Exception {
        Path file = credentials("site:wrong", "rw-------");
        try (ConnectProxy proxy = ConnectProxy.asking(1, KNOWN)) {
            SiteOptions options = through(proxy, Optional.of(file), 1)
                    .with(new ReconnectPolicy(Duration.ofMillis(1), Duration.ofMillis(1), Duration.ofHours(1)));
            UnreachableException refused =
                    assertThrows(UnreachableException.class, () -> Admission.await(options, () -> {}));
            assertTrue(refused.refused());
            assertTrue(refused.getMessage().contains("407"), refused.getMessage());
            assertTrue(refused.getMessage().contains("--proxy-credentials"), refused.getMessage());
            assertFalse(refused.getMessage().contains("wrong"), refused.getMessage());
            try (GrpcSite site = new GrpcSite(options, 0)) {
                assertTrue(
                        assertThrows(UnreachableException.class, site::receive).refused());
            }
            IOException seen = assertThrows(
                    IOException.class,
                    () -> HttpProxy.of(proxy.address(), Optional.of(file)).connect("hub", 1, Duration.ofSeconds(10)));
            assertTrue(seen.getMessage().contains("407"), seen.getMessage());
        }
    }

    @Test
    void proxyThatForbids_isNamed_andOneWithTroublesOfItsOwnIsAskedAgain() throws Exception {
        try (ConnectProxy forbidding = ConnectProxy.refusing("403 Forbidden");
                ConnectProxy troubled = ConnectProxy.refusing("503 Service Unavailable")) {
            UnreachableException refused = assertThrows(
                    UnreachableException.class, () -> Admission.ask(through(forbidding, Optional.empty(), 1)));
            assertTrue(refused.refused());
            assertTrue(refused.getMessage().contains(forbidding.address()), refused.getMessage());
            assertFalse(assertThrows(
                            UnreachableException.class, () -> Admission.ask(through(troubled, Optional.empty(), 1)))
                    .refused());
        }
    }

    /** A byte now and then keeps any limit of a single read from running out. */
    @Test
    void proxyThatDrips_isGivenUpWhenTheWholeTimeIsOver() throws Exception {
        try (ServerSocket drips = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            Thread proxy = new Thread(() -> {
                try (Socket asked = drips.accept()) {
                    for (int k = 0; ; k++) {
                        asked.getOutputStream().write("HTTP/1.1 200 fine\r\nX: y".charAt(k % 20));
                        asked.getOutputStream().flush();
                        TimeUnit.MILLISECONDS.sleep(20);
                    }
                } catch (IOException | InterruptedException e) {
                    // the other end has given up
                }
            });
            proxy.start();
            HttpProxy way = HttpProxy.of("127.0.0.1:" + drips.getLocalPort(), Optional.empty());
            IOException late =
                    assertThrows(SocketTimeoutException.class, () -> way.connect("hub", 1, Duration.ofMillis(500)));
            assertTrue(late.getMessage().contains("no whole answer"), late.getMessage());
            proxy.join();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"rw-r-----", "rw----r--", "rw--w----", "rw-----w-"})
    void credentialsThatOthersMayReadOrWrite_areRefused(String permissions) throws Exception {
        Path file = credentials(KNOWN, permissions);
        IllegalArgumentException open =
                assertThrows(IllegalArgumentException.class, () -> HttpProxy.of("proxy:3128", Optional.of(file)));
        assertTrue(open.getMessage().contains("chmod 600"), open.getMessage());
    }

    @Test
    void credentialsAndAddresses_ofAnotherForm_areRefused() throws Exception {
        Path file = credentials("password", "rw-------");
        assertThrows(IllegalArgumentException.class, () -> HttpProxy.of("proxy:3128", Optional.of(file)));
        assertThrows(
                IllegalArgumentException.class,
                () -> HttpProxy.of("proxy:3128", Optional.of(folder.resolve("nowhere"))));
        assertThrows(IllegalArgumentException.class, () -> HttpProxy.of("http://proxy", Optional.empty()));
        assertEquals(
                "HttpProxy[proxy:3128]",
                HttpProxy.of("proxy:3128", Optional.empty()).toString());
    }
}
