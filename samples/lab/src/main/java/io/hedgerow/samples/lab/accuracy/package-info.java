// SPDX-License-Identifier: Apache-2.0
/** Tables show how near the networks of several methods come to the true one. */
@NullMarked
package io.hedgerow.samples.lab.accuracy;

import org.jspecify.annotations.NullMarked;
