// SPDX-License-Identifier: Apache-2.0
/** What is agreed and what is sent: studies, tasks, updates, their encoding, and the records that both ends keep. */
@NullMarked
package io.hedgerow.core.protocol;

import org.jspecify.annotations.NullMarked;
