// SPDX-License-Identifier: Apache-2.0
/** Tables of the speed of learning, reading and transport. */
@NullMarked
package io.hedgerow.samples.lab.speed;

import org.jspecify.annotations.NullMarked;
