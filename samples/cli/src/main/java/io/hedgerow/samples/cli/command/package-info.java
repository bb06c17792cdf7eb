// SPDX-License-Identifier: Apache-2.0
/** Every command is made of these: its base class, the terminal it writes to, and options that all commands share. */
@NullMarked
package io.hedgerow.samples.cli.command;

import org.jspecify.annotations.NullMarked;
