// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.archfixture;

/** Stands for any class of sdk-dp. */
public final class DpThing {}
