// SPDX-License-Identifier: Apache-2.0
/** A study is what sites and coordinator agree on beforehand: settings, policies, digest and provenance. */
@NullMarked
package io.hedgerow.core.study;

import org.jspecify.annotations.NullMarked;
