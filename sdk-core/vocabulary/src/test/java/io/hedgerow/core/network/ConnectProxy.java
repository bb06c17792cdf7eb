// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.network;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;

/** A proxy that connects whoever asks with HTTP's CONNECT, or refuses with a status. What a name is, it decides. */
public final class ConnectProxy implements AutoCloseable {

    private final ServerSocket listening;
    private final Optional<String> credentials;
    private final Optional<String> refusal;
    private final int target;
    private final Set<Socket> open = ConcurrentHashMap.newKeySet();
    private final List<String> asked = new CopyOnWriteArrayList<>();

    private ConnectProxy(int target, Optional<String> credentials, Optional<String> refusal) throws IOException {
        this.listening = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        this.target = target;
        this.credentials = credentials;
        this.refusal = refusal;
        start(this::accept);
    }

    /** Leads to a port of this machine, whatever host was asked for. */
    public static ConnectProxy to(int target) throws IOException {
        return new ConnectProxy(target, Optional.empty(), Optional.empty());
    }

    /** The same for those who know {@code user:password}. */
    public static ConnectProxy asking(int target, String credentials) throws IOException {
        return new ConnectProxy(target, Optional.of(credentials), Optional.empty());
    }

    /** Answers everybody with a status. */
    public static ConnectProxy refusing(String status) throws IOException {
        return new ConnectProxy(0, Optional.empty(), Optional.of(status));
    }

    public String address() {
        return "127.0.0.1:" + listening.getLocalPort();
    }

    /** The addresses that were asked for. */
    public List<String> asked() {
        return asked;
    }

    private static void start(Runnable work) {
        Thread thread = new Thread(work, "connect-proxy");
        thread.setDaemon(true);
        thread.start();
    }

    private void accept() {
        while (!listening.isClosed()) {
            try {
                Socket socket = listening.accept();
                open.add(socket);
                start(() -> serve(socket));
            } catch (IOException e) {
                return; // closed
            }
        }
    }

    private void serve(Socket socket) {
        try {
            InputStream in = new BufferedInputStream(socket.getInputStream());
            String request = request(in);
            asked.add(request.substring(request.indexOf(" ") + 1).replaceFirst("(?s) .*", ""));
            Optional<String> no = refusal.or(() -> credentials
                    .filter(wanted -> !request.contains(
                            "Basic " + Base64.getEncoder().encodeToString(wanted.getBytes(StandardCharsets.UTF_8))))
                    .map(wanted -> "407 Proxy Authentication Required"));
            if (no.isPresent() || !request.startsWith("CONNECT ")) {
                say(socket, no.orElse("405 Method Not Allowed") + "\r\nContent-Length: 0\r\nConnection: close");
                socket.close();
                return;
            }
            Socket onward = new Socket(InetAddress.getLoopbackAddress(), target);
            open.add(onward);
            say(socket, "200 Connection established");
            start(() -> copy(onward, socket));
            in.transferTo(onward.getOutputStream());
            onward.close();
        } catch (IOException e) {
            close(socket);
        }
    }

    private static void say(Socket socket, String status) throws IOException {
        socket.getOutputStream().write(("HTTP/1.1 " + status + "\r\n\r\n").getBytes(StandardCharsets.UTF_8));
    }

    private static String request(InputStream in) throws IOException {
        StringBuilder text = new StringBuilder();
        while (text.indexOf("\r\n\r\n") < 0) {
            int next = in.read();
            if (next < 0) {
                throw new IOException("the request ended");
            }
            text.append((char) next);
        }
        return text.toString();
    }

    private static void copy(Socket from, Socket to) {
        try (InputStream in = from.getInputStream();
                OutputStream out = to.getOutputStream()) {
            in.transferTo(out);
        } catch (IOException e) {
            close(to);
        }
    }

    private static void close(Socket socket) {
        try {
            socket.close();
        } catch (IOException e) {
            // gone anyway
        }
    }

    @Override
    public void close() throws IOException {
        listening.close();
        open.forEach(ConnectProxy::close);
    }
}
