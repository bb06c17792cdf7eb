// SPDX-License-Identifier: Apache-2.0
@NullMarked
package io.hedgerow.core.internal.feature.moments;

import org.jspecify.annotations.NullMarked;
