// SPDX-License-Identifier: Apache-2.0
/** Words in messages, and numbers on axes. */
@NullMarked
package io.hedgerow.core.internal.text;

import org.jspecify.annotations.NullMarked;
