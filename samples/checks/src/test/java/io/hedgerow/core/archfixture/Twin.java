// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.archfixture;

/** Has the name of a class elsewhere, and depends on its package, which depends on this one. */
public record Twin(io.hedgerow.core.archfixture.cycle.Twin other) {}
