// SPDX-License-Identifier: Apache-2.0
/** How a program embeds the SDK. */
@NullMarked
package io.hedgerow.samples.embed;

import org.jspecify.annotations.NullMarked;
