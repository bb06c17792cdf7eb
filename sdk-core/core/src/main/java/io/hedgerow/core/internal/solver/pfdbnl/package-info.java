// SPDX-License-Identifier: Apache-2.0
/** PFDBNL: personalised dynamic networks that are pulled towards a common one. */
@NullMarked
package io.hedgerow.core.internal.solver.pfdbnl;

import org.jspecify.annotations.NullMarked;
