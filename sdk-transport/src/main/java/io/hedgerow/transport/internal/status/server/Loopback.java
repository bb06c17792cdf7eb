// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.transport.internal.status.server;

import com.sun.net.httpserver.Headers;
import java.util.List;

/**
 * Whether a request was meant for this machine: a page that got a name of its own to resolve to 127.0.0.1 says that
 * name.
 */
final class Loopback {

    private Loopback() {}

    static boolean isNamedBy(Headers headers) {
        List<String> hosts = headers.getOrDefault("Host", List.of());
        return hosts.size() == 1
                && hosts.get(0).matches("(?i)(localhost|127(\\.[0-9]{1,3}){3}|\\[::1\\])(:[0-9]{1,5})?");
    }
}
