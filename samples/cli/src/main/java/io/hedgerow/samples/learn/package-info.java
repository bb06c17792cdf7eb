// SPDX-License-Identifier: Apache-2.0
/** Learning a network from files: sites, algorithms, results. */
@NullMarked
package io.hedgerow.samples.learn;

import org.jspecify.annotations.NullMarked;
