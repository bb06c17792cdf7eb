// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.plan;

import java.util.List;

/** The expected result of a private study, from public numbers alone. */
public interface StudyForecast {

    /** {@return the forecast in a sentence, with what is hardly meant} */
    String text();

    /** {@return whether the study is expected to find no more than an empty network says} */
    boolean useless();

    /** {@return contradictions in the terms; a plan with any is refused} */
    List<String> contradictions();

    /**
     * {@return terms that are possible but unlikely to be intended: a plan with any needs the confirmation of its
     * officers}
     */
    List<String> doubts();

    /** {@return whether a plan needs the word of its officers} */
    default boolean needsWord() {
        return useless() || !doubts().isEmpty();
    }
}
