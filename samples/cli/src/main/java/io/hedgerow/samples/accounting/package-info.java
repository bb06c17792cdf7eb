// SPDX-License-Identifier: Apache-2.0
/** What the commands about privacy cost compute and print. */
@NullMarked
package io.hedgerow.samples.accounting;

import org.jspecify.annotations.NullMarked;
