// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.transport.internal.link;

import io.grpc.HttpConnectProxiedSocketAddress;
import io.grpc.ProxiedSocketAddress;
import io.hedgerow.core.internal.file.FileReason;
import io.hedgerow.core.internal.file.PrivateFiles;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import java.util.Optional;

/**
 * Opens connections through an HTTP proxy with the CONNECT method. What goes through is the same TLS as without it: a
 * proxy sees the coordinator's name, times and sizes. The coordinator's name is looked up by the proxy.
 *
 * @param address the proxy's, as given
 * @param credentials {@code user:password}, sent to the proxy without TLS, as proxies want it; empty for none
 */
public record HttpProxy(InetSocketAddress address, Optional<String> credentials) {

    private static final int LONGEST_ANSWER = 8192;

    /**
     * Reads {@code HOST:PORT} and a file with one line, {@code user:password}, which others may neither read nor write.
     * Calls no one.
     */
    public static HttpProxy of(String text, Optional<Path> credentials) {
        return new HttpProxy(NodeAddress.parse("proxy", text, 1), credentials.map(HttpProxy::read));
    }

    private static String read(Path file) {
        try {
            if (!PrivateFiles.permissionsOfOthers(file).isEmpty()) { // who may write can send this site through a proxy
                throw new IllegalArgumentException(
                        "the proxy's credentials must be readable and writable by their owner"
                                + " only, others may read or write " + file + ": chmod 600 " + file);
            }
            String line = Files.readString(file).strip();
            if (line.indexOf(':') < 1 || line.contains("\n")) {
                throw new IllegalArgumentException(
                        "the proxy's credentials must be one line USER:PASSWORD, " + file + " holds something else");
            }
            return line;
        } catch (IOException e) {
            throw new IllegalArgumentException(
                    "the proxy's credentials must be in a file that can be read: " + FileReason.withPath(e), e);
        }
    }

    public ProxiedSocketAddress toward(InetSocketAddress target) {
        HttpConnectProxiedSocketAddress.Builder way = HttpConnectProxiedSocketAddress.newBuilder()
                .setProxyAddress(resolved())
                .setTargetAddress(target);
        credentials.ifPresent(text -> way.setUsername(text.substring(0, text.indexOf(':')))
                .setPassword(text.substring(text.indexOf(':') + 1)));
        return way.build();
    }

    private InetSocketAddress resolved() {
        return new InetSocketAddress(address.getHostString(), address.getPort());
    }

    /**
     * Connects to the coordinator through it, for a caller that wants to see each step; an exception has its answer.
     *
     * @param patience for all of it, however slowly the proxy answers; for each later read as well
     */
    public Socket connect(String host, int port, Duration patience) throws IOException {
        Socket socket = new Socket();
        try {
            return ExchangeDeadline.within(patience, socket, () -> connected(socket, host, port, patience));
        } catch (IOException e) {
            socket.close();
            throw e;
        }
    }

    private Socket connected(Socket socket, String host, int port, Duration patience) throws IOException {
        socket.connect(resolved(), (int) patience.toMillis());
        socket.setSoTimeout((int) patience.toMillis());
        String wanted = host + ":" + port;
        StringBuilder request = new StringBuilder("CONNECT " + wanted + " HTTP/1.1\r\nHost: " + wanted + "\r\n");
        credentials.ifPresent(text -> request.append("Proxy-Authorization: Basic ")
                .append(Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8)))
                .append("\r\n"));
        socket.getOutputStream().write(request.append("\r\n").toString().getBytes(StandardCharsets.UTF_8));
        String status = statusLine(socket.getInputStream());
        if (!status.matches("HTTP/1\\.[01] 2\\d\\d( .*)?")) {
            throw new IOException(refusal(status));
        }
        return socket;
    }

    /** The first line of an answer. All of the answer is read: the bytes behind it are the coordinator's. */
    private static String statusLine(InputStream in) throws IOException {
        StringBuilder answer = new StringBuilder();
        while (answer.indexOf("\r\n\r\n") < 0) {
            int next = in.read();
            if (next < 0 || answer.length() == LONGEST_ANSWER) {
                throw new IOException("the proxy did not answer as one that speaks HTTP");
            }
            answer.append((char) next);
        }
        return answer.substring(0, answer.indexOf("\r\n"));
    }

    /** The advice about an answer with a status. */
    public String refusal(String status) {
        String said = "the proxy at " + address.getHostString() + ":" + address.getPort()
                + " does not connect this site (" + RefusalStatus.shown(status) + ")";
        if (status.contains(" 407")) {
            return said
                    + ": it wants a user and a password that it knows; give --proxy-credentials FILE"
                    + " with USER:PASSWORD";
        }
        return said + ": ask who runs it to allow connections to the coordinator's address and port";
    }

    public static boolean isFinal(String status) {
        return status.contains(" 407") || status.contains(" 403") || status.contains(" 405");
    }

    @Override
    public String toString() {
        return "HttpProxy[" + address.getHostString() + ":" + address.getPort() + "]";
    }
}
