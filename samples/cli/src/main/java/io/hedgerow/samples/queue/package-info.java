// SPDX-License-Identifier: Apache-2.0
/** A queue of studies is a directory from which one process runs several at a time, each with a state of its own. */
@NullMarked
package io.hedgerow.samples.queue;

import org.jspecify.annotations.NullMarked;
