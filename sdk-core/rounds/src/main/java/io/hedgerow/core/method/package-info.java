// SPDX-License-Identifier: Apache-2.0
/** The federated algorithms by name, with their published and recommended settings. */
@NullMarked
package io.hedgerow.core.method;

import org.jspecify.annotations.NullMarked;
