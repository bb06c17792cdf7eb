// SPDX-License-Identifier: Apache-2.0
/** Items, the tables and figures of papers: read from files and planned as runs. */
@NullMarked
package io.hedgerow.samples.lab.reproduce.item;

import org.jspecify.annotations.NullMarked;
