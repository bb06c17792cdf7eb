// SPDX-License-Identifier: Apache-2.0
/** These sets of options are shared by the commands that run at a site, at a coordinator, or at both. */
@NullMarked
package io.hedgerow.samples.cli.study.options;

import org.jspecify.annotations.NullMarked;
