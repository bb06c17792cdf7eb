// SPDX-License-Identifier: Apache-2.0
/** Who is in a study, what a session is agreed on, and what was released before. */
@NullMarked
package io.hedgerow.secureagg.internal.policy;

import org.jspecify.annotations.NullMarked;
