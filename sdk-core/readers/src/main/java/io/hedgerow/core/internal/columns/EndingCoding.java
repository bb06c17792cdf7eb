// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.columns;

import io.hedgerow.core.data.VariableKind;

/**
 * A coding of a column that needs its texts only up to some row. A reader may then hand it none, and take 0 for them.
 */
public interface EndingCoding extends VariableKind.Coding {

    /** {@return whether no later text matters} */
    boolean hasEnded();
}
