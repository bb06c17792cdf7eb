// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.model;

/** The available measures h of directed cycles, by name. */
public enum AcyclicityForm {
    /** tr(e^A) − d, the form of the papers; defined everywhere. */
    TRACE_EXPONENTIAL,
    /** −log det(I − A), where A's spectral radius is below 1: weak cycles weigh more, strong ones are impossible. */
    LOG_DETERMINANT
}
