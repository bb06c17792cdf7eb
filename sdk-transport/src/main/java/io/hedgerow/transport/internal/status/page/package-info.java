// SPDX-License-Identifier: Apache-2.0
/** The page of a running study is made here, with its curves, its sites and the picture of its network. */
@NullMarked
package io.hedgerow.transport.internal.status.page;

import org.jspecify.annotations.NullMarked;
