// SPDX-License-Identifier: Apache-2.0
/** An algorithm of the command line has a name, settings, presets, a unit and what it learned. */
@NullMarked
package io.hedgerow.samples.learn.method;

import org.jspecify.annotations.NullMarked;
