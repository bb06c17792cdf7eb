// SPDX-License-Identifier: Apache-2.0
/** Declarations by which a method describes its name, traits and parameters. */
@NullMarked
package io.hedgerow.core.method.descriptor;

import org.jspecify.annotations.NullMarked;
