/**
 * The two ends of the wire over gRPC with mutual TLS 1.3. A site dials out and holds one stream; over broken
 * connections and restarts every message arrives once and in order. See docs/wire.md.
 */
@NullMarked
package io.hedgerow.transport.channel;

import org.jspecify.annotations.NullMarked;
