// SPDX-License-Identifier: Apache-2.0
/** Renders the web page of a running study, with its curves, its sites and the picture of its network. */
@NullMarked
package io.hedgerow.transport.internal.status.page;

import org.jspecify.annotations.NullMarked;
