// SPDX-License-Identifier: Apache-2.0
/** The commands that learn a network in one process, and read, compare, apply and export networks. */
@NullMarked
package io.hedgerow.samples.cli.network;

import org.jspecify.annotations.NullMarked;
