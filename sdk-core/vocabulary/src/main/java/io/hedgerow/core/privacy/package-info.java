// SPDX-License-Identifier: Apache-2.0
/** The vocabulary of privacy: cost records, the gate that alone mints reservations, and single-use data permits. */
@NullMarked
package io.hedgerow.core.privacy;

import org.jspecify.annotations.NullMarked;
