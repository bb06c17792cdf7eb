// SPDX-License-Identifier: Apache-2.0
/** The commands that enrol members, sign plans, and run studies between processes at sites and a coordinator. */
@NullMarked
package io.hedgerow.samples.cli.study;

import org.jspecify.annotations.NullMarked;
