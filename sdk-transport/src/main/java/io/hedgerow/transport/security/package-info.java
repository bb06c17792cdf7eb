// SPDX-License-Identifier: Apache-2.0
/** Security notices for an organisation's log collection, about events at a site or a coordinator, without data. */
@NullMarked
package io.hedgerow.transport.security;

import org.jspecify.annotations.NullMarked;
