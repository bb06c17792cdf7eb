// SPDX-License-Identifier: Apache-2.0
/** The agreement of sites and coordinator on a study: settings, policies, digest and provenance. */
@NullMarked
package io.hedgerow.core.study;

import org.jspecify.annotations.NullMarked;
