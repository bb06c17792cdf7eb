// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.audit;

import io.hedgerow.core.data.RowSource;
import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.data.csv.CsvOptions;
import io.hedgerow.core.internal.diagnostics.SchemaAgreement;
import io.hedgerow.core.internal.simulation.model.ErdosRenyi;
import io.hedgerow.core.internal.simulation.model.SimulatedSites;
import io.hedgerow.samples.source.SourceFile;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The rows of sites whose uploads a {@link ReconstructionAudit} attacks. Not private.
 *
 * @param sites of each its rows: [n, d]
 */
public record AttackedRows(VariableSchema schema, List<double[][]> sites) {

    /**
     * Reads one file per site.
     *
     * @throws io.hedgerow.core.data.DataException when the files have other columns
     */
    public static AttackedRows ofFiles(List<Path> files) {
        Map<String, RowSource> sources = new LinkedHashMap<>();
        files.forEach(file -> sources.put(file.toString(), SourceFile.open(file, CsvOptions.defaults())));
        return of(sources);
    }

    /** Simulates rows of an Erdős–Rényi network with about as many edges as variables. */
    public static AttackedRows simulated(int sites, int rows, int variables, long seed) {
        int pairs = variables * (variables - 1) / 2;
        SimulatedSites study = SimulatedSites.of(new ErdosRenyi(variables, Math.min(variables, pairs)))
                .sites(sites)
                .rowsPerSite(rows)
                .seed(seed)
                .build();
        Map<String, RowSource> sources = new LinkedHashMap<>();
        for (int p = 0; p < sites; p++) {
            sources.put("site " + p, study.rows(p));
        }
        return of(sources);
    }

    private static AttackedRows of(Map<String, RowSource> sources) {
        Map<String, VariableSchema> schemas = new LinkedHashMap<>();
        List<double[][]> sites = new ArrayList<>();
        sources.forEach((name, source) -> {
            schemas.put(name, source.schema());
            List<double[]> rows = new ArrayList<>();
            source.forEachRow(row -> rows.add(row.clone()));
            sites.add(rows.toArray(double[][]::new));
        });
        return new AttackedRows(SchemaAgreement.require(schemas), List.copyOf(sites));
    }
}
