// SPDX-License-Identifier: Apache-2.0
/** Images of coordinator and site as archives, and a chart that runs them in a cluster. */
@NullMarked
package io.hedgerow.samples.deploy;

import org.jspecify.annotations.NullMarked;
