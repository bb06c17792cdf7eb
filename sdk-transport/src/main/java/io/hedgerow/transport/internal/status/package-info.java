// SPDX-License-Identifier: Apache-2.0
/**
 * What a coordinator shows of a study that runs: a snapshot, a page and metrics, all read-only. See
 * docs/observability.md.
 */
@NullMarked
package io.hedgerow.transport.internal.status;

import org.jspecify.annotations.NullMarked;
