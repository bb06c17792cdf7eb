// SPDX-License-Identifier: Apache-2.0
/** Identities of sites and coordinators, and documents that officers sign. */
@NullMarked
package io.hedgerow.transport.identity;

import org.jspecify.annotations.NullMarked;
