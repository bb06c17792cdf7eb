// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.learn.options;

import io.hedgerow.core.internal.text.QuotedNames;
import io.hedgerow.core.search.Interventions;
import io.hedgerow.core.search.KnownEdges;
import io.hedgerow.samples.learn.method.LearnSettings;
import io.hedgerow.samples.learn.method.SiteTargets;
import io.hedgerow.samples.learn.sites.NamedSite;
import io.hedgerow.samples.learn.sites.Sites;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options for prior knowledge of edges, tiers and interventions. */
final class KnownEdgeOptions {

    @Option(
            names = "--required",
            split = ",",
            paramLabel = "CAUSE->EFFECT",
            description = "An edge that is known to be there, in quotes: \"age->dose\". Separate several by "
                    + "commas, or repeat the option. For {METHODS:required}.")
    private List<String> required = new ArrayList<>();

    @Option(
            names = "--forbidden",
            split = ",",
            paramLabel = "CAUSE->EFFECT",
            description = "An edge that is known not to be there; its reverse may be. Written as for --required.")
    private List<String> forbidden = new ArrayList<>();

    @Option(
            names = "--tiers",
            paramLabel = "FILE",
            description = "YAML with one line, tiers: [[age, sex], [dose], [outcome]]: no edge leads to an "
                    + "earlier tier. A variable in no tier is free.")
    private @Nullable Path tiers;

    @Option(
            names = "--interventions",
            paramLabel = "FILE",
            description = "YAML with a line for each site at which variables were set or changed, by its file or its"
                    + " value of --site-column: trial.csv: {set: [dose], changed: [Akt]}. Their causes are learned from"
                    + " the other sites. For {METHODS:interventions}.")
    private @Nullable Path interventions;

    /** Each of them, as a plan would write it. */
    List<Setting> settings() {
        KnownEdges known = known();
        String order = known.tiers().stream().map(QuotedNames::listed).collect(Collectors.joining("; "));
        return List.of(
                Setting.of("--required", arrows(known.required()), "required"),
                Setting.of("--forbidden", arrows(known.forbidden()), "forbidden"),
                Setting.of("--tiers", order.isEmpty() ? null : order, "tiers"),
                // its value follows from the names of the sites
                new Setting("--interventions", interventions, null, List.of("interventions")));
    }

    private static @Nullable String arrows(List<KnownEdges.Arrow> edges) {
        return edges.isEmpty()
                ? null
                : edges.stream().map(KnownEdges.Arrow::toString).collect(Collectors.joining(", "));
    }

    KnownEdges known() {
        return KnownEdges.of(required, forbidden, tiers == null ? List.of() : KnownEdges.readTiers(tiers));
    }

    /** Refuses what contradicts itself or what is looked for. */
    void requireValid(SearchOptions search) {
        known();
        if (interventions != null && (search.hiddenCauses || search.orient != null)) {
            throw new IllegalArgumentException("--interventions cannot be combined with "
                    + (search.hiddenCauses ? "--hidden-causes" : "--orient")
                    + ", which compares rows that came about in one way: leave one of them out");
        }
    }

    /** The same settings with the targets at each site. */
    LearnSettings told(LearnSettings settings, Sites sites) {
        return interventions == null
                ? settings
                : settings.told(SiteTargets.of(
                        interventions,
                        Interventions.read(interventions),
                        sites.all().stream().map(NamedSite::name).toList(),
                        sites.schema()));
    }
}
