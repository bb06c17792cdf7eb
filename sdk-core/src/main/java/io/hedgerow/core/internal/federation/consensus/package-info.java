// SPDX-License-Identifier: Apache-2.0
/** The coordinator keeps the consensus, and what its step needs of the sites. */
@NullMarked
package io.hedgerow.core.internal.federation.consensus;

import org.jspecify.annotations.NullMarked;
