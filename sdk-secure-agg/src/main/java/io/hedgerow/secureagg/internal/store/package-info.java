// SPDX-License-Identifier: Apache-2.0
/** Durable files of secure aggregation at sites and coordinator. */
@NullMarked
package io.hedgerow.secureagg.internal.store;

import org.jspecify.annotations.NullMarked;
