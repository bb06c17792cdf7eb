// SPDX-License-Identifier: Apache-2.0
/** The members of a study, the terms of a session, and the memory of what was released. */
@NullMarked
package io.hedgerow.secureagg.internal.policy;

import org.jspecify.annotations.NullMarked;
