// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.plan;

import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.protocol.SiteId;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * The public terms of a study that determine its accuracy forecast.
 *
 * @param method its name
 * @param schema the variables
 * @param sites in order
 * @param parameters of the method, by name
 * @param ranges of the numeric variables; none where no range is known
 */
public record PublicTerms(
        String method,
        VariableSchema schema,
        List<SiteId> sites,
        Map<String, String> parameters,
        List<PublicRange> ranges) {
    public PublicTerms {
        Objects.requireNonNull(method, "method");
        Objects.requireNonNull(schema, "schema");
        sites = List.copyOf(sites);
        parameters = Map.copyOf(parameters);
        ranges = List.copyOf(ranges);
    }
}
