// SPDX-License-Identifier: Apache-2.0
/**
 * The messages of sites and coordinator: values with a canonical signed digest and a strict byte form, without
 * behaviour.
 */
@NullMarked
package io.hedgerow.secureagg.internal.message;

import org.jspecify.annotations.NullMarked;
