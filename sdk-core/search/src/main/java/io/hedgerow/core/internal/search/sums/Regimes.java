// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.search.sums;

import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.internal.text.Words;
import io.hedgerow.core.model.ParameterLayout;
import io.hedgerow.core.model.Parameters;
import io.hedgerow.core.protocol.SiteId;
import io.hedgerow.core.search.Interventions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * The distinct sets of targets of a study, one regime each, and a vector of the sums of {@link SiteSums} of all of
 * them: a site fills the slot of its regime and leaves zeros in the others. The slice of variable j has its slices of
 * {@link SiteSums}, regime after regime. Immutable.
 */
public final class Regimes {

    private final VariableSchema schema;
    private final List<Regime> regimes;

    /**
     * The sites with one set of targets, by position; {@code set}: those whose values people decided at all of them.
     */
    public record Regime(Set<Integer> targets, Set<Integer> set, Set<SiteId> sites) {
        public Regime {
            targets = Set.copyOf(targets);
            set = Set.copyOf(set);
            sites = Set.copyOf(sites);
        }

        public boolean isObserved() {
            return targets.isEmpty();
        }
    }

    private Regimes(VariableSchema schema, List<Regime> regimes) {
        this.schema = schema;
        this.regimes = List.copyOf(regimes);
    }

    /** The regimes of a study, that without targets first, the others in the order of their first sites. */
    public static Regimes of(Interventions interventions, VariableSchema schema, List<SiteId> sites) {
        interventions.requireFits(schema, sites.stream().map(SiteId::value).toList());
        Map<Set<Integer>, Regime> found = new LinkedHashMap<>();
        for (boolean observed : new boolean[] {true, false}) {
            for (SiteId site : sites) {
                Interventions.Targets at = interventions.at(site.value());
                Set<Integer> targets = positions(at.all(), schema);
                if (targets.isEmpty() == observed) {
                    found.merge(
                            targets, new Regime(targets, positions(at.set(), schema), Set.of(site)), Regimes::joined);
                }
            }
        }
        return new Regimes(schema, List.copyOf(found.values()));
    }

    private static Set<Integer> positions(Collection<String> names, VariableSchema schema) {
        Set<Integer> positions = new TreeSet<>();
        names.forEach(name -> positions.add(schema.indexOf(name)));
        return positions;
    }

    private static Regime joined(Regime one, Regime other) {
        Set<Integer> set = new TreeSet<>(one.set());
        set.retainAll(other.set());
        Set<SiteId> sites = new TreeSet<>(one.sites());
        sites.addAll(other.sites());
        return new Regime(one.targets(), set, sites);
    }

    /** Such as <i>where dose was set</i>. */
    public String where(Regime regime) {
        if (regime.isObserved()) {
            return "where nothing was a target";
        }
        List<String> words = new ArrayList<>();
        for (boolean set : new boolean[] {true, false}) {
            List<String> names = regime.targets().stream()
                    .filter(target -> regime.set().contains(target) == set)
                    .sorted()
                    .map(schema.names()::get)
                    .toList();
            if (!names.isEmpty()) {
                words.add(Words.listed(names, "and")
                        + (names.size() == 1 ? " was " : " were ")
                        + (set ? "set" : "changed"));
            }
        }
        return "where " + String.join(" and ", words);
    }

    public VariableSchema schema() {
        return schema;
    }

    public List<Regime> all() {
        return regimes;
    }

    public Regime of(SiteId site) {
        return regimes.stream()
                .filter(regime -> regime.sites().contains(site))
                .findFirst()
                .orElseThrow();
    }

    /** Distinct sets of targets, for classes of graphs. */
    public List<Set<Integer>> targets() {
        return regimes.stream().map(Regime::targets).toList();
    }

    /** The blocks of {@link SiteSums#layout} once for each regime. */
    public ParameterLayout layout() {
        List<ParameterLayout.Block> one = SiteSums.layout(schema.size()).blocks();
        List<ParameterLayout.Block> blocks = new ArrayList<>();
        for (int r = 0; r < regimes.size(); r++) {
            for (ParameterLayout.Block block : one) {
                String name = block.name() + (r == 0 ? "" : " of regime " + (r + 1));
                blocks.add(new ParameterLayout.Block(name, block.length(), 0, 0));
            }
        }
        return ParameterLayout.of(schema.size(), blocks);
    }

    /** A site's sums in the slot of its regime. */
    Parameters placed(SiteId site, Parameters sums) {
        int slot = regimes.indexOf(of(site));
        int slice = sums.size() / schema.size();
        double[] placed = new double[sums.size() * regimes.size()];
        for (int j = 0; j < schema.size(); j++) {
            sums.copyTo(j * slice, placed, (j * regimes.size() + slot) * slice, slice);
        }
        return Parameters.takeOver(placed);
    }

    /** The sums of one regime in a sum over sites. */
    public Parameters slot(int regime, Parameters total) {
        int slice = total.size() / schema.size() / regimes.size();
        double[] sums = new double[schema.size() * slice];
        for (int j = 0; j < schema.size(); j++) {
            total.copyTo((j * regimes.size() + regime) * slice, sums, j * slice, slice);
        }
        return Parameters.takeOver(sums);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Regimes that && that.schema.equals(schema) && that.regimes.equals(regimes);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(new Object[] {schema, regimes});
    }
}
