// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.lab.outside;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.hedgerow.core.data.DataException;
import io.hedgerow.core.data.SufficientStatistics;
import io.hedgerow.core.data.csv.CsvOptions;
import io.hedgerow.core.graph.WeightMatrix;
import io.hedgerow.core.internal.truth.TruthReader;
import io.hedgerow.samples.learn.sites.OpenedStatistics;
import io.hedgerow.samples.learn.sites.Sites;
import io.hedgerow.samples.learn.sites.Transform;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A folder with one external data set and the prior knowledge or truth of its network: {@code site-*.csv} or
 * {@code rows.csv}, either with {@code .gz}; {@code truth.csv}, or {@code knowledge.txt} as Tetrad writes it;
 * {@code levels.json} names the columns that hold categories, if there are any.
 *
 * @param name the folder, from where sets were looked for
 * @param files the rows, one file for each site; at least one
 */
record OutsideSet(String name, Path folder, List<Path> files) {

    private static final Pattern ROWS = Pattern.compile("(site-.+|rows)\\.csv(\\.gz)?");
    private static final String TRUTH = "truth.csv";
    private static final String KNOWLEDGE = "knowledge.txt";
    private static final String LEVELS = "levels.json";

    OutsideSet {
        files = List.copyOf(files);
    }

    /** Finds all sets in a folder and below, in the order of their names. */
    static List<OutsideSet> find(Path root) {
        if (!Files.isDirectory(root)) {
            throw new DataException("--data must be a folder of data sets, was " + root);
        }
        try (Stream<Path> all = Files.walk(root.toRealPath())) {
            Path from = root.toRealPath();
            List<OutsideSet> sets = all.filter(Files::isDirectory)
                    .sorted()
                    .map(folder -> of(from, folder))
                    .flatMap(Optional::stream)
                    .toList();
            if (sets.isEmpty()) {
                throw new DataException("--data must hold folders with site-*.csv or rows.csv, plain or .gz, and "
                        + TRUTH + " or " + KNOWLEDGE + ", " + root + " has none");
            }
            return sets;
        } catch (IOException e) {
            throw new UncheckedIOException("cannot look for data sets in " + root, e);
        }
    }

    private static Optional<OutsideSet> of(Path root, Path folder) {
        try (Stream<Path> inside = Files.list(folder)) {
            List<Path> rows = inside.filter(Files::isRegularFile)
                    .filter(file -> ROWS.matcher(file.getFileName().toString()).matches())
                    // site-2 before site-10
                    .sorted(Comparator.comparingInt(
                                    (Path file) -> file.toString().length())
                            .thenComparing(Comparator.naturalOrder()))
                    .toList();
            String name = root.equals(folder)
                    ? String.valueOf(folder.getFileName())
                    : root.relativize(folder).toString();
            return rows.isEmpty() ? Optional.empty() : Optional.of(new OutsideSet(name, folder, rows));
        } catch (IOException e) {
            throw new UncheckedIOException("cannot look into " + folder, e);
        }
    }

    /** The reason why the set is not used; empty when it is. */
    Optional<String> leftOut() {
        if (hasCategories()) {
            return Optional.of("categories");
        }
        return has(TRUTH) || has(KNOWLEDGE) ? Optional.empty() : Optional.of("neither " + TRUTH + " nor " + KNOWLEDGE);
    }

    private boolean has(String file) {
        return Files.isRegularFile(folder.resolve(file));
    }

    private boolean hasCategories() {
        if (!has(LEVELS)) {
            return false;
        }
        Path file = folder.resolve(LEVELS);
        try {
            JsonNode levels = new ObjectMapper().readTree(file.toFile());
            return !levels.isEmpty();
        } catch (IOException e) {
            throw new DataException(file + ": must name the levels of columns as JSON", e);
        }
    }

    /** Reads rows and truth into memory. */
    OutsideData read(Transform transform) {
        Sites sites = transform.of(Sites.ofFiles(files, CsvOptions.defaults())).inMemory();
        return new OutsideData(
                sites,
                has(TRUTH) ? Optional.of(TruthReader.read(folder.resolve(TRUTH), sites.schema())) : Optional.empty(),
                has(KNOWLEDGE)
                        ? Optional.of(TetradKnowledge.read(folder.resolve(KNOWLEDGE), sites.schema()))
                        : Optional.empty());
    }

    /**
     * The rows of one set in memory, and the knowledge of its network: the truth, or edges that are known not to be.
     */
    record OutsideData(Sites sites, Optional<WeightMatrix> truth, Optional<TetradKnowledge> knowledge) {

        int variables() {
            return sites.schema().size();
        }

        /** The same rows, without cached statistics. */
        Sites unread() {
            return Sites.numbered(
                    "site ", sites.all().stream().map(site -> site.rows()).toList());
        }

        /** The variation of columns within sites, for a program that takes one table. */
        WithinSites within() {
            List<SufficientStatistics> all = new OpenedStatistics(unread()).all();
            int d = variables();
            double[] covariance = new double[d * d];
            long rows = all.stream().mapToLong(SufficientStatistics::rows).sum();
            long free = rows - all.size();
            for (SufficientStatistics site : all) {
                for (int k = 0; k < covariance.length; k++) {
                    covariance[k] += site.rows() * site.covariance(k / d, k % d) / free;
                }
            }
            return new WithinSites(covariance, rows, free);
        }

        /** Pooled second moments of all sites, each centred at its own means. */
        static final class WithinSites {

            private final double[] covariance;
            private final long rows;
            private final long free;

            WithinSites(double[] covariance, long rows, long free) {
                this.covariance = covariance;
                this.rows = rows;
                this.free = free;
            }

            /** Returns the array itself, which must not be changed. */
            double[] covariance() {
                return covariance;
            }

            long rows() {
                return rows;
            }

            long free() {
                return free;
            }
        }
    }
}
