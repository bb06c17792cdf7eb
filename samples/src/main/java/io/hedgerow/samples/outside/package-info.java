// SPDX-License-Identifier: Apache-2.0
/** Data that this project did not simulate: what is found on them, beside what other programs find. */
@NullMarked
package io.hedgerow.samples.outside;

import org.jspecify.annotations.NullMarked;
