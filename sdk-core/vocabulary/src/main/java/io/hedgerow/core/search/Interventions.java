// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.search;

import io.hedgerow.core.data.DataException;
import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.internal.text.Nearest;
import io.hedgerow.core.internal.yaml.RegimeLines;
import io.hedgerow.core.internal.yaml.YamlDocument;
import io.hedgerow.core.internal.yaml.YamlProblem;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * Known interventions: the variables at each site that were set by people or changed by a disturbance. Public: they
 * come from a protocol or a plan, not from rows. A search scores the causes of a variable on the rows of those sites at
 * which the variable is no target (Cooper and Yoo 1999; Hauser and Bühlmann 2012). Immutable.
 *
 * @param sites the targets at each site that has some, by the site's name
 */
public record Interventions(Map<String, Targets> sites) {

    /**
     * The intervention targets of one site.
     *
     * @param set variables that people fixed or randomised, whatever their causes
     * @param changed disturbed variables: they may still depend on causes, but differently than elsewhere
     */
    public record Targets(Set<String> set, Set<String> changed) {
        public Targets {
            set = Collections.unmodifiableSet(new TreeSet<>(set));
            changed = Collections.unmodifiableSet(new TreeSet<>(changed));
            for (String name : set) {
                if (changed.contains(name)) {
                    throw new IllegalArgumentException("a variable must be set or changed at a site, " + name
                            + " is both: leave it out of changed if people decided its values");
                }
            }
        }

        /** {@return the names of all targets, in alphabetical order} */
        public Set<String> all() {
            Set<String> all = new TreeSet<>(set);
            all.addAll(changed);
            return all;
        }
    }

    private static final int LARGEST_FILE = 1 << 20;
    private static final int FEWEST_BEHIND_MASKS = 3;

    public Interventions {
        Map<String, Targets> some = new TreeMap<>(sites);
        some.values().removeIf(targets -> targets.all().isEmpty());
        sites = Collections.unmodifiableMap(some);
    }

    /** {@return no interventions: all rows are observational} */
    public static Interventions none() {
        return new Interventions(Map.of());
    }

    /** {@return whether all sites are observational: none has a target} */
    public boolean isNone() {
        return sites.isEmpty();
    }

    /**
     * {@return the targets of a site}
     *
     * @param site its name
     */
    public Targets at(String site) {
        return sites.getOrDefault(site, new Targets(Set.of(), Set.of()));
    }

    /**
     * {@return the targets of each site that a plan writes, with semicolons between sites and commas between targets}
     *
     * @param text such as {@code "north: set dose; south: set dose, changed Akt"}; may be blank
     * @throws IllegalArgumentException when it is not written so
     */
    public static Interventions parse(String text) {
        Map<String, Targets> sites = new LinkedHashMap<>();
        for (String part : text.isBlank() ? List.<String>of() : List.of(text.split(";", -1))) {
            int colon = part.lastIndexOf(':');
            String site = part.substring(0, Math.max(0, colon)).strip();
            if (site.isEmpty()) {
                throw new IllegalArgumentException("interventions must be written as site: set variable, changed"
                        + " variable, with semicolons between sites, was \"" + part.strip() + "\"");
            }
            if (sites.put(site, targets(site, part.substring(colon + 1))) != null) {
                throw new IllegalArgumentException(
                        "interventions must name a site once, name " + site + " twice: write its targets in one place");
            }
        }
        return new Interventions(sites);
    }

    private static Targets targets(String site, String list) {
        Set<String> set = new TreeSet<>();
        Set<String> changed = new TreeSet<>();
        for (String target : list.split(",", -1)) {
            String[] words = target.strip().split("\\s+", 2);
            boolean known = words.length == 2 && (words[0].equals("set") || words[0].equals("changed"));
            if (!known) {
                throw new IllegalArgumentException("a target of " + site
                        + " must be written as set variable or changed variable, was \"" + target.strip() + "\"");
            }
            if (!(words[0].equals("set") ? set : changed).add(words[1])) {
                throw new IllegalArgumentException(
                        "a target must be named once, " + site + " has " + target.strip() + " twice");
            }
        }
        return new Targets(set, changed);
    }

    /** {@return the text of these interventions in a plan, which {@link #parse} reads} */
    public String text() {
        return sites.entrySet().stream()
                .map(site -> site.getKey() + ": " + listed(site.getValue()))
                .collect(Collectors.joining("; "));
    }

    private static String listed(Targets targets) {
        List<String> words = new ArrayList<>();
        targets.set().forEach(name -> words.add("set " + name));
        targets.changed().forEach(name -> words.add("changed " + name));
        return String.join(", ", words);
    }

    /**
     * Reads a YAML file with a line for each site or file, {@code north.csv: {set: [dose], changed: [Akt]}}; sites
     * without a line, or with {@code none}, are observational.
     *
     * @param file the file
     * @return the targets of each site, by the names in the file
     * @throws DataException when it cannot be read or is no such file; says where
     */
    public static Interventions read(Path file) {
        try {
            return parse(RegimeLines.text(YamlDocument.read(file, LARGEST_FILE)));
        } catch (YamlProblem e) {
            throw new DataException(e.text(), e);
        }
    }

    /**
     * Refuses interventions that do not fit a study.
     *
     * @param schema the variables
     * @param names of all sites
     * @throws IllegalArgumentException when a name is none of these, names the nearest; and when a variable is a target
     *     at all sites, so that nothing shows its causes
     */
    public void requireFits(VariableSchema schema, Collection<String> names) {
        List<String> known = List.copyOf(names);
        sites.forEach((site, targets) -> {
            requireKnown("site", site, known, "");
            targets.all().forEach(name -> requireKnown("variable", name, schema.names(), " at " + site));
        });
        for (String name : schema.names()) {
            if (known.stream().allMatch(site -> at(site).all().contains(name))) {
                throw new IllegalArgumentException("interventions must leave every variable alone at some site, "
                        + name + " is a target at all " + known.size()
                        + ": nothing shows its causes; add a site where it is not, or leave it out of the variables");
            }
        }
    }

    /**
     * Requires what masked sums need: that at least {@value #FEWEST_BEHIND_MASKS} sites, and two beside those that may
     * collude, share each set of targets, also the empty one. The sum of each set is seen, and of two sites each would
     * know what the other sent.
     *
     * @param names of all sites
     * @param colluding how many sites may tell each other what they sent; 0 or more
     * @throws IllegalArgumentException when fewer sites share a set; names it and its sites
     */
    public void requireHidden(Collection<String> names, int colluding) {
        int least = Math.max(FEWEST_BEHIND_MASKS, colluding + 2);
        Map<Set<String>, List<String>> alike = new LinkedHashMap<>();
        names.forEach(site -> alike.computeIfAbsent(at(site).all(), targets -> new ArrayList<>())
                .add(site));
        alike.forEach((targets, of) -> {
            if (of.size() < least) {
                throw new IllegalArgumentException("behind masks every set of targets must be that of at least "
                        + least + " sites, for the sums of each set are seen"
                        + (least > FEWEST_BEHIND_MASKS ? " and " + colluding + " sites may collude" : "") + ": "
                        + (targets.isEmpty() ? "no target at all" : String.join(" and ", targets)) + " is that of "
                        + String.join(" and ", of) + " alone; add such sites, leave these out, or sum without masks");
            }
        });
    }

    private static void requireKnown(String what, String name, List<String> known, String where) {
        if (!known.contains(name)) {
            throw new IllegalArgumentException("interventions" + where + ": there is no " + what + " \"" + name + "\""
                    + Nearest.to(name, known)
                            .map(near -> ", did you mean \"" + near + "\"?")
                            .orElse("")
                    + " (there are " + known.size() + ": "
                    + known.stream().limit(20).collect(Collectors.joining(", "))
                    + (known.size() > 20 ? ", and more)" : ")"));
        }
    }
}
