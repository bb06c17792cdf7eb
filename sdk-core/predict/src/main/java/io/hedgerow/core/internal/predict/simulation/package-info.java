// SPDX-License-Identifier: Apache-2.0
/** Numbers for rows that are drawn from a fitted network: anyone who knows the seed knows them. */
@NullMarked
package io.hedgerow.core.internal.predict.simulation;

import org.jspecify.annotations.NullMarked;
