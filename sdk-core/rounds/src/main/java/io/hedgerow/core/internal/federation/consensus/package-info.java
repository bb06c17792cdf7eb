// SPDX-License-Identifier: Apache-2.0
/** The consensus iteration at the coordinator, and the sums over sites that its step needs. */
@NullMarked
package io.hedgerow.core.internal.federation.consensus;

import org.jspecify.annotations.NullMarked;
