/**
 * The two ends of the wire over gRPC with mutual TLS.
 *
 * <p>Empty in this version: studies run inside one process, over the in-memory channel of {@code io.hedgerow.core}.
 */
@NullMarked
package io.hedgerow.transport;

import org.jspecify.annotations.NullMarked;
