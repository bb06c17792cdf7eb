// SPDX-License-Identifier: Apache-2.0
/** The units of sites, which a private run protects, are public numbers. */
@NullMarked
package io.hedgerow.dp.method.settings;

import org.jspecify.annotations.NullMarked;
