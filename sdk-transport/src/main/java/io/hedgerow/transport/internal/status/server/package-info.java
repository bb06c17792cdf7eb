// SPDX-License-Identifier: Apache-2.0
/** An HTTP server on this machine answers with the page, the metrics and the data of a running study. */
@NullMarked
package io.hedgerow.transport.internal.status.server;

import org.jspecify.annotations.NullMarked;
