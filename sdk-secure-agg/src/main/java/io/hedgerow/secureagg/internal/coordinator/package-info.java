// SPDX-License-Identifier: Apache-2.0
/** The coordinator's side: it relays, checks, and finds the sum; it never holds both secrets of a site. */
@NullMarked
package io.hedgerow.secureagg.internal.coordinator;

import org.jspecify.annotations.NullMarked;
