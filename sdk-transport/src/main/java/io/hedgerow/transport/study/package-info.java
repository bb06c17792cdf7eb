// SPDX-License-Identifier: Apache-2.0
/** Study plans, and the rules by which a site decides to join. */
@NullMarked
package io.hedgerow.transport.study;

import org.jspecify.annotations.NullMarked;
