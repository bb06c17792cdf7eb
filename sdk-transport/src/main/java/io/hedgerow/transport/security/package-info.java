// SPDX-License-Identifier: Apache-2.0
/** Security notices tell an organisation's log collection, without any data, what happened at a site or a coordinator. */
@NullMarked
package io.hedgerow.transport.security;

import org.jspecify.annotations.NullMarked;
