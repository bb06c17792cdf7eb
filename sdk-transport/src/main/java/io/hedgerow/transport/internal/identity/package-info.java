// SPDX-License-Identifier: Apache-2.0
/** Keys, certificates and enrolment: who is at the other end of a wire. */
@NullMarked
package io.hedgerow.transport.internal.identity;

import org.jspecify.annotations.NullMarked;
