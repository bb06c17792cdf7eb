// SPDX-License-Identifier: Apache-2.0
/** What a private run will cost and how well it will do, before there is any data. */
@NullMarked
package io.hedgerow.samples.plan;

import org.jspecify.annotations.NullMarked;
