// SPDX-License-Identifier: Apache-2.0
/** A reproduction runs the items of a paper, checks its claims, and writes a document about them. */
@NullMarked
package io.hedgerow.samples.lab.reproduce;

import org.jspecify.annotations.NullMarked;
