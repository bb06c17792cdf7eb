// SPDX-License-Identifier: Apache-2.0
/** Who a site and a coordinator are, and the documents that officers sign. */
@NullMarked
package io.hedgerow.transport.identity;

import org.jspecify.annotations.NullMarked;
