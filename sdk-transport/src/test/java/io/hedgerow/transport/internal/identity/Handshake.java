// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.transport.internal.identity;

import java.io.IOException;
import java.net.InetAddress;
import java.net.SocketException;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLServerSocket;
import javax.net.ssl.SSLSession;
import javax.net.ssl.SSLSocket;

/** What both ends saw of one TLS connection over loopback, with one byte in each direction. */
record Handshake(
        Optional<SSLSession> atServer,
        Optional<Exception> serverFailure,
        Optional<Exception> clientFailure,
        String protocol) {

    private static final int PATIENCE_MILLIS = 30_000;
    private static final int ATTEMPTS = 10;
    private static final String ENDED = "the connection ended";

    /**
     * A handshake in which the server's refusal, if any, arrived. A server that closes while bytes of the client are on
     * their way resets the connection, and the reset may overtake the alert that says why; then it is tried again.
     */
    static Handshake of(SSLContext server, SSLContext client)
            throws IOException, InterruptedException, ExecutionException, TimeoutException {
        Handshake handshake = once(server, client);
        for (int attempt = 1; attempt < ATTEMPTS && handshake.wasReset(); attempt++) {
            handshake = once(server, client);
        }
        return handshake;
    }

    private boolean wasReset() {
        return serverFailure.isPresent()
                && clientFailure
                        .filter(failure -> failure instanceof SocketException || ENDED.equals(failure.getMessage()))
                        .isPresent();
    }

    private static Handshake once(SSLContext server, SSLContext client)
            throws IOException, InterruptedException, ExecutionException, TimeoutException {
        ExecutorService executor = Executors.newSingleThreadExecutor();
        try (SSLServerSocket listening = (SSLServerSocket)
                server.getServerSocketFactory().createServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            listening.setNeedClientAuth(true);
            listening.setSoTimeout(PATIENCE_MILLIS);
            Future<Object> served = executor.submit(() -> serve(listening));
            Optional<Exception> clientFailure = Optional.empty();
            String protocol = "";
            try (SSLSocket socket = (SSLSocket) client.getSocketFactory()
                    .createSocket(InetAddress.getLoopbackAddress(), listening.getLocalPort())) {
                socket.setSoTimeout(PATIENCE_MILLIS);
                socket.startHandshake();
                socket.getOutputStream().write(1);
                // With TLS 1.3 a server's refusal arrives after the client's part of the handshake.
                if (socket.getInputStream().read() != 2) {
                    throw new IOException(ENDED);
                }
                protocol = socket.getSession().getProtocol();
            } catch (IOException e) {
                clientFailure = Optional.of(e);
            }
            Object end = served.get(PATIENCE_MILLIS, TimeUnit.MILLISECONDS);
            return end instanceof SSLSession session
                    ? new Handshake(Optional.of(session), Optional.empty(), clientFailure, protocol)
                    : new Handshake(Optional.empty(), Optional.of((Exception) end), clientFailure, protocol);
        } finally {
            executor.shutdownNow();
        }
    }

    private static Object serve(SSLServerSocket listening) {
        try (SSLSocket socket = (SSLSocket) listening.accept()) {
            socket.setSoTimeout(PATIENCE_MILLIS);
            socket.startHandshake();
            if (socket.getInputStream().read() != 1) {
                return new IOException(ENDED);
            }
            socket.getOutputStream().write(2);
            socket.getOutputStream().flush();
            return socket.getSession();
        } catch (IOException e) {
            return e;
        }
    }
}
