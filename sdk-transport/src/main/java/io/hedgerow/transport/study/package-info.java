// SPDX-License-Identifier: Apache-2.0
/** The agreement of sites and coordinator before data is opened, and a site's own demands. */
@NullMarked
package io.hedgerow.transport.study;

import org.jspecify.annotations.NullMarked;
