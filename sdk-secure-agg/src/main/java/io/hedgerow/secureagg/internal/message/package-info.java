// SPDX-License-Identifier: Apache-2.0
/**
 * What sites and coordinator send each other: values with a canonical signed digest and a strict byte form, without
 * behaviour.
 */
@NullMarked
package io.hedgerow.secureagg.internal.message;

import org.jspecify.annotations.NullMarked;
