// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.lab.reproduce;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.samples.cli.Checkout;
import io.hedgerow.samples.lab.reproduce.item.PaperItem;
import io.hedgerow.samples.lab.reproduce.item.PaperItem.Extent;
import io.hedgerow.samples.lab.reproduce.item.PaperItems;
import io.hedgerow.samples.lab.reproduce.item.PlannedRun;
import io.hedgerow.samples.lab.reproduce.paper.ClaimCheck;
import io.hedgerow.samples.lab.reproduce.paper.PaperClaim;
import io.hedgerow.samples.lab.reproduce.paper.PaperData;
import io.hedgerow.samples.lab.reproduce.paper.PublishedFigure;
import io.hedgerow.samples.lab.reproduce.paper.Settings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PaperItemsTest {

    private final PaperItems items = PaperItems.read();

    /** Every table and figure of the papers: figures from, to, tables from, to. */
    @Test
    void items_haveEveryTableAndFigureOfThePapers() {
        List<String> all = new ArrayList<>(List.of("002-sachs", "000-section-7.6", "000-section-7.7"));
        numbered(all, "001-figure-", 1, 8);
        numbered(all, "002-figure-", 1, 8);
        numbered(all, "002-table-", 1, 9);
        numbered(all, "000-figure-", 1, 12);
        numbered(all, "000-table-", 1, 11);
        numbered(all, "003-figure-", 1, 12);
        numbered(all, "003-table-", 1, 11);
        numbered(all, "004-figure-", 1, 13);
        numbered(all, "004-table-", 1, 11);
        for (String name : all) {
            PaperItem item = items.named(name);
            assertTrue(item.names().contains(name.replace("003-", "000-")), name);
        }
        // the same results under other numbers
        assertEquals(items.named("000-table-2"), items.named("004-table-2"));
        assertEquals(items.named("000-table-3"), items.named("004-table-2"));
        assertEquals(items.named("000-table-4"), items.named("004-table-3"));
        assertEquals(items.named("000-table-6"), items.named("004-table-4"));
        assertEquals(items.named("000-table-8"), items.named("004-table-5"));
        assertEquals(items.named("000-table-7"), items.named("004-table-6"));
    }

    private static void numbered(List<String> all, String stem, int from, int to) {
        for (int n = from; n <= to; n++) {
            all.add(stem + n);
        }
    }

    @Test
    void itemsThatDiffer_sayWhy() {
        ItemStatus.known()
                .forEach((id, standing) -> assertTrue(
                        !standing.verdict().equals("differs")
                                || !items.named(id).cause().isBlank(),
                        id));
    }

    @Test
    void named_withAnUnknownName_saysWhatIsNear() {
        String said = assertThrows(IllegalArgumentException.class, () -> items.named("002-tabel-1"))
                .getMessage();
        assertTrue(said.contains("002-tabel-1") && said.contains("did you mean 002-table-1?"), said);
    }

    /** Names are unique; numbers and statements are of lines, points and measures that there are. */
    @Test
    void items_areConsistent() {
        Set<String> names = new HashSet<>();
        for (PaperItem item : items.all()) {
            item.names().forEach(name -> assertTrue(names.add(name), name));
            if (item.whyNot().isPresent()) {
                assertTrue(item.missing().matches("(not built yet|not reproducible: ).*"), item.missing());
                assertTrue(item.methods().isEmpty(), item.id());
                continue;
            }
            Set<String> at = new HashSet<>(
                    item.points().stream().map(PaperItem.Point::at).toList());
            List<String> series = item.allSeries();
            Set<String> panels =
                    item.panels().stream().map(PaperItem.Panel::name).collect(Collectors.toSet());
            item.points().forEach(point -> assertTrue(panels.containsAll(point.panels()), item.id() + ": " + point));
            assertEquals(item.points().size(), at.size(), item.id() + ": a point twice");
            assertTrue(at.containsAll(item.quick().points()), item.id());
            for (PublishedFigure figure : item.published()) {
                assertTrue(series.contains(figure.series()), item.id() + ": " + figure);
                assertTrue(at.contains(figure.at()) || figure.at().equals(PublishedFigure.OVER_ALL), figure.toString());
                assertTrue(item.measures().contains(figure.measure()), figure.toString());
                assertFalse(figure.place().isBlank(), figure.toString());
            }
            for (PaperClaim claim : item.claims()) {
                for (ClaimCheck check : claim.checks()) {
                    assertTrue(item.measures().containsAll(check.measures()), item.id() + ": " + claim);
                    assertTrue(containsAll(at, check.at()), item.id() + ": " + claim);
                    assertTrue(containsAll(at, check.otherAt()), item.id() + ": " + claim);
                    for (ClaimCheck.Pair pair : check.pairs()) {
                        assertTrue(series.contains(pair.line()), item.id() + ": " + pair);
                        assertTrue(series.contains(pair.other()), item.id() + ": " + pair);
                    }
                }
            }
            List<String> methods =
                    item.methods().stream().map(PaperItem.Competitor::name).toList();
            for (PaperItem.Competitor method : item.methods()) {
                assertTrue(
                        method.standsFor().isEmpty() || (method.ours() && methods.contains(method.standsFor())),
                        item.id() + ": " + method);
            }
        }
    }

    private static boolean containsAll(Set<String> points, List<String> at) {
        return at.stream().allMatch(one -> one.equals(PublishedFigure.OVER_ALL) || points.contains(one));
    }

    /** Whatever an item says of its runs, a run can be made of it, and a setting that is meant is never left out. */
    @Test
    void plans_haveARunForEveryMethodPointAndSeed() {
        for (PaperItem item : items.all()) {
            List<PlannedRun> plan = PlannedRun.of(item, item.full(), List.of(1, 2));
            long runs = 0;
            for (PaperItem.Panel panel : item.panels()) {
                long points = item.points().stream()
                        .filter(point ->
                                point.panels().isEmpty() || point.panels().contains(panel.name()))
                        .count();
                runs += 2 * (item.watched() ? 1 : points) * item.methods().size();
            }
            assertEquals(runs, plan.size(), item.id());
            plan.forEach(run -> {
                assertTrue(run.settings().has("algorithm") != run.settings().has("ranking"), run.toString());
                assertFalse(run.settings().line().contains("$"), run.toString());
            });
        }
    }

    /** The paper's choice outside of its own grid is a point of one panel, with the settings that its name says. */
    @Test
    void pointsBesideAGrid_areOfTheirPanels() {
        PaperItem item = items.named("002-table-6");
        String choice = "C=10 T=100 K=30 L=0.1 G=0.5";
        List<PlannedRun> runs = PlannedRun.of(item, item.asked(item.full(), List.of(choice)), List.of(1));
        assertEquals(
                List.of("DP-Fed-Sparse-BNSL / d = 20"),
                runs.stream().map(PlannedRun::series).toList());
        assertEquals("30", runs.get(0).settings().text("steps"));
        assertEquals("0.5", runs.get(0).settings().text("gamma"));
        assertFalse(item.commonPoints().contains(choice));
        assertEquals(144, item.commonPoints().size());
    }

    /**
     * A point tells its values to methods that ask for them: a name that a run reads by itself would reach every other
     * method of the figure, too.
     */
    @Test
    void points_sayNothingThatAMethodReadsWithoutAsking() {
        Set<String> read = new HashSet<>();
        for (PaperItem item : items.all()) {
            read.addAll(item.data().values().keySet());
            item.panels().forEach(panel -> read.addAll(panel.settings().values().keySet()));
            item.methods()
                    .forEach(method -> read.addAll(method.settings().values().keySet()));
        }
        for (PaperItem item : items.all()) {
            Set<String> asked = new HashSet<>();
            item.methods()
                    .forEach(method -> method.settings().values().values().stream()
                            .filter(value -> value.startsWith("$"))
                            .forEach(value -> asked.add(value.substring(1))));
            item.points()
                    .forEach(point -> point.settings().values().keySet().stream()
                            .filter(asked::contains)
                            .forEach(name -> assertFalse(read.contains(name), item.id() + ": " + name)));
        }
    }

    @Test
    void files_areThoseOfThePoints() {
        PaperItem heatmaps = items.named("004-figure-8");
        assertEquals(
                List.of("dream4/insilico_size100_1_timeseries.tsv", "dream4/insilico_size100_1_goldstandard.tsv"),
                heatmaps.files(heatmaps.quick()));
        assertEquals(10, heatmaps.files(heatmaps.full()).size());
        PaperItem together = items.named("000-table-7-pfdbnl");
        assertEquals(4, together.files(together.quick()).size());
        assertEquals(10, together.files(together.full()).size());
    }

    @Test
    void pointsWhoseFilesAreAbsent_areLeftOut(@TempDir Path directory) throws IOException {
        Files.createDirectories(directory.resolve("dream4"));
        PaperData data = new PaperData(Optional.of(directory));
        PaperItem networks = items.named("000-table-7");
        assertEquals(List.of(), networks.present(networks.full(), data).points());
        for (String kind : List.of("timeseries", "goldstandard")) {
            assertEquals(List.of(), networks.present(networks.full(), data).points(), "half of what it needs");
            Files.createFile(directory.resolve("dream4/insilico_size100_4_" + kind + ".tsv"));
        }
        assertEquals(List.of("4"), networks.present(networks.full(), data).points());
        PaperItem simulated = items.named("002-table-1");
        assertEquals(
                simulated.points(simulated.full()),
                simulated.points(simulated.present(simulated.full(), new PaperData(Optional.empty()))));
    }

    @Test
    void heatmap_isOfTheTwoSettingsThatChangeFirst() {
        assertEquals("network=2", items.named("004-figure-8").heatmap("network=2 w=0.05 a=0.2"));
        assertEquals("", items.named("000-table-9").heatmap("w=0.05 a=0.2"));
    }

    @Test
    void withoutTetrad_linesOfPcAndFgesAreLeftOut_andSaid() {
        PaperItem whole = items.named("001-figure-5");
        PaperItem smaller = whole.withoutTetrad();
        assertEquals(whole.methods().size() - 2, smaller.methods().size());
        assertEquals(
                "left out: PC-Voting, FGES-Voting, which need the command line of Tetrad (--tetrad-jar FILE)",
                PaperItem.leftOut(whole, smaller));
        PaperItem other = items.named("001-figure-1");
        assertEquals(other.methods(), other.withoutTetrad().methods());
    }

    @Test
    void standing_neverCallsWhatIsNotBuiltAnythingElse(@TempDir Path directory) {
        PaperItem item = notBuilt();
        Map<String, ItemStatus> wrong = Map.of(
                item.id(),
                new ItemStatus(item.id(), "reproduced", "5 of 5 printed numbers agree", 1, null, null, false));
        PaperData data = new PaperData(Optional.of(directory));
        assertTrue(ItemStatus.text(item, wrong, data).startsWith("not built yet"));
        assertEquals("data absent", ItemStatus.text(items.named("002-sachs"), Map.of(), data));
        assertEquals("not run yet", ItemStatus.text(items.named("002-table-1"), Map.of(), data));
    }

    private static PaperItem notBuilt() {
        Extent none = new Extent(List.of(), "1", 1, Settings.NONE);
        return new PaperItem(
                "009-figure-1",
                List.of(),
                "Paper 009",
                "A title",
                "",
                PaperItem.Kind.ROWS,
                false,
                List.of(),
                List.of(),
                List.of(),
                Settings.NONE,
                List.of(),
                none,
                none,
                List.of(),
                List.of(),
                "",
                List.of(),
                "not built yet: something",
                "");
    }

    /** What the page and the list say is what the tables in the repository give. */
    @Test
    void documents_areThoseOfTheCommittedTables() throws IOException {
        Path docs = Checkout.ROOT.resolve("docs");
        ReproductionDocument made = ReproductionDocument.read(items.all(), docs.resolve("reproduction"));
        assertEquals(
                Files.readString(docs.resolve("reproduction.md")),
                made.markdown(),
                "write it again with ./hedgerow reproduce document");
        assertEquals(
                String.join("\n", PaperItems.lines("status.csv")) + "\n",
                ItemStatus.csv(made.standings()),
                "write it again with ./hedgerow reproduce document --status");
        Path results = docs.resolve("reproduction");
        Map<Path, String> pages = new HashMap<>();
        made.pages().forEach((name, text) -> pages.put(results.resolve(name), text));
        made.besideTables()
                .forEach((id, files) -> files.forEach(
                        (name, text) -> pages.put(results.resolve(id).resolve(name), text)));
        for (Map.Entry<Path, String> page : pages.entrySet()) {
            assertEquals(
                    page.getValue(),
                    Files.readString(page.getKey()),
                    page.getKey().toString());
        }
        try (Stream<Path> files = Files.walk(results)) {
            files.filter(file -> file.toString().endsWith(".md"))
                    .forEach(file -> assertTrue(pages.containsKey(file), file + " is a page that nothing writes"));
        }
    }
}
