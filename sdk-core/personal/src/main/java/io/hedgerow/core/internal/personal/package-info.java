// SPDX-License-Identifier: Apache-2.0
/** Networks of clients that may differ, learned with the knowledge that clients share. */
@NullMarked
package io.hedgerow.core.internal.personal;

import org.jspecify.annotations.NullMarked;
