// SPDX-License-Identifier: Apache-2.0
/** What can be plugged in between sites and coordinator, and what is told of the rounds. */
@NullMarked
package io.hedgerow.core.federation;

import org.jspecify.annotations.NullMarked;
