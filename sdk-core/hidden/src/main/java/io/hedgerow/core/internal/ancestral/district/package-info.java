// SPDX-License-Identifier: Apache-2.0
/**
 * Maximum likelihood for the equations of a district, the variables that hidden causes connect, and forecasts of
 * changes to them. Internal.
 */
@NullMarked
package io.hedgerow.core.internal.ancestral.district;

import org.jspecify.annotations.NullMarked;
