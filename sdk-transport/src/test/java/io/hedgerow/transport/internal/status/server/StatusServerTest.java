// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.transport.internal.status.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.transport.identity.IdentityDirectory;
import io.hedgerow.transport.internal.certificate.CertificateRequest;
import io.hedgerow.transport.internal.certificate.CertifiedName;
import io.hedgerow.transport.internal.certificate.SiteKey;
import io.hedgerow.transport.internal.identity.CertificateAuthority;
import io.hedgerow.transport.internal.identity.Enrolment;
import io.hedgerow.transport.internal.identity.Expiry;
import io.hedgerow.transport.internal.status.Boards;
import io.hedgerow.transport.internal.status.Pictures;
import io.hedgerow.transport.internal.status.StudyStatus;
import io.hedgerow.transport.internal.status.StudyStatus.KnownStudy;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionService;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorCompletionService;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Tag("slow")
@Timeout(120)
class StatusServerTest {

    private static final Boards BOARDS = new Boards(3, 5, 10);

    @Test
    void paths_haveTheirTypesAndHeaders() throws Exception {
        try (StatusServer server = StatusServer.start(BOARDS.board, Pictures.LAYERED, 0)) {
            for (String[] expected : new String[][] {
                {"/", "text/html; charset=utf-8", "<h1>proteins-2031</h1>"},
                {"/status.json", "application/json", "\"format\":\"hedgerow status 1\""},
                {"/metrics", "application/openmetrics-text; version=1.0.0; charset=utf-8", "# EOF"},
                {"/healthz", "text/plain; charset=utf-8", "ok"},
                {"/?x=1", "text/html; charset=utf-8", "<main>"}
            }) {
                String answer = get(server, expected[0]);
                assertTrue(answer.startsWith("HTTP/1.1 200 "), answer);
                assertTrue(answer.contains("\r\nContent-type: " + expected[1] + "\r\n"), answer);
                assertTrue(answer.contains(expected[2]), answer);
                assertGuarded(answer);
            }
        }
    }

    /** A list, a page for each that runs, and metrics in which a family is declared once for all studies. */
    @Test
    void severalStudies_areListed_andHavePagesOfTheirOwn() throws Exception {
        List<KnownStudy> studies = List.of(
                new KnownStudy("proteins-2031", "running", "", Optional.of(BOARDS.board)),
                new KnownStudy("twin", "ended", "rounds-completed", Optional.of(new Boards(3, 5, 10).board)),
                new KnownStudy("next", "queued", "waits for <memory>", Optional.empty()));
        try (StatusServer server = StatusServer.ofStudies(() -> studies, none(), Pictures.LAYERED, 0)) {
            String list = get(server, "/");
            assertTrue(list.contains("<a href=\"/studies/proteins-2031\">proteins-2031</a>"), list);
            assertTrue(list.contains("<td>next</td><td>queued</td>"), list);
            assertTrue(list.contains("waits for &lt;memory&gt;"), list);
            assertGuarded(list);
            assertTrue(get(server, "/studies/proteins-2031").contains("<h1>proteins-2031</h1>"));
            assertTrue(get(server, "/studies/proteins-2031/status.json").contains("\"format\":\"hedgerow status 1\""));
            for (String absent :
                    List.of("/studies/next", "/studies/", "/studies/../next", "/studies/proteins-2031/x")) {
                assertTrue(get(server, absent).startsWith("HTTP/1.1 404 "), absent);
            }
            String json = get(server, "/status.json");
            assertTrue(json.contains("\"format\":\"hedgerow studies 1\""), json);
            assertTrue(json.contains("\"state\":\"queued\""), json);
            String metrics = get(server, "/metrics");
            assertTrue(metrics.contains("hedgerow_study_state{study=\"next\",state=\"queued\"} 1"), metrics);
            List<String> types =
                    metrics.lines().filter(line -> line.startsWith("# TYPE")).toList();
            assertEquals(types.stream().distinct().toList(), types);
            assertTrue(get(server, "/readyz").startsWith("HTTP/1.1 200 "));
        }
    }

    /** While nothing runs there is time to renew what ends. */
    @Test
    void endsOfCertificates_areShownWithoutAStudy(@TempDir Path temp) throws Exception {
        InstantSource clock = InstantSource.system();
        CertificateAuthority authority = CertificateAuthority.init(temp.resolve("authority"), "trial", clock);
        IdentityDirectory hub = new IdentityDirectory(temp.resolve("hub"));
        CertificateRequest request = SiteKey.create(hub, CertifiedName.coordinator("hub"), List.of("localhost"));
        Path signed = temp.resolve("signed.pem");
        authority
                .sign(request, request.fingerprint(), Duration.ofDays(20), false)
                .write(signed);
        Enrolment.install(
                hub, signed, temp.resolve("authority").resolve("authority.pem"), authority.fingerprint(), clock);
        try (StatusServer server =
                StatusServer.ofStudies(List::of, new Expiry(hub, Duration.ZERO, clock), Pictures.LAYERED, 0)) {
            assertTrue(get(server, "/").contains("the certificate ends in 19 days, at "), get(server, "/"));
            String json = get(server, "/status.json");
            assertTrue(json.contains("\"expiring\":[\"the certificate ends in 19 days, at "), json);
            assertTrue(json.contains("\"credentials\":{\"authority\":\""), json);
            String metrics = get(server, "/metrics");
            assertTrue(
                    metrics.contains("\nhedgerow_credential_end_time_seconds{credential=\"certificate\"} "), metrics);
        }
    }

    private static Expiry none() {
        return new Expiry(new IdentityDirectory(Path.of("nowhere")), Duration.ZERO, InstantSource.system());
    }

    /** Alive is the process; ready is a coordinator that sites can dial, of a study that is not over. */
    @Test
    void readyz_followsTheCoordinator() throws Exception {
        Boards boards = new Boards(3, 5, 10);
        try (StatusServer server = StatusServer.start(boards.board, Pictures.LAYERED, 0)) {
            assertReady(server, 503, "sites cannot dial in at the moment");
            boards.board.follow(List::of);
            assertReady(server, 200, "ready");
            boards.board.waiting();
            assertReady(server, 503, "sites cannot dial in at the moment");
            boards.board.follow(List::of);
            assertReady(server, 200, "ready");
            boards.board.stopped("a disk failed");
            assertReady(server, 503, "the study is over: stopped");
        }
    }

    private static void assertReady(StatusServer server, int code, String words) throws Exception {
        String answer = get(server, "/readyz");
        assertTrue(answer.startsWith("HTTP/1.1 " + code + " "), answer);
        assertTrue(answer.endsWith("\r\n\r\n" + words + "\n"), answer);
        assertGuarded(answer);
        assertTrue(get(server, "/healthz").startsWith("HTTP/1.1 200 "));
    }

    /** Of a cluster's probes anyone may know that a process works, and no one learns about the study from them. */
    @Test
    void probes_answerTwoPaths_byAnyName_andShowNothingElse() throws Exception {
        AtomicReference<Optional<String>> notReady = new AtomicReference<>(Optional.of("no task yet"));
        InetSocketAddress every = new InetSocketAddress("0.0.0.0", 0);
        try (StatusServer server = StatusServer.probes(notReady::get, every)) {
            String ready = "GET /readyz HTTP/1.1\r\nHost: 10.0.0.7:8081\r\n\r\n";
            assertTrue(ask(server, ready).startsWith("HTTP/1.1 503 "));
            assertTrue(ask(server, ready).endsWith("\r\n\r\nno task yet\n"));
            notReady.set(Optional.empty());
            assertTrue(ask(server, ready).startsWith("HTTP/1.1 200 "));
            assertTrue(get(server, "/healthz").startsWith("HTTP/1.1 200 "));
            for (String path : List.of("/", "/status.json", "/metrics")) {
                String answer = get(server, path);
                assertTrue(answer.startsWith("HTTP/1.1 404 "), answer);
                assertTrue(answer.endsWith("there is no such page: see docs/observability.md\n"), answer);
            }
        }
    }

    @Test
    void everythingElse_isRefused() throws Exception {
        try (StatusServer server = StatusServer.start(BOARDS.board, Pictures.LAYERED, 0)) {
            for (String method : List.of("POST", "PUT", "DELETE", "HEAD", "OPTIONS", "PATCH", "TRACE", "XYZZY")) {
                String answer = ask(server, method + " / HTTP/1.1\r\nHost: localhost\r\n\r\n");
                assertTrue(answer.startsWith("HTTP/1.1 405 "), method + ": " + answer);
                assertTrue(answer.contains("\r\nAllow: GET\r\n"), answer);
                assertGuarded(answer);
            }
            for (String path :
                    List.of("/nothing", "/status.json/", "/../etc/passwd", "/%2e%2e/", "/status.JSON", "/page.js")) {
                String answer = get(server, path);
                assertTrue(answer.startsWith("HTTP/1.1 404 "), path + ": " + answer);
                assertGuarded(answer);
            }
            String withBody = ask(server, "GET / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 3\r\n\r\nabc");
            assertTrue(withBody.startsWith("HTTP/1.1 400 "), withBody);
        }
    }

    @Test
    void foreignHostNames_areRefusedOnLoopback() throws Exception {
        try (StatusServer server = StatusServer.start(BOARDS.board, Pictures.LAYERED, 0)) {
            for (String host : List.of("evil.example", "localhost.evil.example", "127.0.0.1.evil.example", "", "a:b")) {
                String answer = ask(server, "GET / HTTP/1.1\r\nHost: " + host + "\r\n\r\n");
                assertTrue(answer.startsWith("HTTP/1.1 421 "), host + ": " + answer);
                assertFalse(answer.contains("proteins"), answer);
            }
            for (String host : List.of("localhost:8080", "LOCALHOST", "127.0.0.1", "[::1]:9")) {
                String answer = ask(server, "GET /healthz HTTP/1.1\r\nHost: " + host + "\r\n\r\n");
                assertTrue(answer.startsWith("HTTP/1.1 200 "), host + ": " + answer);
            }
            assertTrue(ask(server, "GET / HTTP/1.1\r\n\r\n").startsWith("HTTP/1.1 421 "));
        }
    }

    @Test
    void addressesBeyondLoopback_areRefusedUnlessAskedFor() throws Exception {
        InetSocketAddress everywhere = new InetSocketAddress("0.0.0.0", 0);
        IllegalArgumentException refusal = assertThrows(
                IllegalArgumentException.class,
                () -> new StatusServer.Settings(everywhere, false, 4, 64, Duration.ofSeconds(10)));
        assertTrue(refusal.getMessage().contains("was 0.0.0.0"), refusal.getMessage());
        StatusServer.Settings asked = StatusServer.Settings.loopback(0).insecurelyAt(everywhere);
        try (StatusServer server = new StatusServer(BOARDS.board, Pictures.LAYERED, asked)) {
            assertTrue(get(server, "/healthz").startsWith("HTTP/1.1 200 "));
        }
    }

    @Test
    void portInUse_isSaidWithWhatToDo() {
        try (StatusServer first = StatusServer.start(BOARDS.board, Pictures.LAYERED, 0)) {
            UncheckedIOException refusal = assertThrows(
                    UncheckedIOException.class, () -> StatusServer.start(BOARDS.board, Pictures.LAYERED, first.port()));
            assertTrue(refusal.getMessage().contains("take another port"), refusal.getMessage());
        }
    }

    @Test
    void slowClients_areBrokenOffAndOthersAnswered() throws Exception {
        StatusServer.Settings settings = new StatusServer.Settings(
                new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), false, 2, 100, Duration.ofMillis(300));
        List<Socket> slow = new ArrayList<>();
        try (StatusServer server = new StatusServer(BOARDS.board, Pictures.LAYERED, settings)) {
            for (int k = 0; k < 8; k++) {
                Socket socket = connect(server);
                socket.getOutputStream().write("GET / HT".getBytes(StandardCharsets.US_ASCII));
                slow.add(socket);
            }
            // both threads are held up four times over; without a limit this would wait for ever
            assertTrue(get(server, "/healthz").startsWith("HTTP/1.1 200 "));
            for (Socket socket : slow) {
                assertTrue(isEnded(socket), "the server ends what it does not wait for");
            }
        } finally {
            for (Socket socket : slow) {
                socket.close();
            }
        }
    }

    @Test
    void slowReader_isBrokenOff() throws Exception {
        byte[] large = new byte[20_000_000];
        java.util.Arrays.fill(large, (byte) 'x');
        String picture = "<svg>" + new String(large, StandardCharsets.US_ASCII) + "</svg>";
        Boards boards = new Boards(1, 5, 10);
        boards.rounds(0, 1);
        StatusServer.Settings settings = new StatusServer.Settings(
                new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), false, 1, 100, Duration.ofMillis(500));
        try (StatusServer server = new StatusServer(boards.board, network -> picture, settings);
                Socket reader = connect(server)) {
            reader.getOutputStream()
                    .write("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
            // the only thread writes more than the sockets hold, to somebody who reads nothing
            assertTrue(get(server, "/healthz").startsWith("HTTP/1.1 200 "));
        }
    }

    @Test
    void fullQueue_turnsAwayAndRecovers() throws Exception {
        CountDownLatch open = new CountDownLatch(1);
        CountDownLatch busy = new CountDownLatch(1);
        Supplier<StudyStatus> held = () -> {
            busy.countDown();
            try {
                open.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            return BOARDS.board.get();
        };
        StatusServer.Settings settings = new StatusServer.Settings(
                new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), false, 1, 1, Duration.ofSeconds(100));
        ExecutorService clients = Executors.newFixedThreadPool(7);
        try (StatusServer server = new StatusServer(held, Pictures.LAYERED, settings)) {
            Future<String> first = clients.submit(() -> get(server, "/status.json"));
            busy.await();
            CompletionService<String> others = new ExecutorCompletionService<>(clients);
            for (int k = 0; k < 6; k++) {
                others.submit(() -> answerOrEnd(server));
            }
            // one of them waits, the others are turned away at once, while the only thread is still busy
            for (int k = 0; k < 5; k++) {
                assertEquals("", others.take().get());
            }
            open.countDown();
            assertTrue(first.get().startsWith("HTTP/1.1 200 "));
            assertTrue(others.take().get().startsWith("HTTP/1.1 200 "));
            assertTrue(get(server, "/healthz").startsWith("HTTP/1.1 200 "));
        } finally {
            open.countDown();
            clients.shutdownNow();
        }
    }

    @Test
    void failingStatus_saysNothingOfItsCause() throws Exception {
        Supplier<StudyStatus> failing = () -> {
            throw new IllegalStateException("row 17 of /data/secret.csv");
        };
        try (StatusServer server = StatusServer.start(failing, Pictures.LAYERED, 0)) {
            String answer = get(server, "/");
            assertTrue(answer.startsWith("HTTP/1.1 500 "), answer);
            assertFalse(answer.contains("secret"), answer);
            assertGuarded(answer);
        }
    }

    @Test
    void close_endsThreadsAndFreesThePort() throws Exception {
        StatusServer server = StatusServer.start(BOARDS.board, Pictures.LAYERED, 0);
        int port = server.port();
        get(server, "/");
        server.close();
        server.close();
        for (Thread thread : Thread.getAllStackTraces().keySet()) {
            if (thread.getName().startsWith("hedgerow-status-") && thread.isAlive()) {
                thread.join(30_000);
                assertFalse(thread.isAlive(), thread.getName());
            }
        }
        assertThrows(IOException.class, () -> new Socket(InetAddress.getLoopbackAddress(), port).close());
        try (StatusServer again = StatusServer.start(BOARDS.board, Pictures.LAYERED, port)) {
            assertEquals(port, again.port());
        }
    }

    @Test
    void manyReaders_areAllAnswered() throws Exception {
        ExecutorService clients = Executors.newFixedThreadPool(16);
        try (StatusServer server = StatusServer.start(BOARDS.board, Pictures.LAYERED, 0)) {
            List<Future<String>> answers = new ArrayList<>();
            for (int k = 0; k < 200; k++) {
                String path =
                        List.of("/", "/status.json", "/metrics", "/healthz").get(k % 4);
                answers.add(clients.submit(() -> get(server, path)));
            }
            for (Future<String> answer : answers) {
                assertTrue(answer.get().startsWith("HTTP/1.1 200 "));
            }
        } finally {
            clients.shutdownNow();
        }
    }

    private static void assertGuarded(String answer) {
        String policy = answer.substring(answer.indexOf("Content-security-policy: "));
        policy = policy.substring(0, policy.indexOf("\r\n"));
        assertTrue(policy.contains("default-src 'none'"), policy);
        assertFalse(policy.contains("unsafe"), policy);
        assertTrue(answer.contains("\r\nCache-control: no-store\r\n"), answer);
        assertTrue(answer.contains("\r\nX-content-type-options: nosniff\r\n"), answer);
        assertTrue(answer.contains("\r\nX-frame-options: DENY\r\n"), answer);
    }

    private static Socket connect(StatusServer server) throws IOException {
        return new Socket(InetAddress.getLoopbackAddress(), server.port());
    }

    private static String get(StatusServer server, String path) throws IOException {
        return ask(server, "GET " + path + " HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n");
    }

    private static String ask(StatusServer server, String request) throws IOException {
        try (Socket socket = connect(server)) {
            OutputStream out = socket.getOutputStream();
            out.write(request.getBytes(StandardCharsets.US_ASCII));
            out.flush();
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    /** What came before the connection ended; nothing when it was reset. */
    private static String answerOrEnd(StatusServer server) throws IOException {
        try {
            return get(server, "/healthz");
        } catch (SocketException e) {
            return "";
        }
    }

    private static boolean isEnded(Socket socket) throws IOException {
        try {
            socket.setSoTimeout(60_000);
            return socket.getInputStream().read() < 0;
        } catch (SocketException e) {
            return true; // a reset is an end too
        }
    }

    /** An operator who gave --probes alone must not look for a status page. */
    @Test
    void portThatIsTaken_isSaidOfWhatWasToBeServed() throws Exception {
        InetSocketAddress any = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
        try (StatusServer first = StatusServer.probes(Optional::empty, any)) {
            int port = URI.create(first.url()).getPort();
            InetSocketAddress taken = new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
            String probes = assertThrows(UncheckedIOException.class, () -> StatusServer.probes(Optional::empty, taken))
                    .getMessage();
            assertTrue(probes.contains("the answers to probes cannot be served at 127.0.0.1:" + port), probes);
            String status = assertThrows(
                            UncheckedIOException.class,
                            () -> StatusServer.ofStudies(List::of, none(), Pictures.LAYERED, port))
                    .getMessage();
            assertTrue(status.contains("the status cannot be served at 127.0.0.1:" + port), status);
        }
    }
}
