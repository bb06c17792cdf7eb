// SPDX-License-Identifier: Apache-2.0
/** Messages that wait for a person before they leave a site. */
@NullMarked
package io.hedgerow.transport.internal.approval;

import org.jspecify.annotations.NullMarked;
