// SPDX-License-Identifier: Apache-2.0
/** Sources of rows in memory, and sources that read another one: by person, in parts, or watched. */
@NullMarked
package io.hedgerow.core.data.rows;

import org.jspecify.annotations.NullMarked;
