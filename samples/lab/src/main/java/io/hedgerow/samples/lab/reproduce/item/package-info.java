// SPDX-License-Identifier: Apache-2.0
/** An item is one table or figure of a paper, which is read from files and planned as runs. */
@NullMarked
package io.hedgerow.samples.lab.reproduce.item;

import org.jspecify.annotations.NullMarked;
