// SPDX-License-Identifier: Apache-2.0
/** Manual approval of messages before they leave a site. */
@NullMarked
package io.hedgerow.transport.internal.approval;

import org.jspecify.annotations.NullMarked;
