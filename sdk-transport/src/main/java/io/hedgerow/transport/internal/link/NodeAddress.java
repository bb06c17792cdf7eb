// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.transport.internal.link;

import java.net.InetSocketAddress;

public final class NodeAddress {

    private static final int MOST = 65535;

    private NodeAddress() {}

    /** Reads HOST:PORT with a port from 1. */
    public static InetSocketAddress dialled(String text) {
        return parse("coordinator", text, 1);
    }

    /** Reads HOST:PORT from {@code lowest} on: 0, which takes a free port, for listening, and 1 for dialling. */
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

    public static int port(String what, int port) {
        if (port < 0 || port > MOST) {
            throw new IllegalArgumentException(what + " must be a port from 0 to " + MOST + ", was " + port);
        }
        return port;
    }
}
