// SPDX-License-Identifier: Apache-2.0
/** Keys, certificates and enrolment, by which sites and coordinators authenticate each other. */
@NullMarked
package io.hedgerow.transport.internal.identity;

import org.jspecify.annotations.NullMarked;
