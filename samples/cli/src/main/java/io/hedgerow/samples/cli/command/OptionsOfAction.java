// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.cli.command;

import java.util.List;

/** An action of a command with several, which reads only some of the command's options. */
public interface OptionsOfAction {

    /** The options by their longest names, without those of every command. */
    List<String> options();
}
