// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.internal.options;

/** The centre that sites subtract from their rows. The site's own exact mean is not among them: it would leak. */
public enum Centre {
    /** Nothing is subtracted. */
    NONE,
    /** Public values are subtracted. */
    PUBLIC,
    /** A private release of the mean is subtracted, paid from the budget. */
    PRIVATE
}
