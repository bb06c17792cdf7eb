// SPDX-License-Identifier: Apache-2.0
/** File-based journals from which a coordinator or a site resumes after a restart. */
@NullMarked
package io.hedgerow.transport.internal.journal;

import org.jspecify.annotations.NullMarked;
