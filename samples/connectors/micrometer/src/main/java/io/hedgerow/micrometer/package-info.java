// SPDX-License-Identifier: Apache-2.0
/** Measurements of a study in a Micrometer registry. */
@NullMarked
package io.hedgerow.micrometer;

import org.jspecify.annotations.NullMarked;
