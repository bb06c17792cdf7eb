// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.plan;

import java.util.List;

/** The expected accuracy of a private study, computed from public numbers alone. */
public interface StudyForecast {

    /** {@return the forecast in a sentence, with what is hardly meant} */
    String text();

    /** {@return whether the study is expected to find no more than an empty network says} */
    boolean useless();

    /** {@return what the terms say twice, and differently; a plan with any is refused} */
    List<String> contradictions();

    /** {@return what is hardly meant, though it can be: a plan with any needs the word of its officers} */
    List<String> doubts();

    /** {@return whether a plan needs the word of its officers} */
    default boolean needsWord() {
        return useless() || !doubts().isEmpty();
    }
}
