// SPDX-License-Identifier: Apache-2.0
/** What a site does before a message leaves: ask, write down, send. What left is on record before it left. */
@NullMarked
package io.hedgerow.transport.internal.egress;

import org.jspecify.annotations.NullMarked;
