// SPDX-License-Identifier: Apache-2.0
/**
 * The view of a running study at the coordinator: a snapshot, a page and metrics, all read-only. See
 * docs/observability.md.
 */
@NullMarked
package io.hedgerow.transport.internal.status;

import org.jspecify.annotations.NullMarked;
