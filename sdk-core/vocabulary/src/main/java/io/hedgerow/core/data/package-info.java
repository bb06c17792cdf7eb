// SPDX-License-Identifier: Apache-2.0
/** Site data: readers, schemas and sufficient statistics; opened only with a permit. */
@NullMarked
package io.hedgerow.core.data;

import org.jspecify.annotations.NullMarked;
