// SPDX-License-Identifier: Apache-2.0
/** The memory budget for rows that all openings of a process share. */
@NullMarked
package io.hedgerow.core.internal.memory;

import org.jspecify.annotations.NullMarked;
