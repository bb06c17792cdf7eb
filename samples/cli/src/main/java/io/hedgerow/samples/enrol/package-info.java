// SPDX-License-Identifier: Apache-2.0
/** What the commands for enrolment, study plans and held messages do. */
@NullMarked
package io.hedgerow.samples.enrol;

import org.jspecify.annotations.NullMarked;
