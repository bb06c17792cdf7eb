// SPDX-License-Identifier: Apache-2.0
/** Noise from Google's differential-privacy library, as a {@code NoiseSource}; built by the profile google-dp only. */
@NullMarked
package io.hedgerow.dp.google;

import org.jspecify.annotations.NullMarked;
