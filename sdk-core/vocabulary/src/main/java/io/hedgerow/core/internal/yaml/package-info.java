// SPDX-License-Identifier: Apache-2.0
/** Reads small, plain YAML, with errors that name their position; for the modules of the SDK only. */
@NullMarked
package io.hedgerow.core.internal.yaml;

import org.jspecify.annotations.NullMarked;
