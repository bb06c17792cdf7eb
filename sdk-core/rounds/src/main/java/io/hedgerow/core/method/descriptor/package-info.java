// SPDX-License-Identifier: Apache-2.0
/** A method says of itself what it is, what it does and which parameters it has. */
@NullMarked
package io.hedgerow.core.method.descriptor;

import org.jspecify.annotations.NullMarked;
