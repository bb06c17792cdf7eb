// SPDX-License-Identifier: Apache-2.0
/** Keys, certificates and enrolment, which prove the identity of the other end. */
@NullMarked
package io.hedgerow.transport.internal.identity;

import org.jspecify.annotations.NullMarked;
