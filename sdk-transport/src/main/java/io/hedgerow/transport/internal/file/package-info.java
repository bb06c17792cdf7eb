// SPDX-License-Identifier: Apache-2.0
/** Durable append-only files with one writer. */
@NullMarked
package io.hedgerow.transport.internal.file;

import org.jspecify.annotations.NullMarked;
