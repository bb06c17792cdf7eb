// SPDX-License-Identifier: Apache-2.0
/** Data as the published code of a paper simulates them are here, where those of its text are another model. */
@NullMarked
package io.hedgerow.samples.lab.reproduce.simulation;

import org.jspecify.annotations.NullMarked;
