// SPDX-License-Identifier: Apache-2.0
/** Lays out the variables, edges and labels of a picture, in layers or in time slices. */
@NullMarked
package io.hedgerow.core.internal.picture.layout;

import org.jspecify.annotations.NullMarked;
