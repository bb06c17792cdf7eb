// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.archfixture;

/** Named after nothing, on purpose: the rule that classes say what they are must find it. */
public final class GraphUtils {}
