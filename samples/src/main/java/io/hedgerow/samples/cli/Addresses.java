package io.hedgerow.samples.cli;

import java.net.InetSocketAddress;

/** HOST:PORT on a command line. */
final class Addresses {

    private static final int MOST = 65535;

    private Addresses() {}

    static InetSocketAddress parse(String option, String text) {
        int colon = text.lastIndexOf(':');
        if (colon > 0) {
            try {
                int port = Integer.parseInt(text.substring(colon + 1));
                if (port >= 0 && port <= MOST) {
                    return new InetSocketAddress(text.substring(0, colon), port);
                }
            } catch (NumberFormatException e) {
                // said below
            }
        }
        throw new IllegalArgumentException(
                option + " must be HOST:PORT with a port from 0 to " + MOST + ", was \"" + text + "\"");
    }
}
