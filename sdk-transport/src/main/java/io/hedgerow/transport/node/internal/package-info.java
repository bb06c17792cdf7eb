// SPDX-License-Identifier: Apache-2.0
/** What a plan determines for sites and coordinator alike: message sizes, masking and the journal. */
@NullMarked
package io.hedgerow.transport.node.internal;

import org.jspecify.annotations.NullMarked;
