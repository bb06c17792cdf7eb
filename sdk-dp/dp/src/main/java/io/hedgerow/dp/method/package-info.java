// SPDX-License-Identifier: Apache-2.0
/** The private methods: settings, agreements, the sites' solvers and the coordinator's part. */
@NullMarked
package io.hedgerow.dp.method;

import org.jspecify.annotations.NullMarked;
