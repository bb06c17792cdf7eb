// SPDX-License-Identifier: Apache-2.0
/** Examines a site before it joins a study, without opening its data. */
@NullMarked
package io.hedgerow.samples.doctor;

import org.jspecify.annotations.NullMarked;
