// SPDX-License-Identifier: Apache-2.0
/** The places of variables, edges and labels of a picture, in layers or in the slices of a series. */
@NullMarked
package io.hedgerow.core.internal.picture.layout;

import org.jspecify.annotations.NullMarked;
