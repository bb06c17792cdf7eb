// SPDX-License-Identifier: Apache-2.0
/** Sources that read another one in parts, watched, counted or without some columns, inside the SDK. */
@NullMarked
package io.hedgerow.core.data.internal;

import org.jspecify.annotations.NullMarked;
