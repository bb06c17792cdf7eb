/**
 * The two ends of the wire over gRPC with mutual TLS.
 */
@NullMarked
package io.hedgerow.transport;

import org.jspecify.annotations.NullMarked;
