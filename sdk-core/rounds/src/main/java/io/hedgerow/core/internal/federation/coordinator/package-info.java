// SPDX-License-Identifier: Apache-2.0
/** The coordinator's loop over the rounds of a study, with a consensus or with sums alone. */
@NullMarked
package io.hedgerow.core.internal.federation.coordinator;

import org.jspecify.annotations.NullMarked;
