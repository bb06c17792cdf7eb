// SPDX-License-Identifier: Apache-2.0
/** The agreement and the messages of a study: tasks, updates, their encoding, and the records that both ends keep. */
@NullMarked
package io.hedgerow.core.protocol;

import org.jspecify.annotations.NullMarked;
