// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.archfixture.internal;

/** Stands for a kernel of sdk-core. */
public final class Kernel {}
