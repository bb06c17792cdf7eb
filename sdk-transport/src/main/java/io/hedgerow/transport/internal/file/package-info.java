// SPDX-License-Identifier: Apache-2.0
/** Files that only grow: one writer, every addition on the disk before it counts. */
@NullMarked
package io.hedgerow.transport.internal.file;

import org.jspecify.annotations.NullMarked;
