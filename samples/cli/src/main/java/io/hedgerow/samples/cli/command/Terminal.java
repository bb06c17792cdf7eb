// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.cli.command;

import java.io.PrintWriter;
import java.time.InstantSource;

/**
 * The output streams of a command, and whether they support colours and redrawn lines. Passed to everything that
 * prints, so that tests can read it.
 *
 * @param out results only
 * @param err progress, notes and errors
 * @param shownOut whether {@code out} is a terminal, which obeys control characters
 * @param colourOut whether {@code out} shows colours
 * @param liveErr whether {@code err} is a terminal, so that a line can be drawn over
 */
public record Terminal(
        PrintWriter out, PrintWriter err, boolean shownOut, boolean colourOut, boolean liveErr, InstantSource clock) {

    /** With colours on every terminal. */
    public Terminal(PrintWriter out, PrintWriter err, boolean colourOut, boolean liveErr, InstantSource clock) {
        this(out, err, colourOut, colourOut, liveErr, clock);
    }
}
