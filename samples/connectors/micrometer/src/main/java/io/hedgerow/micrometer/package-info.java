// SPDX-License-Identifier: Apache-2.0
/** Metrics of a study in a Micrometer registry. */
@NullMarked
package io.hedgerow.micrometer;

import org.jspecify.annotations.NullMarked;
