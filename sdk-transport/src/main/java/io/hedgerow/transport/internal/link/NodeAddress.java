// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.transport.internal.link;

import java.net.InetSocketAddress;

/** An address as people write it: {@code HOST:PORT}. */
public final class NodeAddress {

    private static final int MOST = 65535;

    private NodeAddress() {}

    /**
     * Where to dial.
     *
     * @param text HOST:PORT, with a port from 1
     * @throws IllegalArgumentException when it is something else
     */
    public static InetSocketAddress dialled(String text) {
        return parse("coordinator", text, 1);
    }

    /**
     * An address with a port from a lowest on.
     *
     * @param what the address is for, in an error
     * @param text HOST:PORT
     * @param lowest 0 for an address to listen on, where it takes a free port; 1 for one to dial
     * @throws IllegalArgumentException when the text is something else
     */
    public static InetSocketAddress parse(String what, String text, int lowest) {
        int colon = text.lastIndexOf(':');
        if (colon > 0) {
            try {
                int port = Integer.parseInt(text.substring(colon + 1));
                if (port >= lowest && port <= MOST) {
                    return new InetSocketAddress(text.substring(0, colon), port);
                }
            } catch (NumberFormatException e) {
                // said below
            }
        }
        throw new IllegalArgumentException(
                what + " must be HOST:PORT with a port from " + lowest + " to " + MOST + ", was \"" + text + "\"");
    }

    /**
     * A port to listen on.
     *
     * @param port 0 for a free one
     * @throws IllegalArgumentException when there is no such port
     */
    public static int port(String what, int port) {
        if (port < 0 || port > MOST) {
            throw new IllegalArgumentException(what + " must be a port from 0 to " + MOST + ", was " + port);
        }
        return port;
    }
}
