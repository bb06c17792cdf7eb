// SPDX-License-Identifier: Apache-2.0
/** The settings of a private run, and their defaults, are public numbers. */
@NullMarked
package io.hedgerow.dp.method.settings;

import org.jspecify.annotations.NullMarked;
