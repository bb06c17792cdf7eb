// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.diagnostics;

import io.hedgerow.core.data.DataException;
import io.hedgerow.core.data.VariableKind;
import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.internal.text.NumberToken;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Checks that all sites of a study describe the same variables in the same order, on which the meaning of every vector
 * they exchange depends. Looks at names, kinds and levels only, which are public.
 */
public final class SchemaAgreement {

    private SchemaAgreement() {}

    /**
     * {@return the schema that all agree on, as each is compared with the first}
     *
     * @param bySite at least one schema, by the name of its site or file, in the map's order
     * @throws DataException when one differs: which, where first, and what to do
     */
    public static VariableSchema require(Map<String, VariableSchema> bySite) {
        Iterator<Map.Entry<String, VariableSchema>> sites = bySite.entrySet().iterator();
        if (!sites.hasNext()) {
            throw new IllegalArgumentException("bySite must hold at least one schema, was empty");
        }
        Map.Entry<String, VariableSchema> first = sites.next();
        while (sites.hasNext()) {
            Map.Entry<String, VariableSchema> other = sites.next();
            require(first.getKey(), first.getValue(), other.getKey(), other.getValue());
        }
        return first.getValue();
    }

    /**
     * {@return all variables of sites that do not all have the same ones, in the order of the site that has most, and
     * then of the others}
     *
     * @param bySite at least one schema, by the name of its site or file, in the map's order
     * @throws DataException when two sites have a variable in different kinds
     */
    public static VariableSchema union(Map<String, VariableSchema> bySite) {
        List<String> names = new ArrayList<>();
        List<VariableKind> kinds = new ArrayList<>();
        List<Map.Entry<String, VariableSchema>> widestFirst = new ArrayList<>(bySite.entrySet());
        widestFirst.sort(Comparator.comparingInt(entry -> -entry.getValue().size()));
        for (Map.Entry<String, VariableSchema> entry : widestFirst) {
            VariableSchema schema = entry.getValue();
            for (int j = 0; j < schema.size(); j++) {
                int known = names.indexOf(schema.names().get(j));
                if (known < 0) {
                    names.add(schema.names().get(j));
                    kinds.add(schema.kind(j));
                } else if (!kinds.get(known).equals(schema.kind(j))) {
                    throw new DataException(entry.getKey() + ": variable "
                            + NumberToken.quote(schema.names().get(j))
                            + " must be of the same kind as at other sites: name the same levels in the same"
                            + " order at all sites");
                }
            }
        }
        return new VariableSchema(names, kinds);
    }

    /**
     * Compares one schema with the one expected.
     *
     * @param reference what the expected schema is called, such as a site, a file or "the study"
     * @param expected the schema to agree with
     * @param site what the other schema is called
     * @param actual the schema to check
     * @throws DataException when it differs: where first, and what to do
     */
    public static void require(String reference, VariableSchema expected, String site, VariableSchema actual) {
        List<String> wanted = expected.names();
        List<String> given = actual.names();
        if (wanted.equals(given)) {
            requireKinds(reference, expected, site, actual);
            return;
        }
        int at = 0;
        while (at < wanted.size() && at < given.size() && wanted.get(at).equals(given.get(at))) {
            at++;
        }
        throw new DataException(site + ": variables must be those of " + reference + ", first differ at position "
                + (at + 1) + ": must be " + nameAt(wanted, at) + ", is " + nameAt(given, at) + "; "
                + advice(wanted, given));
    }

    private static void requireKinds(String reference, VariableSchema expected, String site, VariableSchema actual) {
        for (int j = 0; j < expected.size(); j++) {
            if (!expected.kind(j).equals(actual.kind(j))) {
                throw new DataException(site + ": variable "
                        + NumberToken.quote(expected.names().get(j)) + " must be " + kind(expected.levels(j))
                        + " as at "
                        + reference + ", is " + kind(actual.levels(j))
                        + ": name the same levels in the same order at all sites");
            }
        }
    }

    private static String kind(List<String> levels) {
        return levels.isEmpty()
                ? "a number"
                : "a category with the levels "
                        + levels.stream().map(NumberToken::oneLine).collect(Collectors.joining(", "));
    }

    private static String nameAt(List<String> names, int at) {
        return at < names.size() ? NumberToken.quote(names.get(at)) : "absent";
    }

    private static String advice(List<String> wanted, List<String> given) {
        Set<String> missing = new HashSet<>(wanted);
        given.forEach(missing::remove);
        if (!missing.isEmpty()) {
            String name = wanted.stream().filter(missing::contains).findFirst().orElseThrow();
            return missing.size() + " of " + wanted.size() + " variables are missing, the first is "
                    + NumberToken.quote(name);
        }
        if (wanted.size() == given.size()) {
            return "the variables are the same in another order: select columns by name in the expected order";
        }
        return (given.size() - wanted.size()) + " variables are too many: select the expected columns by name";
    }
}
