// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.learn.sites;

import io.hedgerow.core.data.DataException;
import io.hedgerow.core.data.DataView;
import io.hedgerow.core.data.StatisticsAccumulator;
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
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * The statistics of every site, read in one process without any privacy, for baselines and checks. Of a site with
 * missing cells there are those of each column's seen cells, and of its whole rows for checks.
 */
public final class OpenedStatistics {

    private static final Set<DataWarning.Kind> OF_UNITS = Set.of(DataWarning.Kind.STANDARDISED, DataWarning.Kind.SCALE);
    private static final Set<DataWarning.Kind> OF_PAIRS =
            Set.of(DataWarning.Kind.DUPLICATE, DataWarning.Kind.COLLINEAR);

    private final Sites sites;
    private final List<Look> looks = new ArrayList<>();

    /**
     * What was read of a site.
     *
     * @param columns of all rows; where cells are missing as {@link DataView#seenCells} gives them
     * @param whole of the rows without a missing cell, where there are two
     * @param missing whether there are others
     */
    private record Look(SufficientStatistics columns, Optional<SufficientStatistics> whole, boolean missing) {

        boolean isEmpty(int column) {
            return Double.isNaN(columns.mean(column));
        }

        /** The same with the mean 0 where a column has no cell. */
        SufficientStatistics located() {
            int d = columns.variables();
            double[] mean = new double[d];
            double[] covariance = new double[d * d];
            Arrays.setAll(mean, j -> isEmpty(j) ? 0 : columns.mean(j));
            Arrays.setAll(covariance, k -> columns.covariance(k / d, k % d));
            return missing ? SufficientStatistics.ofMoments(columns.rows(), mean, covariance) : columns;
        }
    }

    private void requireCells() {
        for (int j = 0; j < sites.schema().size(); j++) {
            int column = j;
            if (looks.stream().allMatch(look -> look.isEmpty(column))) {
                throw new DataException("column \"" + sites.schema().names().get(j)
                        + "\": must have a cell that is not missing, has none: leave it out with --drop");
            }
        }
    }

    /** Reads all sites once; later openings of the same data reuse what was read. */
    public OpenedStatistics(Sites sites) {
        this.sites = sites;
        readAtOnce(sites.all());
        for (NamedSite site : sites.all()) {
            looks.add(look(site));
        }
        try {
            requireCells();
            DataDiagnostics.requireLearnable(
                    sites.schema(), looks.stream().map(Look::located).toList());
        } catch (DataException e) {
            List<NamedSite> all = sites.all();
            throw new DataException((all.size() == 1 ? all.get(0).name() : "all sites") + ": " + Words.reason(e), e);
        }
    }

    /**
     * On all processors; what cannot be read is found again in the order of the sites, which is the same every time.
     */
    private static void readAtOnce(List<NamedSite> sites) {
        sites.parallelStream().filter(site -> !hasMissing(site)).forEach(site -> {
            try {
                InsecureOpenSites.statistics(site.data());
            } catch (RuntimeException again) {
                // read again below
            }
        });
    }

    /** Whether missing cells were met when the source of a site was last read. */
    private static boolean hasMissing(NamedSite site) {
        return site.rows().omitted().kept() > 0;
    }

    /** Reads sites once; statistics are kept for the method where no cell is missing. */
    static void look(Sites sites) {
        for (NamedSite site : sites.all()) {
            try {
                InsecureOpenSites.statistics(site.data());
            } catch (DataException e) {
                if (!hasMissing(site)) {
                    throw e;
                }
            }
        }
    }

    private static Look look(NamedSite site) {
        if (!hasMissing(site)) {
            try {
                SufficientStatistics all = InsecureOpenSites.statistics(site.data());
                return new Look(all, Optional.of(all), false);
            } catch (DataException e) {
                if (!hasMissing(site)) {
                    throw e;
                }
            }
        }
        return InsecureOpenSites.read(site.data(), OpenedStatistics::seen);
    }

    private static Look seen(DataView view) {
        int d = view.schema().size();
        SufficientStatistics columns = view.seenCells();
        StatisticsAccumulator whole = new StatisticsAccumulator(d);
        long[] rows = new long[1];
        view.forEachRow(row -> {
            if (Arrays.stream(row).noneMatch(Double::isNaN)) {
                rows[0]++;
                whole.add(row);
            }
        });
        return new Look(
                columns, rows[0] < 2 ? Optional.empty() : Optional.of(whole.finish()), rows[0] < columns.rows());
    }

    /** Whether a row of some site has a missing cell; then there are no statistics of all rows. */
    public boolean haveMissing() {
        return looks.stream().anyMatch(Look::missing);
    }

    /** The statistics of a site without missing cells. */
    public SufficientStatistics of(int site) {
        if (looks.get(site).missing()) {
            throw new IllegalStateException(sites.all().get(site).name() + ": has rows with missing cells");
        }
        return looks.get(site).columns();
    }

    public List<SufficientStatistics> all() {
        return IntStream.range(0, looks.size()).mapToObj(this::of).toList();
    }

    public List<Long> rows() {
        return looks.stream().map(look -> look.columns().rows()).toList();
    }

    /** All rows of all sites in one place: merged statistics. */
    public SufficientStatistics pooled() {
        return all().stream().reduce(SufficientStatistics::merge).orElseThrow();
    }

    /** Of all rows, where cells are missing of each column, and of pairs by the whole rows. */
    private List<DataWarning> warnings(VariableSchema present, int site) {
        Look look = looks.get(site);
        List<DataWarning> found = new ArrayList<>(warnings(present, site, look.columns()));
        if (look.missing()) {
            look.whole()
                    .ifPresent(whole -> warnings(present, site, whole).stream()
                            .filter(warning -> OF_PAIRS.contains(warning.kind()))
                            .forEach(found::add));
        }
        return found;
    }

    /** Of the columns that a site has. */
    private List<DataWarning> warnings(VariableSchema present, int site, SufficientStatistics statistics) {
        SufficientStatistics all = statistics.first(present.size());
        int[] has = IntStream.range(0, present.size())
                .filter(j -> !sites.lackedBy(site).contains(present.names().get(j)) && !Double.isNaN(all.mean(j)))
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
        for (int p = 0; p < looks.size(); p++) {
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
            boolean everywhere = names.size() > 1 && names.size() == looks.size();
            lines.add((everywhere ? "all sites" : String.join(", ", names)) + ": " + text);
        });
        return lines;
    }
}
