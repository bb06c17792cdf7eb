// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.columns;

import io.hedgerow.core.data.VariableKind;

/**
 * A coding that needs the texts of a column only for some time. A reader may then hand it none, and take 0 for them.
 */
public interface EndingCoding extends VariableKind.Coding {

    /** {@return whether no later text matters} */
    boolean hasEnded();
}
