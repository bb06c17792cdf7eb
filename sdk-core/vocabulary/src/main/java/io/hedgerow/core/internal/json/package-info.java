// SPDX-License-Identifier: Apache-2.0
/** A writer of JSON objects, field by field; for the modules of the SDK only. */
@NullMarked
package io.hedgerow.core.internal.json;

import org.jspecify.annotations.NullMarked;
