// SPDX-License-Identifier: Apache-2.0
/** Runs studies between separate processes: reads plans for the SDK, and assembles both ends from a directory each. */
@NullMarked
package io.hedgerow.samples.operate;

import org.jspecify.annotations.NullMarked;
