// SPDX-License-Identifier: Apache-2.0
/**
 * Studies between separate machines: who may take part ({@code identity}), what was agreed ({@code study}), the two
 * ends of the wire over gRPC with mutual TLS ({@code channel}, {@code wire}), what survives a restart ({@code journal},
 * {@code egress}), and what is shown of it ({@code status}).
 */
@NullMarked
package io.hedgerow.transport;

import org.jspecify.annotations.NullMarked;
