// SPDX-License-Identifier: Apache-2.0
/** Small, plain YAML, with complaints that name their place; for the modules of the SDK only. */
@NullMarked
package io.hedgerow.core.internal.yaml;

import org.jspecify.annotations.NullMarked;
