// SPDX-License-Identifier: Apache-2.0
/** Total effects of variables on each other, computed from moments and the graphs of a posterior. */
@NullMarked
package io.hedgerow.core.internal.effect;

import org.jspecify.annotations.NullMarked;
