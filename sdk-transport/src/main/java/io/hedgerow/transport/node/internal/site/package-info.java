// SPDX-License-Identifier: Apache-2.0
/**
 * Parts of a site's membership in a study: checks of messages and rows, the personal network, and notices to operators.
 */
@NullMarked
package io.hedgerow.transport.node.internal.site;

import org.jspecify.annotations.NullMarked;
