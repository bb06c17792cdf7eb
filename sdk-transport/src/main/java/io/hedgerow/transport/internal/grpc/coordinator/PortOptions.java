// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.transport.internal.grpc.coordinator;

import io.hedgerow.core.protocol.SiteId;
import io.hedgerow.transport.internal.egress.SecurityEvents;
import io.hedgerow.transport.internal.link.WireSettings;
import io.hedgerow.transport.internal.link.WireTls;
import java.security.cert.X509Certificate;
import java.util.concurrent.ThreadFactory;
import java.util.function.Function;

/**
 * How a coordinator listens, whatever its studies are.
 *
 * @param tls the coordinator's identity, and whose certificates it trusts
 * @param naming names the site of a trusted certificate chain, or throws a RuntimeException that says why it names none
 * @param settings times, and the limit of a frame
 * @param threads makes the wire's threads
 * @param security is told of connections that are refused before they name a study
 * @param study under which that is noted; empty where there are several
 */
public record PortOptions(
        WireTls tls,
        Function<X509Certificate[], SiteId> naming,
        WireSettings settings,
        ThreadFactory threads,
        SecurityEvents security,
        String study) {}
