// SPDX-License-Identifier: Apache-2.0
/** Tables show how long learning, reading and transport take. */
@NullMarked
package io.hedgerow.samples.lab.speed;

import org.jspecify.annotations.NullMarked;
