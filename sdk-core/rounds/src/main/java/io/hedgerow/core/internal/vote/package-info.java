// SPDX-License-Identifier: Apache-2.0
/** The network of a study in rounds: a vote of the last rounds, or their mean. */
@NullMarked
package io.hedgerow.core.internal.vote;

import org.jspecify.annotations.NullMarked;
