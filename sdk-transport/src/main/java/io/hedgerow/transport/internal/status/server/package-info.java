// SPDX-License-Identifier: Apache-2.0
/** A local HTTP server for the page, the metrics and the data of a running study. */
@NullMarked
package io.hedgerow.transport.internal.status.server;

import org.jspecify.annotations.NullMarked;
