// SPDX-License-Identifier: Apache-2.0
/** Options that are shared by the commands of sites and coordinators. */
@NullMarked
package io.hedgerow.samples.cli.study.options;

import org.jspecify.annotations.NullMarked;
