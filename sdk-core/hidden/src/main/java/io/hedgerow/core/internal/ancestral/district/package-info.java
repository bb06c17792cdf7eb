// SPDX-License-Identifier: Apache-2.0
/** The equations of variables that hidden causes join: their largest likelihood, and what changes gain. Internal. */
@NullMarked
package io.hedgerow.core.internal.ancestral.district;

import org.jspecify.annotations.NullMarked;
