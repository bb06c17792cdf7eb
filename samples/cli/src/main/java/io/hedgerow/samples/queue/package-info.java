// SPDX-License-Identifier: Apache-2.0
/** A directory-based queue from which one process runs several studies at a time. */
@NullMarked
package io.hedgerow.samples.queue;

import org.jspecify.annotations.NullMarked;
