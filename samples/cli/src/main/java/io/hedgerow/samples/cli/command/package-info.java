// SPDX-License-Identifier: Apache-2.0
/** The base class of commands, the terminal they write to, and options that all commands share. */
@NullMarked
package io.hedgerow.samples.cli.command;

import org.jspecify.annotations.NullMarked;
