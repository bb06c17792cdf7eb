// SPDX-License-Identifier: Apache-2.0
/** The entry points for studies between processes: a site in an organisation's own service, and the coordinator. */
@NullMarked
package io.hedgerow.transport.node;

import org.jspecify.annotations.NullMarked;
