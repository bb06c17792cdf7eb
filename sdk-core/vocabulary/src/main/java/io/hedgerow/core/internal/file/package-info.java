// SPDX-License-Identifier: Apache-2.0
/** Files that survive a crash, locks, digests, and descriptions of failures; for the modules of the SDK only. */
@NullMarked
package io.hedgerow.core.internal.file;

import org.jspecify.annotations.NullMarked;
