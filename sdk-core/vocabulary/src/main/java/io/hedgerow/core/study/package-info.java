// SPDX-License-Identifier: Apache-2.0
/** The agreement of a study between sites and coordinator: settings, policies, digest and provenance. */
@NullMarked
package io.hedgerow.core.study;

import org.jspecify.annotations.NullMarked;
