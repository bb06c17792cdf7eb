// SPDX-License-Identifier: Apache-2.0
/**
 * The layout of a network decides where variables, edges and labels of a picture are: in layers, or in the slices of
 * a series.
 */
@NullMarked
package io.hedgerow.core.internal.picture.layout;

import org.jspecify.annotations.NullMarked;
