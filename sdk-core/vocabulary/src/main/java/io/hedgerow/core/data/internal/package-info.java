// SPDX-License-Identifier: Apache-2.0
/** Sources that wrap another one: in parts, observed, counted or without some columns; for use inside the SDK. */
@NullMarked
package io.hedgerow.core.data.internal;

import org.jspecify.annotations.NullMarked;
