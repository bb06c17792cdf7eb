// SPDX-License-Identifier: Apache-2.0
/** Declarations of methods: name, purpose, traits and parameters. */
@NullMarked
package io.hedgerow.core.method.descriptor;

import org.jspecify.annotations.NullMarked;
