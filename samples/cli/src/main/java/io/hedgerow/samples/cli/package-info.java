// SPDX-License-Identifier: Apache-2.0
/** The hedgerow command line: its conventions, which every command shares, and its commands. */
@NullMarked
package io.hedgerow.samples.cli;

import org.jspecify.annotations.NullMarked;
