// SPDX-License-Identifier: Apache-2.0
/**
 * Files that survive a crash, locks, digests, and words for what went wrong; for all modules of the SDK, and for nobody
 * else.
 */
@NullMarked
package io.hedgerow.core.internal.file;

import org.jspecify.annotations.NullMarked;
