// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.internal.audit.cases;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.model.Diagonal;
import io.hedgerow.core.privacy.Adjacency;
import io.hedgerow.dp.accounting.CertifiedAccountant;
import io.hedgerow.dp.accounting.PrivacyBudget;
import io.hedgerow.dp.internal.audit.AuditCase;
import io.hedgerow.dp.internal.audit.ClaimAudit;
import io.hedgerow.dp.internal.greedy.DpProximalGreedySolver;
import io.hedgerow.dp.internal.greedy.LaplaceProximalGreedySolver;
import io.hedgerow.dp.internal.greedy.settings.GreedyOptions;
import io.hedgerow.dp.internal.greedy.settings.GreedyOptions.GreedyCost;
import io.hedgerow.dp.internal.greedy.settings.GreedyOptions.GreedySteps;
import io.hedgerow.dp.internal.greedy.settings.GreedyOptions.RowCentre;
import io.hedgerow.dp.internal.greedy.settings.ProtectedUnits;
import io.hedgerow.dp.internal.greedy.settings.Smoothness;
import io.hedgerow.dp.internal.release.ReleaseOptions;
import io.hedgerow.dp.internal.release.ReleaseOptions.ReleaseCentre;
import io.hedgerow.dp.internal.release.moments.DpClosedFormSolver;
import io.hedgerow.dp.internal.release.series.UserSeriesDesign;
import io.hedgerow.dp.solver.PlannedSolver;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.Function;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * What sites release, phase by phase, under every unit: sound solvers stand, and the audit sees most of what is
 * claimed. A sound phase is refuted with probability 10⁻⁶ at most, in fact below 10⁻¹²: two bounds of 5.0 deviations
 * must err the same way together, which is 7.1 deviations. In fourteen repetitions of every case, eight of those of
 * runs, the mean tightness was ten deviations of .01 to .05 above the bound or further, so by a normal law no case of
 * some sixty is below it once in 10⁹ runs.
 */
@Tag("slow")
class ReleaseAuditTest {

    private static final double CONFIDENCE = 1 - 1e-6;
    private static final double DELTA = 1e-5;
    private static final int UNITS = 12;
    private static final int D = 4;
    private static final double MU = 2;

    private static void audit(List<AuditCase> cases, int runs, double least) {
        ClaimAudit audit = new ClaimAudit(new CertifiedAccountant(), runs, CONFIDENCE);
        for (AuditCase audited : cases) {
            ClaimAudit.Finding found = audit.run(audited);
            assertFalse(found.bounds().refuted(), found.toString());
            assertTrue(found.bounds().tightness() > least, found.toString());
        }
    }

    private static Adjacency adjacency(String unit) {
        return unit.startsWith("zero-out") ? Adjacency.ZERO_OUT : Adjacency.REPLACE_ONE;
    }

    private static ReleaseOptions gram(String unit, int units, double from) {
        ReleaseCentre centre = unit.endsWith("centred")
                ? new ReleaseCentre.Known(Collections.nCopies(D, from))
                : unit.endsWith("private") ? new ReleaseCentre.PrivateMean() : ReleaseCentre.none(D);
        ReleaseOptions options = new ReleaseOptions(D, units, adjacency(unit), 0.02, 3000, false, centre, MU);
        return unit.contains("person") ? options.withUsers(units) : options;
    }

    @ParameterizedTest
    @CsvSource({"record", "record private", "person", "zero-out", "zero-out centred", "zero-out-person private"})
    void dpGram_standsInEveryPhase(String unit) {
        audit(GramCases.dpGram(gram(unit, UNITS, 1e-3), 5, DELTA), 2500, 0.2);
    }

    @ParameterizedTest
    @CsvSource({"1", "2"})
    void dpDynamicGram_stands(int lags) {
        UserSeriesDesign options = new UserSeriesDesign(gram("person", UNITS, 0), lags, 1);
        audit(SeriesCases.of(options, 5, DELTA), 1000, 0.2);
    }

    /** Each round with μ = 2. */
    @Test
    void dpDynamicGram_standsInEveryRound_whereScalesAreFound() {
        ReleaseOptions options = gram("person", UNITS, 0).withOwnUnits();
        audit(SeriesCases.of(UserSeriesDesign.findingScales(options, 1), 5, DELTA), 1000, 0.2);
    }

    /**
     * Cells of histograms and products are about a hundred numbers, of which a direction is learned in a part of the
     * runs.
     */
    @ParameterizedTest
    @CsvSource({"record", "person"})
    void dpFeatureGram_stands(String unit) {
        ReleaseOptions records = ReleaseOptions.within(2, UNITS, new PrivacyBudget(8, DELTA));
        audit(FeatureCases.of(unit.equals("person") ? records.withUsers(UNITS) : records, 5, DELTA), 2500, 0.2);
    }

    /** Cells of tables of each two of three variables with three levels, or of three tables: 27 and 81 numbers. */
    @ParameterizedTest
    @CsvSource({"record", "person", "zero-out", "zero-out-person", "record of which cells may miss"})
    void dpGramOfCategories_stands(String unit) {
        ReleaseOptions records =
                new ReleaseOptions(3, UNITS, adjacency(unit), 0.02, 3000, true, ReleaseCentre.none(3), MU);
        ReleaseOptions units = unit.contains("person") ? records.withUsers(UNITS) : records;
        audit(FeatureCases.OfTables.of(units, unit.endsWith("miss"), DELTA), 2000, 0.2);
    }

    /** Six rounds of two numbers beside a category, of which cells may be missing: at most 21 numbers. */
    @ParameterizedTest
    @CsvSource({"record", "person", "zero-out", "zero-out-person"})
    void dpGramOfBoth_stands(String unit) {
        ReleaseOptions records = new ReleaseOptions(
                MixedCases.NUMBERS, UNITS, adjacency(unit), 0.02, 3000, true, new ReleaseCentre.PrivateMean(), MU);
        audit(MixedCases.of(unit.contains("person") ? records.withUsers(UNITS) : records, 5, DELTA), 1000, 0.2);
    }

    @ParameterizedTest
    @CsvSource({"record", "zero-out", "zero-out centred"})
    void dpFedBnsl_stands(String unit) {
        int units = 40 * D + 1;
        ReleaseOptions options = gram(unit, units, 10);
        audit(
                List.of(GramCases.dpFedBnsl(
                        options, () -> new DpClosedFormSolver(options, 7, 0.01, Diagonal.FREE), 100, 6, DELTA)),
                1000,
                0.2);
    }

    private static GreedyOptions greedy(String unit, int q, double mu) {
        ProtectedUnits units = unit.contains("person")
                ? ProtectedUnits.users(adjacency(unit), UNITS, UNITS)
                : ProtectedUnits.records(adjacency(unit), UNITS);
        RowCentre centre = unit.endsWith("private")
                ? new RowCentre.PrivateMean(Collections.nCopies(q, 5.0), mu)
                : new RowCentre.Origin();
        return new GreedyOptions(
                units,
                new GreedySteps(8, 1, 2, Diagonal.MASKED),
                new GreedyCost(mu, mu),
                new Smoothness.PrivateMoments(q, 0.2, 20, mu),
                centre);
    }

    @ParameterizedTest
    @CsvSource({"record", "record private", "person", "zero-out private"})
    void roundZero_stands(String unit) {
        audit(InitialReleaseCases.of(greedy(unit, D, 2), UNITS, 7, DELTA), 2500, 0.15);
    }

    @ParameterizedTest
    @CsvSource({"record,gaussian", "person,gaussian", "zero-out,gaussian", "record,laplace"})
    void entries_stand(String unit, String noise) {
        Function<GreedyOptions, PlannedSolver> solver =
                noise.equals("laplace") ? LaplaceProximalGreedySolver::new : DpProximalGreedySolver::new;
        audit(
                List.of(GreedyEntries.of(greedy(unit, 3, 1), UNITS, solver, 7, noise.equals("laplace") ? 0 : DELTA)),
                1000,
                noise.equals("laplace") ? -1 : 0.2);
    }

    @ParameterizedTest
    @CsvSource({"record", "person", "zero-out"})
    void runs_stand(String unit) {
        Adjacency adjacency = adjacency(unit);
        boolean users = unit.equals("person");
        List<AuditCase> cases = new ArrayList<>();
        cases.add(GreedyCases.dpPgcd(adjacency, users, 5, 2, BrokenCases.cost(2), DELTA));
        cases.add(GreedyCases.selection(adjacency, users, 2, DpProximalGreedySolver::new));
        audit(cases, 4000, 0.1);
        audit(
                List.of(
                        GreedyCases.dpPgcdLaplace(adjacency, users, 1, 2),
                        GreedyCases.selection(adjacency, users, 2, LaplaceProximalGreedySolver::new)),
                2500,
                -1);
    }
}
