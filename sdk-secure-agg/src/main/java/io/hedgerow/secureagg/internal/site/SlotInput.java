// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.secureagg.internal.site;

import io.hedgerow.secureagg.internal.codec.LaneSource;
import io.hedgerow.secureagg.internal.message.SumMessage.InputTerms;

/**
 * The source of a site's input to a slot. It is asked once per slot, after everything else was checked and just before
 * the masked input leaves: here fresh noise is drawn and the privacy budget is charged. Extension point.
 */
@FunctionalInterface
public interface SlotInput {

    /**
     * The lanes of the input, the last of which holds 1.
     *
     * @param terms what the coordinator says is summed; to be compared with what the site agreed to
     * @throws RuntimeException when the site does not agree, or abstains; the slot is then aborted at this site
     */
    LaneSource lanes(InputTerms terms);
}
