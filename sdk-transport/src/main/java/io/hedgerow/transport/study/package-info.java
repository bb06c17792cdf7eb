// SPDX-License-Identifier: Apache-2.0
/** What sites and coordinator agree on before data is opened, and what a site insists on. */
@NullMarked
package io.hedgerow.transport.study;

import org.jspecify.annotations.NullMarked;
