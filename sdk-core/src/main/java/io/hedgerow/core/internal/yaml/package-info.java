// SPDX-License-Identifier: Apache-2.0
/** Small, plain YAML, with complaints that name their place; for all modules of the SDK, and for nobody else. */
@NullMarked
package io.hedgerow.core.internal.yaml;

import org.jspecify.annotations.NullMarked;
