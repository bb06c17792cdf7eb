// SPDX-License-Identifier: Apache-2.0
/** Tables that compare the networks of several methods with the true ones. */
@NullMarked
package io.hedgerow.samples.lab.accuracy;

import org.jspecify.annotations.NullMarked;
