// SPDX-License-Identifier: Apache-2.0
/** The units that a private run protects at each site, as public numbers. */
@NullMarked
package io.hedgerow.dp.method.settings;

import org.jspecify.annotations.NullMarked;
