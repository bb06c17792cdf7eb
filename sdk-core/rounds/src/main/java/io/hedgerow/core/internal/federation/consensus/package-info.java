// SPDX-License-Identifier: Apache-2.0
/** The consensus at the coordinator, and the terms of the sites that its step needs. */
@NullMarked
package io.hedgerow.core.internal.federation.consensus;

import org.jspecify.annotations.NullMarked;
