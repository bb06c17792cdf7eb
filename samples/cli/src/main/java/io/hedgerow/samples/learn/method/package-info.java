// SPDX-License-Identifier: Apache-2.0
/** The algorithms of the command line, with their settings, presets, units and results. */
@NullMarked
package io.hedgerow.samples.learn.method;

import org.jspecify.annotations.NullMarked;
