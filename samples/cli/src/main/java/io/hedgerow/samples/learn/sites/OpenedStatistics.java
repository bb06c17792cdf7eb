// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.learn.sites;

import io.hedgerow.core.data.DataException;
import io.hedgerow.core.data.SufficientStatistics;
import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.data.internal.InsecureOpenSites;
import io.hedgerow.core.internal.diagnostics.DataDiagnostics;
import io.hedgerow.core.internal.diagnostics.DataDiagnostics.DataWarning;
import io.hedgerow.core.internal.text.Words;
import io.hedgerow.core.method.descriptor.MethodTrait;
import io.hedgerow.samples.learn.method.Algorithm;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;

/** The statistics of every site, read in one process without any privacy, for baselines and checks. */
public final class OpenedStatistics {

    private static final Set<DataWarning.Kind> OF_UNITS = Set.of(DataWarning.Kind.STANDARDISED, DataWarning.Kind.SCALE);

    private final Sites sites;
    private final List<SufficientStatistics> statistics = new ArrayList<>();

    /** Reads all sites once; later openings of the same data reuse what was read. */
    public OpenedStatistics(Sites sites) {
        this.sites = sites;
        readAtOnce(sites.all());
        for (NamedSite site : sites.all()) {
            statistics.add(InsecureOpenSites.statistics(site.data()));
        }
        try {
            DataDiagnostics.requireLearnable(sites.schema(), statistics);
        } catch (DataException e) {
            List<NamedSite> all = sites.all();
            throw new DataException((all.size() == 1 ? all.get(0).name() : "all sites") + ": " + Words.reason(e), e);
        }
    }

    /**
     * On all processors; what cannot be read is found again in the order of the sites, which is the same every time.
     */
    private static void readAtOnce(List<NamedSite> sites) {
        sites.parallelStream().forEach(site -> {
            try {
                InsecureOpenSites.statistics(site.data());
            } catch (RuntimeException again) {
                // read again below
            }
        });
    }

    public SufficientStatistics of(int site) {
        return statistics.get(site);
    }

    public List<SufficientStatistics> all() {
        return List.copyOf(statistics);
    }

    public List<Long> rows() {
        return statistics.stream().map(SufficientStatistics::rows).toList();
    }

    /** All rows of all sites in one place: merged statistics. */
    public SufficientStatistics pooled() {
        return statistics.stream().reduce(SufficientStatistics::merge).orElseThrow();
    }

    /** Of the columns that a site has. */
    private List<DataWarning> warnings(VariableSchema present, int site) {
        SufficientStatistics all = statistics.get(site).first(present.size());
        int[] has = IntStream.range(0, present.size())
                .filter(j -> !sites.lackedBy(site).contains(present.names().get(j)))
                .toArray();
        if (has.length == 0 || has.length == present.size()) {
            return has.length == 0 ? List.of() : DataDiagnostics.warnings(present, all);
        }
        double[] covariance = new double[has.length * has.length];
        Arrays.setAll(covariance, k -> all.covariance(has[k / has.length], has[k % has.length]));
        return DataDiagnostics.warnings(
                present.choosing(
                        IntStream.of(has).mapToObj(present.names()::get).toList()),
                SufficientStatistics.ofMoments(
                        all.rows(), IntStream.of(has).mapToDouble(all::mean).toArray(), covariance));
    }

    /**
     * Looks for what makes learning doubtful; of transformed columns not for what the transform does by itself, and of
     * units only where they matter.
     */
    public List<String> doubts(Transform transform, Algorithm algorithm) {
        Map<String, List<String>> sitesByDoubt = new LinkedHashMap<>();
        VariableSchema present = sites.present();
        for (int p = 0; p < statistics.size(); p++) {
            List<DataWarning> found = new ArrayList<>(warnings(present, p));
            if (transform != Transform.NONE || algorithm.has(MethodTrait.UNITLESS)) {
                found.removeIf(warning -> OF_UNITS.contains(warning.kind()));
            }
            for (DataWarning warning : found) {
                sitesByDoubt
                        .computeIfAbsent(warning.text(), text -> new ArrayList<>())
                        .add(sites.all().get(p).name());
            }
        }
        List<String> lines = new ArrayList<>();
        sitesByDoubt.forEach((text, names) -> {
            boolean everywhere = names.size() > 1 && names.size() == statistics.size();
            lines.add((everywhere ? "all sites" : String.join(", ", names)) + ": " + text);
        });
        return lines;
    }
}
