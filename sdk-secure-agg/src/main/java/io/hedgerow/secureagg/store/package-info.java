// SPDX-License-Identifier: Apache-2.0
/** Files that let sites and the coordinator go on after a restart. */
@NullMarked
package io.hedgerow.secureagg.store;

import org.jspecify.annotations.NullMarked;
