// SPDX-License-Identifier: Apache-2.0
/**
 * A learned network as files and as part of a {@code result.json}: the same for runs in one process and for studies.
 */
@NullMarked
package io.hedgerow.samples.network;

import org.jspecify.annotations.NullMarked;
