// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.transport.internal.status.server;

import com.sun.net.httpserver.Headers;
import java.util.List;

/** Whether a request was meant for this machine. A page elsewhere whose name resolves to 127.0.0.1 sends that name. */
final class Loopback {

    private Loopback() {}

    static boolean isNamedBy(Headers headers) {
        List<String> hosts = headers.getOrDefault("Host", List.of());
        return hosts.size() == 1
                && hosts.get(0).matches("(?i)(localhost|127(\\.[0-9]{1,3}){3}|\\[::1\\])(:[0-9]{1,5})?");
    }
}
