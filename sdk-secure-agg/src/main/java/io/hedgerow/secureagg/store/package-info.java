// SPDX-License-Identifier: Apache-2.0
/** What sites and the coordinator keep in files, so that they go on after a restart. */
@NullMarked
package io.hedgerow.secureagg.store;

import org.jspecify.annotations.NullMarked;
