// SPDX-License-Identifier: Apache-2.0
/**
 * A membership checks what arrives, watches its rows, computes a network of its own, and tells people what hinders
 * it.
 */
@NullMarked
package io.hedgerow.transport.node.internal.site;

import org.jspecify.annotations.NullMarked;
