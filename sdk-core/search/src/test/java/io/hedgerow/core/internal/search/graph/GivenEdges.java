// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.search.graph;

import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.search.KnownEdges;
import io.hedgerow.core.search.KnownEdges.Arrow;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/** Known edges among numbered variables. Immutable. */
public final class GivenEdges {

    private final VariableSchema schema;
    private final KnownEdges edges;

    private GivenEdges(VariableSchema schema, KnownEdges edges) {
        this.schema = schema;
        this.edges = edges;
    }

    public static GivenEdges among(int variables) {
        return new GivenEdges(VariableSchema.numbered(variables), KnownEdges.none());
    }

    public GivenEdges required(int from, int to) {
        return new GivenEdges(
                schema, new KnownEdges(with(edges.required(), from, to), edges.forbidden(), edges.tiers()));
    }

    public GivenEdges forbidden(int from, int to) {
        return new GivenEdges(
                schema, new KnownEdges(edges.required(), with(edges.forbidden(), from, to), edges.tiers()));
    }

    /** Takes the tier of each variable. */
    public GivenEdges tiers(int... tiers) {
        List<List<String>> named = Arrays.stream(tiers)
                .distinct()
                .sorted()
                .mapToObj(tier -> IntStream.range(0, tiers.length)
                        .filter(j -> tiers[j] == tier)
                        .mapToObj(schema.names()::get)
                        .toList())
                .toList();
        return new GivenEdges(schema, new KnownEdges(edges.required(), edges.forbidden(), named));
    }

    public EdgeKnowledge known() {
        return EdgeKnowledge.of(edges, schema);
    }

    private List<Arrow> with(List<Arrow> others, int from, int to) {
        List<Arrow> all = new ArrayList<>(others);
        all.add(new Arrow(schema.names().get(from), schema.names().get(to)));
        return all;
    }
}
