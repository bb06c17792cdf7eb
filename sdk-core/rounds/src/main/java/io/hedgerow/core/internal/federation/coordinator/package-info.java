// SPDX-License-Identifier: Apache-2.0
/** The coordinator runs the rounds of a study, with a consensus or with sums alone. */
@NullMarked
package io.hedgerow.core.internal.federation.coordinator;

import org.jspecify.annotations.NullMarked;
