// SPDX-License-Identifier: Apache-2.0
/** Rosters, the terms of a session, and the records by which sites limit repeated releases. */
@NullMarked
package io.hedgerow.secureagg.internal.policy;

import org.jspecify.annotations.NullMarked;
