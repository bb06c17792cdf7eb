/**
 * Studies between separate machines: who may take part ({@code identity}), what was agreed ({@code study}), and the two
 * ends of the wire over gRPC with mutual TLS.
 */
@NullMarked
package io.hedgerow.transport;

import org.jspecify.annotations.NullMarked;
