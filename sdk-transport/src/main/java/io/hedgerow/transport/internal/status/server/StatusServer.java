// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.transport.internal.status.server;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.hedgerow.core.internal.text.Words;
import io.hedgerow.core.protocol.SiteId;
import io.hedgerow.transport.internal.identity.Expiry;
import io.hedgerow.transport.internal.status.StudyStatus;
import io.hedgerow.transport.internal.status.StudyStatus.KnownStudy;
import io.hedgerow.transport.internal.status.page.NetworkPicture;
import io.hedgerow.transport.internal.status.page.PageResources;
import io.hedgerow.transport.internal.status.page.StatusPage;
import io.hedgerow.transport.internal.status.page.StudyList;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Shows a study to users of this machine: {@code /} a page, {@code /status.json}, {@code /metrics} for Prometheus,
 * {@code /healthz}, {@code /readyz}. Without users it is read-only: it answers GET and nothing else, and has no way
 * back into the study. With users a request needs a token, but for the last two; the role {@code operate} may also
 * {@code POST /exclude/SITE}.
 *
 * <p>Bound to a loopback address it also asks that the browser addressed it as one, so that a web page elsewhere cannot
 * read it through a name of its own. Threads, waiting requests and the time of each request are bounded.
 *
 * <p>Privacy: shows {@link StudyStatus} and no more. Thread-safe.
 */
public final class StatusServer implements AutoCloseable {

    private static final String STATUS = "the status";
    private static final String EXCLUDE = "/exclude/";
    private static final String ACT = "X-Hedgerow-Act";
    /** The pages of studies, where there are several. */
    private static final String STUDIES = "/studies/";

    private final Function<String, Optional<Reply>> pages;
    private final boolean local;
    private final RequestThreads threads;
    private final HttpServer server;
    private final Optional<Users> users;

    public StatusServer(Supplier<StudyStatus> status, NetworkPicture picture, Settings settings) {
        this(STATUS, pagesOf(status, picture), settings, Optional.empty());
    }

    private StatusServer(
            String what, Function<String, Optional<Reply>> pages, Settings settings, Optional<Users> users) {
        this.pages = pages;
        this.users = users;
        this.local = settings.address().getAddress().isLoopbackAddress();
        try {
            server = HttpServer.create(settings.address(), settings.queue());
        } catch (IOException e) {
            String where = settings.address().getAddress().getHostAddress() + ":"
                    + settings.address().getPort();
            throw new UncheckedIOException(new IOException(
                    what + " cannot be served at " + where + ": " + Words.reason(e)
                            + "; take another port, or end what uses this one",
                    e));
        }
        threads = new RequestThreads(settings.threads(), settings.queue(), settings.requestTime());
        server.setExecutor(threads);
        server.createContext("/", this::handle);
        server.start();
    }

    public static StatusServer start(Supplier<StudyStatus> status, NetworkPicture picture, int port) {
        return new StatusServer(status, picture, Settings.loopback(port));
    }

    /** For users with tokens, and with an operator's role for acts. */
    public static StatusServer start(
            Supplier<StudyStatus> status,
            NetworkPicture picture,
            int port,
            StatusAccess access,
            StatusOperator operator) {
        return new StatusServer(
                STATUS,
                pagesOf(status, picture),
                Settings.loopback(port),
                Optional.of(new Users(access, operator, status)));
    }

    /**
     * Shows several studies: {@code /} lists them, {@code /studies/NAME} is the page of one and
     * {@code /studies/NAME/status.json} the same as JSON, {@code /metrics} has all.
     *
     * @param expiry of the coordinator's certificate and lists, which is shown whether or not a study runs
     */
    public static StatusServer ofStudies(
            Supplier<List<KnownStudy>> studies, Expiry expiry, NetworkPicture picture, int port) {
        return new StatusServer(STATUS, pagesOf(studies, expiry, picture), Settings.loopback(port), Optional.empty());
    }

    /**
     * Answers {@code /healthz} and {@code /readyz} and nothing else, for the probes of a cluster, which come from other
     * machines: these two say nothing about the study but whether it goes on.
     *
     * @param notReady why the process is not ready, in words for people; empty when it is
     * @param address of any network of this machine
     */
    public static StatusServer probes(Supplier<Optional<String>> notReady, InetSocketAddress address) {
        return new StatusServer(
                "the answers to probes",
                path -> health(path, notReady),
                Settings.loopback(0).insecurelyAt(address),
                Optional.empty());
    }

    /** Why sites cannot dial in, in words for people; empty when they can. */
    public static Optional<String> notReady(StudyStatus now) {
        if (now.ready()) {
            return Optional.empty();
        }
        return Optional.of(
                now.phase().isOver()
                        ? "the study is over: " + now.phase().word()
                        : "sites cannot dial in at the moment");
    }

    private static Function<String, Optional<Reply>> pagesOf(Supplier<StudyStatus> status, NetworkPicture picture) {
        StatusPage page = new StatusPage(picture);
        return path -> switch (path) {
            case "/" -> Optional.of(Reply.page(page.of(status.get())));
            case "/status.json" -> Optional.of(Reply.json(StatusJson.of(status.get())));
            case "/metrics" -> Optional.of(new Reply(200, MetricsText.MEDIA_TYPE, MetricsText.of(status.get())));
            default -> health(path, () -> notReady(status.get()));
        };
    }

    private static Function<String, Optional<Reply>> pagesOf(
            Supplier<List<KnownStudy>> studies, Expiry expiry, NetworkPicture picture) {
        StatusPage page = new StatusPage(picture);
        return path -> switch (path) {
            case "/" -> Optional.of(Reply.page(StudyList.of(studies.get(), expiry.near(), STUDIES)));
            case "/status.json" -> Optional.of(Reply.json(StatusJson.of(studies.get(), expiry)));
            case "/metrics" ->
                Optional.of(new Reply(200, MetricsText.MEDIA_TYPE, MetricsText.of(studies.get(), expiry.named())));
            default ->
                path.startsWith(STUDIES)
                        ? ofStudy(studies.get(), page, path.substring(STUDIES.length()))
                        : health(path, Optional::empty);
        };
    }

    private static Optional<Reply> health(String path, Supplier<Optional<String>> notReady) {
        return switch (path) {
            case "/healthz" -> Optional.of(Reply.text(200, "ok"));
            case "/readyz" ->
                Optional.of(notReady.get().map(why -> Reply.text(503, why)).orElseGet(() -> Reply.text(200, "ready")));
            default -> Optional.empty();
        };
    }

    private static Optional<Reply> ofStudy(List<KnownStudy> studies, StatusPage page, String rest) {
        String json = "/status.json";
        String name = rest.endsWith(json) ? rest.substring(0, rest.length() - json.length()) : rest;
        return studies.stream()
                .filter(study -> study.name().equals(name))
                .flatMap(study -> study.status().stream())
                .findFirst()
                .map(status -> rest.equals(name)
                        ? Reply.page(page.of(status.get()))
                        : Reply.json(StatusJson.of(status.get())));
    }

    public int port() {
        return server.getAddress().getPort();
    }

    public String url() {
        String host = server.getAddress().getAddress().getHostAddress();
        return "http://" + (host.contains(":") ? "[" + host + "]" : host) + ":" + port() + "/";
    }

    private void handle(HttpExchange exchange) throws IOException {
        try (exchange) {
            Reply reply;
            try {
                reply = reply(exchange);
            } catch (RuntimeException e) {
                reply = Reply.text(500, "the status could not be written");
            }
            send(exchange, reply);
        }
    }

    private Reply reply(HttpExchange exchange) {
        if (local && !Loopback.isNamedBy(exchange.getRequestHeaders())) {
            return Reply.text(421, "this status is for this machine only: address it as localhost or 127.0.0.1");
        }
        String path = exchange.getRequestURI().getRawPath();
        if (users.isPresent() && !path.equals("/healthz") && !path.equals("/readyz")) {
            Optional<StatusAccess.User> user = users.get().access().user(exchange.getRequestHeaders());
            if (user.isEmpty()) {
                exchange.getResponseHeaders().set("WWW-Authenticate", "Basic realm=\"hedgerow\", charset=\"UTF-8\"");
                return Reply.text(401, "give a token, as Bearer or as the password of Basic");
            }
            if (exchange.getRequestMethod().equals("POST") && path.startsWith(EXCLUDE)) {
                return exclude(exchange.getRequestHeaders(), path.substring(EXCLUDE.length()), user.get(), users.get());
            }
        }
        if (!exchange.getRequestMethod().equals("GET")) {
            exchange.getResponseHeaders().set("Allow", "GET");
            return Reply.text(405, "the status is read-only: use GET");
        }
        if (hasBody(exchange.getRequestHeaders())) {
            return Reply.text(400, "a request for the status has no body");
        }
        return pages.apply(path).orElseGet(() -> Reply.text(404, "there is no such page: see docs/observability.md"));
    }

    /** A browser sends a password of its own accord, and this header only for a script of this very page. */
    private static Reply exclude(Headers headers, String site, StatusAccess.User user, Users users) {
        StatusOperator acts = users.operator();
        if (user.role() != StatusAccess.Role.OPERATE) {
            acts.refused(user.name());
            return Reply.text(403, "this needs a token with the role operate");
        }
        if (!"exclude".equals(headers.getFirst(ACT)) || hasBody(headers)) {
            return Reply.text(400, "say what is meant by the header " + ACT + ": exclude, and send no body");
        }
        boolean known = users.status().get().sites().stream()
                .anyMatch(one -> one.site().value().equals(site));
        if (!known) {
            return Reply.text(404, "the study has no site of this name");
        }
        try {
            return acts.exclude(new SiteId(site), user.name())
                    .map(why -> Reply.text(409, why))
                    .orElseGet(() -> Reply.text(200, "the study goes on without this site"));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Reply.text(503, "the request took too long; look at the page, and ask again");
        }
    }

    private static boolean hasBody(Headers headers) {
        String length = headers.getFirst("Content-Length");
        return headers.containsKey("Transfer-Encoding")
                || (length != null && !length.strip().equals("0"));
    }

    private static void send(HttpExchange exchange, Reply reply) throws IOException {
        Headers headers = exchange.getResponseHeaders();
        headers.set("Content-Type", reply.type);
        headers.set("Content-Security-Policy", PageResources.POLICY);
        headers.set("Cache-Control", "no-store");
        headers.set("X-Content-Type-Options", "nosniff");
        headers.set("X-Frame-Options", "DENY");
        headers.set("Referrer-Policy", "no-referrer");
        headers.set("Cross-Origin-Resource-Policy", "same-origin");
        headers.set("Cross-Origin-Opener-Policy", "same-origin");
        headers.set("Connection", "close");
        if (exchange.getRequestMethod().equals("HEAD")) {
            exchange.sendResponseHeaders(reply.code, -1); // a refusal without its words
            return;
        }
        exchange.sendResponseHeaders(reply.code, reply.body.length);
        try (OutputStream out = exchange.getResponseBody()) {
            out.write(reply.body);
        }
    }

    @Override
    public void close() {
        server.stop(0);
        threads.stop();
    }

    /** The access rules, operator actions and study status of a status server. */
    private record Users(StatusAccess access, StatusOperator operator, Supplier<StudyStatus> status) {}

    private static final class Reply {
        private final int code;
        private final String type;
        private final byte[] body;

        Reply(int code, String type, byte[] body) {
            this.code = code;
            this.type = type;
            this.body = body;
        }

        static Reply page(byte[] html) {
            return new Reply(200, "text/html; charset=utf-8", html);
        }

        static Reply json(byte[] document) {
            return new Reply(200, "application/json", document);
        }

        static Reply text(int code, String text) {
            return new Reply(code, "text/plain; charset=utf-8", (text + "\n").getBytes(StandardCharsets.UTF_8));
        }
    }

    /**
     * Checks that a request was addressed to this machine. A page elsewhere whose name resolves to 127.0.0.1 sends that
     * name.
     */
    private static final class Loopback {

        private Loopback() {}

        static boolean isNamedBy(Headers headers) {
            List<String> hosts = headers.getOrDefault("Host", List.of());
            return hosts.size() == 1
                    && hosts.get(0).matches("(?i)(localhost|127(\\.[0-9]{1,3}){3}|\\[::1\\])(:[0-9]{1,5})?");
        }
    }

    /**
     * The settings of a status server.
     *
     * @param address where; a loopback one unless {@code insecureBeyondLoopback}
     * @param insecureBeyondLoopback whether other machines may read the status: without TLS and without asking who they
     *     are
     * @param threads that answer requests; 1 to 64
     * @param queue requests that may wait for a thread, others are turned away; 1 to 10000
     * @param requestTime after which a request is broken off; at least 1 ms
     */
    public record Settings(
            InetSocketAddress address, boolean insecureBeyondLoopback, int threads, int queue, Duration requestTime) {
        public Settings {
            if (address.isUnresolved()) {
                throw new IllegalArgumentException(
                        "the status address must be one of this machine's, could not find " + address.getHostString());
            }
            if (!insecureBeyondLoopback && !address.getAddress().isLoopbackAddress()) {
                throw new IllegalArgumentException(
                        "the status address must be a loopback address such as 127.0.0.1, was "
                                + address.getAddress().getHostAddress()
                                + ": use a tunnel or an authenticating proxy, or say insecurelyAt");
            }
            if (!(threads >= 1 && threads <= 64)) {
                throw new IllegalArgumentException("threads must be 1 to 64, was " + threads);
            }
            if (!(queue >= 1 && queue <= 10_000)) {
                throw new IllegalArgumentException("queue must be 1 to 10000, was " + queue);
            }
            if (requestTime.toMillis() < 1) {
                throw new IllegalArgumentException("requestTime must be at least 1 ms, was " + requestTime);
            }
        }

        /** On this machine only: 4 threads, 64 waiting requests, 10 s for each; port 0 takes a free one. */
        public static Settings loopback(int port) {
            return new Settings(
                    new InetSocketAddress(InetAddress.getLoopbackAddress(), port),
                    false,
                    4,
                    64,
                    Duration.ofSeconds(10));
        }

        /** For every machine that reaches this address, without TLS and without asking who reads. */
        public Settings insecurelyAt(InetSocketAddress address) {
            return new Settings(address, true, threads, queue, requestTime);
        }
    }

    /** The actions on a study that the role {@code operate} allows. Thread-safe. */
    public interface StatusOperator {

        /**
         * Goes on without a site.
         *
         * @param user who asked
         * @return empty when it was done; otherwise why not, or not yet
         */
        Optional<String> exclude(SiteId site, String user) throws InterruptedException;

        /** Hears of a user who may not do this. */
        void refused(String user);
    }
}
