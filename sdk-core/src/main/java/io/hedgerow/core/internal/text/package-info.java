// SPDX-License-Identifier: Apache-2.0
/** Words in messages. */
@NullMarked
package io.hedgerow.core.internal.text;

import org.jspecify.annotations.NullMarked;
