// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.yaml;

import java.util.ArrayList;
import java.util.List;

/** Reads interventions by site, {@code north: {set: [dose], changed: [Akt]}}, in plans and in files of their own. */
public final class RegimeLines {

    private static final String RULE =
            "none, or {set: [VARIABLE, ...], changed: [VARIABLE, ...]} of which one may be" + " left out";

    private RegimeLines() {}

    /** The same as one line, {@code north: set dose, changed Akt; south: set dose}, of a mapping by sites. */
    public static String text(YamlNode sites) {
        List<String> lines = new ArrayList<>();
        sites.fields().forEach((site, targets) -> {
            if (site.contains(";")) {
                throw targets.complain("the name of a site must have no semicolon, was \"" + site + "\": rename it");
            }
            if (!targets.isMapping()) {
                targets.matching("none", RULE);
                return;
            }
            targets.requireOnly("set", "changed");
            List<String> words = new ArrayList<>();
            for (String kind : List.of("set", "changed")) {
                targets.optional(kind)
                        .ifPresent(list -> list.items(RULE)
                                .forEach(name -> words.add(kind + " "
                                        + name.matching(
                                                "[^,;:]+",
                                                "the name of a variable without comma, semicolon or colon"))));
            }
            if (words.isEmpty()) {
                throw targets.mustBe(RULE);
            }
            lines.add(site + ": " + String.join(", ", words));
        });
        return String.join("; ", lines);
    }
}
