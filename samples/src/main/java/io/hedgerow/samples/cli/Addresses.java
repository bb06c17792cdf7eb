package io.hedgerow.samples.cli;

import java.net.InetSocketAddress;

/** HOST:PORT on a command line. */
final class Addresses {

    private static final int MOST = 65535;

    private Addresses() {}

    /** A port to listen on; 0 takes a free one. */
    static int port(String option, int port) {
        if (port < 0 || port > MOST) {
            throw new IllegalArgumentException(option + " must be a port from 0 to " + MOST + ", was " + port);
        }
        return port;
    }

    /** An address with a port from a lowest on: 0 is one to listen on, and none to dial. */
    static InetSocketAddress parse(String option, String text, int lowest) {
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
                option + " must be HOST:PORT with a port from " + lowest + " to " + MOST + ", was \"" + text + "\"");
    }
}
