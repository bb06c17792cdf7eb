// SPDX-License-Identifier: Apache-2.0
/** What both ends of secure aggregation must not forget, in files. */
@NullMarked
package io.hedgerow.secureagg.internal.store;

import org.jspecify.annotations.NullMarked;
