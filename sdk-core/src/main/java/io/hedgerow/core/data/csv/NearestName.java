// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.data.csv;

import io.hedgerow.core.internal.text.Nearest;
import io.hedgerow.core.internal.text.NumberToken;
import java.util.List;
import java.util.stream.Collectors;

/** Suggests the name that was probably meant. */
final class NearestName {

    private static final int LONGEST_LIST = 20;

    private NearestName() {}

    static String complaint(String wanted, List<String> available) {
        String list =
                available.stream().limit(LONGEST_LIST).map(NumberToken::oneLine).collect(Collectors.joining(", "));
        String more = available.size() > LONGEST_LIST ? ", and " + (available.size() - LONGEST_LIST) + " more" : "";
        return "has no column " + NumberToken.quote(wanted)
                + Nearest.to(wanted, available)
                        .map(name -> ", did you mean " + NumberToken.quote(name) + "?")
                        .orElse("")
                + " (columns: " + list
                + more
                + ")";
    }
}
