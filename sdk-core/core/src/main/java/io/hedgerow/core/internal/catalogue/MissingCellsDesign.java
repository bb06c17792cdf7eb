// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.catalogue;

import io.hedgerow.core.data.RowSource;
import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.data.internal.AbsentColumns;
import io.hedgerow.core.internal.release.SumDesign;
import io.hedgerow.core.internal.release.SumRelease;
import io.hedgerow.core.internal.search.missing.CellExchange;
import io.hedgerow.core.internal.search.missing.CellRelease;
import io.hedgerow.core.internal.search.sums.CellSums;
import io.hedgerow.core.internal.search.sums.MomentRelease;
import io.hedgerow.core.internal.search.sums.WithinSites;
import io.hedgerow.core.internal.text.Words;
import io.hedgerow.core.method.Agreement;
import io.hedgerow.core.protocol.SiteId;
import io.hedgerow.core.search.Evidence;
import io.hedgerow.core.search.Finding;
import io.hedgerow.core.search.Trust.Misfit;
import io.hedgerow.core.solver.LocalSolver;
import io.hedgerow.core.study.Study;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Learns a network from rows with missing cells, otherwise as {@link MomentsDesign}: the likeliest covariances of
 * normal rows by EM, in rounds of exact sums, and what the rows tell of them. {@code lacks} are the columns that a site
 * has in no row; at least {@code fewest} rows of a site share each pattern of cells, unless one process has all rows
 * and no masks {@code hide} them.
 */
record MissingCellsDesign(
        VariableSchema schema, MomentsDesign whole, Map<SiteId, Set<String>> lacks, boolean hide, int fewest)
        implements SumDesign {

    /** Rows of a site that share a pattern of cells: two sums in which one has another would tell its cells. */
    private static final int FEWEST = 10;

    /** Columns that a note names. */
    private static final int NAMED = 5;

    /** Refuses what needs whole rows. */
    static void refuse(boolean interventions, VariableSchema schema) {
        if (interventions || schema.hasCategories()) {
            String what =
                    interventions ? "interventions" : "categories (" + String.join(", ", schema.categorical()) + ")";
            throw new IllegalArgumentException("parameter missing of gram cannot be combined with " + what
                    + ", whose sums are of whole rows: leave these out, or leave missing out and give rows without"
                    + " missing cells");
        }
    }

    /** Takes no more rounds than an agreement has, and no more than it needs. */
    static SumRelease of(
            Agreement agreement, MomentsDesign whole, Map<SiteId, Set<String>> lacks, int rounds, boolean tellsSites) {
        if (whole.settings().noiseDirections()) {
            throw new IllegalArgumentException("parameter missing of gram cannot be combined with orient: non-gaussian,"
                    + " which asks every site about residuals of whole rows: leave one of them out, and give rows"
                    + " without missing cells where orient is left");
        }
        int d = agreement.schema().size();
        if (rounds < CellExchange.fewestRounds(d)) {
            throw new IllegalArgumentException("parameter missing of gram asks sites again and needs rounds >= "
                    + CellExchange.fewestRounds(d) + " for " + d + " variables, was " + rounds + ": write rounds: "
                    + CellExchange.rounds(d) + ", of which it takes no more than it needs");
        }
        Study study = MomentRelease.study(
                agreement.name(),
                agreement.schema(),
                CellExchange.layout(d),
                Math.min(rounds, CellExchange.rounds(d)),
                agreement.sites().size(),
                MomentsDesign.policyOfAll(agreement));
        boolean hide = agreement.noiseSharedBy().isPresent();
        return new SumRelease(
                study, new MissingCellsDesign(agreement.schema(), whole, lacks, hide, FEWEST), tellsSites);
    }

    @Override
    public SumDesign inOneProcess() {
        return hide ? this : new MissingCellsDesign(schema, whole, lacks, false, 1);
    }

    @Override
    public RowSource prepared(SiteId site, RowSource rows) {
        Set<String> absent = absentColumns(site);
        return absent.isEmpty() ? rows : AbsentColumns.asMissing(rows, schema, absent);
    }

    @Override
    public Set<String> absentColumns(SiteId site) {
        return lacks.getOrDefault(site, Set.of());
    }

    @Override
    public Optional<Record> shownSettings() {
        return whole.shownSettings();
    }

    @Override
    public int revision() {
        return whole.revision();
    }

    @Override
    public String components() {
        return whole.components() + " + missing cells";
    }

    @Override
    public LocalSolver solver(SiteId site) {
        return new CellRelease(fewest);
    }

    @Override
    public Found found(Sums sums) {
        CellExchange exchange =
                new CellExchange(schema.names(), sums.sites(), sums.first().sum(), sums::after, sums::left);
        WithinSites moments = exchange.moments().requireVarying(schema.names());
        SearchSettings.Searched found = whole.settings().search(schema, moments, () -> {
            throw new IllegalStateException("sites must not be asked about whole rows where cells are missing");
        });
        List<String> notes = new ArrayList<>(found.notes());
        Evidence evidence = found.evidence();
        if (exchange.first().anyMissing()) {
            evidence = evidence.with(Finding.at(Misfit.MISSING_DEPENDS_ON, dependences(exchange.first())));
            notes.add(missing(exchange.first()));
            if (!exchange.settled()) {
                notes.add("the covariances of rows with missing cells still changed in the last of the rounds: too many"
                        + " cells of some columns are missing; leave those columns out");
            }
        }
        return Found.of(found.network(), whole.hiddenCauses() ? evidence.byMarks() : evidence, notes);
    }

    /** Each column whose cells are missing where others have other values, with those. */
    private List<Finding.Place> dependences(CellSums cells) {
        Map<Integer, List<CellSums.Dependence>> columns = new TreeMap<>();
        cells.dependences()
                .forEach(one -> columns.computeIfAbsent(one.missing(), column -> new ArrayList<>())
                        .add(one));
        List<Finding.Place> places = new ArrayList<>();
        columns.forEach((column, on) -> places.add(new Finding.Place(
                column,
                column,
                OptionalDouble.of(Math.abs(on.get(0).deviations())),
                "on "
                        + Words.listed(
                                on.stream()
                                        .limit(NAMED)
                                        .map(one -> schema.names().get(one.on()))
                                        .toList(),
                                "and"))));
        return places;
    }

    /** Which cells are missing, and of which pair the fewest rows tell. */
    private String missing(CellSums cells) {
        List<Integer> columns = IntStream.range(0, schema.size())
                .filter(j -> cells.rows(j, j) < cells.rows())
                .boxed()
                .sorted(Comparator.comparingDouble(j -> cells.rows(j, j)))
                .toList();
        String named = columns.stream()
                .limit(NAMED)
                .map(j -> schema.names().get(j) + " " + Math.round(100 - 100 * cells.rows(j, j) / cells.rows()) + " %")
                .collect(Collectors.joining(", "));
        int[] pair = cells.fewest();
        String fewest = pair[0] == pair[1]
                ? schema.names().get(pair[0]) + " is"
                : schema.names().get(pair[0]) + " and " + schema.names().get(pair[1]) + " are together";
        String used = fewest() == 1
                ? "cells are missing, and all others were used, as if what is missing"
                : "cells are missing or were left out, for fewer than " + fewest()
                        + " rows of a site had the same, and all" + " others were used, as if what is missing";
        return used + " depended on nothing but cells that are seen: " + named
                + (columns.size() > NAMED ? ", and in " + Words.count(columns.size() - NAMED, "other column") : "")
                + "; " + fewest + " in " + Words.count(Math.round(cells.rows(pair[0], pair[1])), "row") + " of "
                + cells.rows();
    }
}
