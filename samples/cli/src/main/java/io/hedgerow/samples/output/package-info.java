// SPDX-License-Identifier: Apache-2.0
/** Result files and documents, written completely or not at all. */
@NullMarked
package io.hedgerow.samples.output;

import org.jspecify.annotations.NullMarked;
