// SPDX-License-Identifier: Apache-2.0
/** The tasks behind the commands for enrolment, study plans and held messages. */
@NullMarked
package io.hedgerow.samples.enrol;

import org.jspecify.annotations.NullMarked;
