// SPDX-License-Identifier: Apache-2.0
/**
 * These commands enrol members, agree on a plan, and run a study between processes at a site and at a coordinator.
 */
@NullMarked
package io.hedgerow.samples.cli.study;

import org.jspecify.annotations.NullMarked;
