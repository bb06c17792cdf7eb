// SPDX-License-Identifier: Apache-2.0
/** What an own accountant must keep, as properties to extend. */
@NullMarked
package io.hedgerow.contract.accounting;

import org.jspecify.annotations.NullMarked;
