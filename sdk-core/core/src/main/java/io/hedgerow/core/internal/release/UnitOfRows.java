// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.release;

import io.hedgerow.core.data.DataView;
import io.hedgerow.core.data.SiteData;
import io.hedgerow.core.data.SufficientStatistics;
import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.data.internal.InsecureOpenSites;
import io.hedgerow.core.method.Agreement;
import io.hedgerow.core.method.InProcessStudy;
import io.hedgerow.core.method.Method;
import io.hedgerow.core.method.MethodCatalogue;
import io.hedgerow.core.method.NamedMethod;
import io.hedgerow.core.method.UploadProtection;
import io.hedgerow.core.method.descriptor.MethodTrait;
import io.hedgerow.core.method.rounds.MethodSettings;
import io.hedgerow.core.model.ParameterLayout;
import io.hedgerow.core.model.Parameters;
import io.hedgerow.core.privacy.MechanismEvent;
import io.hedgerow.core.protocol.SiteId;
import io.hedgerow.core.protocol.Task;
import io.hedgerow.core.search.ColumnFigures;
import io.hedgerow.core.solver.LocalProblem;
import io.hedgerow.core.solver.LocalSolution;
import io.hedgerow.core.solver.LocalSolver;
import io.hedgerow.core.study.Study;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.concurrent.Executor;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Chooses the unit of a method by an exact sum over the sites: a study of one round before that of the method, with the
 * same sessions, gates and messages. <b>Not private.</b> A plan states its unit, so between processes the sum is taken
 * before there is a plan.
 *
 * <p>The slice of variable j, with n rows, mean m_j and variance s_j² (divisor n) at the site: n; m_j; n·s_j². Sites of
 * one process send plain parts, which are merged as {@link SufficientStatistics#merge} does.
 */
public final class UnitOfRows {

    private static final String UNIT = "unit";
    private static final int SLICE = 3;

    /** Means of sites that differ by less than this share of the mean differ by rounding. */
    private static final double ROUNDED = 1e-12;

    private UnitOfRows() {}

    /**
     * Chooses the unit of a method whose penalties are for noise variances near 1, where nothing else decides it.
     *
     * @param named with its parameters
     * @param sites data as the method wants them, {@linkplain Method#prepared prepared}
     * @param workers run the sites; null for threads of their own
     * @return a copy with the unit as a parameter; the same method when the unit is 1, and, without reading a row, when
     *     a unit was given, published settings ask for rows as they are, or the method has a guarantee or no unit
     * @throws InterruptedException when the calling thread is interrupted
     */
    public static NamedMethod chosen(NamedMethod named, List<SiteData> sites, @Nullable Executor workers)
            throws InterruptedException {
        boolean open = named.promise().isEmpty()
                && !named.parameters().containsKey(UNIT)
                && !"published".equals(named.parameters().get("preset"))
                && MethodCatalogue.ofModules()
                        .descriptor(named.name())
                        .filter(method -> !method.has(MethodTrait.PROMISE))
                        .flatMap(method -> method.parameter(UNIT))
                        .isPresent();
        double unit = open ? MethodSettings.unitOf(smallestVariance(sites, workers)) : 1;
        return unit == 1 ? named : named.with(UNIT, Double.toString(unit));
    }

    /**
     * {@return the smallest variance over the rows of all sites, of columns that vary at all; 1 when none does}
     *
     * @param sites closed, of the same columns
     * @param workers run the sites; null for threads of their own
     * @throws InterruptedException when the calling thread is interrupted
     */
    public static double smallestVariance(List<SiteData> sites, @Nullable Executor workers)
            throws InterruptedException {
        Agreement agreement =
                Agreement.inProcess(UNIT, sites.get(0).schema(), sites.size(), UploadProtection.insecurePlain());
        InProcessStudy study =
                InProcessStudy.of(Variances.over(agreement), (method, closed) -> InsecureOpenSites.gates(closed));
        return (workers == null ? study : study.workingOn(workers))
                .on(sites).ended().columns().stream()
                        .mapToDouble(column -> column.deviation() * column.deviation())
                        .filter(variance -> variance > 0)
                        .min()
                        .orElse(1);
    }

    /** Computes what a site sums; a site's numbers are sent as they are. */
    private static final class SumOfVariances implements LocalSolver {

        @Override
        public String id() {
            return "variances";
        }

        @Override
        public MechanismEvent plan(Task task) {
            return new MechanismEvent.NonPrivate("exact row count, means and variances, released once");
        }

        @Override
        public LocalSolution solve(LocalProblem problem, DataView view) {
            SufficientStatistics own = view.statistics();
            double n = own.rows();
            double[] sums = new double[SLICE * own.variables()];
            for (int j = 0; j < own.variables(); j++) {
                sums[SLICE * j] = n;
                sums[SLICE * j + 1] = own.mean(j);
                sums[SLICE * j + 2] = n * own.covariance(j, j);
            }
            return new LocalSolution(Parameters.takeOver(sums), 1, true);
        }
    }

    /** Describes the one sum. */
    private record Variances(VariableSchema schema) implements SumDesign {

        static SumRelease over(Agreement agreement) {
            VariableSchema schema = agreement.schema();
            return new SumRelease(
                    new Study(
                            agreement.name(),
                            schema,
                            ParameterLayout.of(
                                    schema.size(), List.of(new ParameterLayout.Block("variances", SLICE, 0, 0))),
                            agreement.sites().size(),
                            agreement.policy(),
                            new Study.Release(1)),
                    new Variances(schema),
                    false);
        }

        @Override
        public String components() {
            return "variances";
        }

        @Override
        public int revision() {
            return 1;
        }

        @Override
        public String statistic() {
            return "variances";
        }

        @Override
        public LocalSolver solver(SiteId site) {
            return new SumOfVariances();
        }

        @Override
        public Found found(Sums sums) {
            List<double[]> parts = new ArrayList<>();
            new TreeMap<>(sums.first().seen()).forEach((site, sent) -> {
                double[] part = new double[SLICE * schema.size()];
                sent.addTo(part);
                parts.add(part);
            });
            return Found.ofColumns(
                    IntStream.range(0, schema.size())
                            .mapToObj(j -> figures(j, parts))
                            .toList(),
                    List.of());
        }

        private ColumnFigures figures(int j, List<double[]> parts) {
            double rows = 0;
            double mean = 0;
            double squares = 0;
            for (double[] part : parts) {
                double own = part[SLICE * j];
                if (own > 0) {
                    double apart = part[SLICE * j + 1] - mean;
                    boolean differs = rows > 0 && Math.abs(apart) > ROUNDED * Math.abs(mean);
                    squares += part[SLICE * j + 2] + (differs ? apart * apart * (rows * own / (rows + own)) : 0);
                    rows += own;
                    mean += apart * (own / rows);
                }
            }
            double variance = rows > 0 ? Math.min(squares / rows, Double.MAX_VALUE) : 0;
            return new ColumnFigures(
                    schema.names().get(j),
                    mean,
                    Math.sqrt(variance),
                    OptionalDouble.empty(),
                    OptionalDouble.empty(),
                    variance > 0 ? 1 : 0,
                    OptionalDouble.empty());
        }
    }
}
