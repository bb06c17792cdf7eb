// SPDX-License-Identifier: Apache-2.0
/** Files of both ends of secure aggregation, which must not be forgotten. */
@NullMarked
package io.hedgerow.secureagg.internal.store;

import org.jspecify.annotations.NullMarked;
