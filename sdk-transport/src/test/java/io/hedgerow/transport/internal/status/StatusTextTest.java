// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.transport.internal.status;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.federation.PayloadBytes;
import io.hedgerow.core.federation.RoundReport;
import io.hedgerow.core.graph.Dag;
import io.hedgerow.core.graph.EquivalenceClass;
import io.hedgerow.core.graph.NamedNetwork;
import io.hedgerow.core.graph.PairProbabilities;
import io.hedgerow.core.graph.WeightMatrix;
import io.hedgerow.core.internal.text.Printable;
import io.hedgerow.core.protocol.StudyState;
import io.hedgerow.transport.channel.SiteLink.Hindrance;
import io.hedgerow.transport.internal.status.StudyStatus.StudyFacts;
import io.hedgerow.transport.internal.status.page.Html;
import io.hedgerow.transport.internal.status.page.StatusPage;
import io.hedgerow.transport.internal.status.server.MetricsText;
import io.hedgerow.transport.internal.status.server.StatusJson;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** A status as JSON, as metrics and as a page. */
class StatusTextTest {

    private static final Pattern SAMPLE =
            Pattern.compile("([a-z_]+)\\{((?:[a-z_]+=\"(?:[^\"\\\\\n]|\\\\[\\\\\"n])*\",?)+)\\} (\\S+)");

    @Test
    void endsOfCertificates_areInJsonAndMetrics_andOnThePageWhenTheyAreNear() throws Exception {
        Boards boards = new Boards(3, 11, 100);
        String text = "the certificate ends in 12 days: renew it";
        boards.board.credentials(Map.of("certificate", Instant.parse("2030-01-02T03:04:05Z")), List.of(text));
        JsonNode json = json(boards.board.get());
        assertEquals(text, json.get("expiring").get(0).asText());
        assertEquals(
                "2030-01-02T03:04:05Z",
                json.get("credentials").get("certificate").asText());
        String metrics = text(MetricsText.of(boards.board.get()));
        assertTrue(
                metrics.contains("hedgerow_credential_end_time_seconds{study=\"" + boards.facts.study()
                        + "\",credential=\"certificate\"} 1893553445\n"),
                metrics);
        assertTrue(text(new StatusPage(Pictures.LAYERED).of(boards.board.get())).contains(text));
    }

    @Test
    void json_hasWhatIsKnown() throws Exception {
        Boards boards = new Boards(3, 11, 100);
        boards.allOnline();
        boards.rounds(0, 7);
        boards.report(1, 0.5, 1e-8);
        JsonNode json = json(boards.board.get());
        assertEquals("hedgerow status 1", json.get("format").asText());
        assertEquals("running", json.get("phase").asText());
        assertTrue(json.get("outcome").isNull());
        assertEquals(7, json.get("roundsEnded").asInt());
        assertEquals(7, json.get("rounds").size());
        assertEquals("site-002", json.get("sites").get(1).get("site").asText());
        assertEquals("online", json.get("sites").get(1).get("presence").asText());
        assertEquals(0.5, json.get("sites").get(1).get("selfReportedEpsilon").asDouble());
        assertEquals(1e-8, json.get("sites").get(1).get("selfReportedDelta").asDouble());
        assertTrue(json.get("sites").get(0).get("selfReportedEpsilon").isNull());
        assertTrue(json.get("sites").get(0).get("selfReportedDelta").isNull());
        assertEquals(300, json.get("study").get("deadlineSeconds").asInt());
        WeightMatrix weights = boards.board.get().network().orElseThrow().weights();
        assertTrue(weights.edgeCount() > 0);
        assertEquals(weights.edgeCount(), json.get("network").get("edges").size());
        JsonNode edge = json.get("network").get("edges").get(0);
        VariableSchema names = boards.facts.variables();
        assertEquals(
                weights.get(
                        names.names().indexOf(edge.get("from").asText()),
                        names.names().indexOf(edge.get("to").asText())),
                edge.get("weight").asDouble());
    }

    @Test
    void whatKeepsASite_isToldWithWhatHelps_everywhereUntilItIsBack() throws Exception {
        Boards boards = new Boards(3, 11, 100);
        boards.allOnline();
        boards.rounds(0, 7);
        boards.hinder(1, Hindrance.Kind.HOME_LOST);
        String line = "site site-002 cannot answer: its home was lost or is an older copy; put back the newest copy of"
                + " the home of site site-002, and start the site again";
        JsonNode json = json(boards.board.get());
        assertEquals("running", json.get("phase").asText());
        assertTrue(json.get("reason").isNull());
        assertEquals(line, json.get("waitingFor").asText());
        JsonNode site = json.get("sites").get(1);
        assertEquals("home-lost", site.get("hindrance").asText());
        assertTrue(line.endsWith(site.get("whatHelps").asText()));
        assertTrue(json.get("sites").get(0).get("hindrance").isNull());
        String page = text(new StatusPage(Pictures.LAYERED).of(boards.board.get()));
        assertTrue(page.contains(line), page);
        assertTrue(page.contains("<small class=\"failure\">its home was lost or is an older copy</small>"), page);
        assertTrue(text(MetricsText.of(boards.board.get()))
                .contains("hedgerow_site_hindered{study=\"proteins-2031\",site=\"site-002\",why=\"home-lost\"} 1\n"));

        boards.link(1, true, boards.now);
        assertTrue(json(boards.board.get()).get("waitingFor").isNull());
        boards.hinder(1, Hindrance.Kind.HOME_LOST);
        boards.board.ended(StudyState.QUORUM_NOT_MET, line);
        assertTrue(json(boards.board.get()).get("waitingFor").isNull(), "the reason has it then");
    }

    @Test
    void json_staysJsonWhenNumbersAreNot() throws Exception {
        Boards boards = new Boards(2, 5, 10);
        boards.board.roundEnded(
                new RoundReport(
                        0,
                        Set.of(),
                        Set.of(),
                        new RoundReport.Consensus(Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY, 0),
                        new RoundReport.Penalties(0, 0, 0),
                        new PayloadBytes(0, 0),
                        0),
                Boards.consensus(5));
        JsonNode round = json(boards.board.get()).get("rounds").get(0);
        assertTrue(round.get("acyclicity").isNull());
        assertTrue(round.get("consensusDistance").isNull());
        assertTrue(text(new StatusPage(Pictures.LAYERED).of(boards.board.get())).contains("Nothing to draw"));
        assertTrue(
                text(MetricsText.of(boards.board.get())).contains("hedgerow_acyclicity{study=\"proteins-2031\"} NaN"));
    }

    @Test
    void hundredSitesAndAThousandRounds_stayWithinHalfAMegabyte() throws Exception {
        Boards boards = new Boards(100, 100, 1000);
        boards.allOnline();
        boards.rounds(0, 1000);
        StudyStatus status = boards.board.get();
        // 257 rounds of at most 300 bytes, 100 sites of at most 400, 2000 edges of at most 100; then a page of the same
        // with pictures
        assertTrue(StatusJson.of(status).length < 350_000, "JSON had " + StatusJson.of(status).length);
        assertTrue(MetricsText.of(status).length < 100_000, "metrics had " + MetricsText.of(status).length);
        int page = new StatusPage(Pictures.LAYERED).of(status).length;
        assertTrue(page < 500_000, "page had " + page);
        assertEquals(1000, json(status).get("roundsEnded").asInt());
        JsonNode rounds = json(status).get("rounds");
        assertEquals(999, rounds.get(rounds.size() - 1).get("round").asInt());
    }

    @Test
    void metrics_followOpenMetrics() {
        Boards boards = new Boards(3, 11, 100);
        boards.allOnline();
        boards.rounds(0, 7);
        boards.report(1, 0.5, 1e-8);
        String text = text(MetricsText.of(boards.board.get()));
        assertTrue(text.endsWith("# EOF\n"));
        List<String> lines = text.lines().toList();
        Set<String> families = new HashSet<>();
        Set<String> samples = new HashSet<>();
        String family = "";
        String type = "";
        for (String line : lines.subList(0, lines.size() - 1)) {
            if (line.startsWith("# TYPE ")) {
                family = line.split(" ", -1)[2];
                type = line.split(" ", -1)[3];
                assertTrue(families.add(family), family + " comes once");
                assertTrue(Set.of("gauge", "counter", "info", "stateset").contains(type), type);
            } else if (line.startsWith("# UNIT ")) {
                assertTrue(family.endsWith("_" + line.split(" ", -1)[3]), "a unit ends the name: " + line);
            } else if (!line.startsWith("# HELP " + family + " ")) {
                Matcher sample = SAMPLE.matcher(line);
                assertTrue(sample.matches(), line);
                String suffix = type.equals("counter") ? "_total" : type.equals("info") ? "_info" : "";
                assertEquals(family + suffix, sample.group(1));
                assertTrue(samples.add(sample.group(1) + sample.group(2)), "no sample twice: " + line);
                Double.parseDouble(sample.group(3).replace("+Inf", "Infinity"));
            }
        }
        assertTrue(text.contains("hedgerow_rounds_total{study=\"proteins-2031\"} 7\n"));
        assertTrue(text.contains("hedgerow_site_reported_epsilon{study=\"proteins-2031\",site=\"site-002\"} 0.5\n"));
        assertTrue(text.contains("hedgerow_sites{study=\"proteins-2031\",presence=\"online\"} 3\n"));
    }

    @Test
    void textsFromElsewhere_areEscapedEverywhere() throws Exception {
        String evil = "</script><script>alert('1')</script>\"&\n\\\u202E\u001b[2J\u2066\u200B";
        StudyFacts facts = new StudyFacts(
                evil,
                evil,
                evil,
                evil,
                new TreeMap<>(java.util.Map.of(evil, evil)),
                List.of(Boards.site(0)),
                new VariableSchema(List.of("a<b>\u202E\"'&", "<script>x</script>")),
                5,
                1,
                1,
                java.time.Duration.ofSeconds(9),
                evil,
                evil);
        StatusBoard board = new StatusBoard(facts, consensus -> WeightMatrix.empty(2), () -> Boards.START);
        board.show(NamedNetwork.of(facts.variables(), WeightMatrix.of(new double[][] {{0, 1}, {0, 0}})));
        board.ended(StudyState.DIVERGED, evil);
        String page = text(new StatusPage(Pictures.LAYERED).of(board.get()));
        assertEquals(1, page.split("<script", -1).length - 1, "the page's own script and no other");
        assertFalse(page.contains("<script>alert"));
        assertFalse(page.contains("<b>"));
        String metrics = text(MetricsText.of(board.get()));
        for (String shown : List.of(page, metrics, text(StatusJson.of(board.get())))) {
            assertEquals(Printable.lines(shown), shown);
            assertTrue(shown.contains("\\u202e"));
        }
        assertEquals(evil, json(board.get()).get("reason").asText());
        metrics.lines()
                .filter(line -> !line.startsWith("#"))
                .forEach(line -> assertTrue(SAMPLE.matcher(line).matches(), line));
    }

    /** a → c ← b and d − e: the collider's directions are identified, that of the lone pair is not. */
    @Test
    void edgesWithoutDirection_areDrawnSoAndHaveTheirProbabilities() throws Exception {
        WeightMatrix weights = WeightMatrix.of(
                new double[][] {{0, 0, 1, 0, 0}, {0, 0, 2, 0, 0}, {0, 0, 0, 0, 0}, {0, 0, 0, 0, -3}, {0, 0, 0, 0, 0}});
        PairProbabilities pairs = new PairProbabilities(
                Optional.of(EquivalenceClass.of(Dag.strongest(weights, 0.1).dag())),
                Optional.of(WeightMatrix.of(new double[][] {
                    {0, 0, 0.9, 0, 0}, {0, 0, 0.8, 0, 0}, {0, 0, 0, 0, 0}, {0, 0, 0, 0, 0.5}, {0, 0, 0, 0.25, 0}
                })),
                0.99);
        Boards boards = new Boards(2, 5, 10);
        boards.board.show(NamedNetwork.of(boards.facts.variables(), weights).withPairs(pairs));
        String page = text(new StatusPage(Pictures.LAYERED).of(boards.board.get()));
        assertEquals(List.of("Raf → Plcg", "Mek → Plcg"), arrows(page));
        assertTrue(page.contains("3 edges among 5 variables, 1 without an identified direction"), page);
        assertTrue(
                page.contains("<td>PIP2</td><td>—</td><td>PIP3</td><td>-3</td><td>0.75</td><td>0.67</td></tr>"), page);
        assertTrue(page.contains("<td>Raf</td><td>→</td><td>Plcg</td><td>1</td><td>0.90</td><td>0.99</td></tr>"), page);
        assertFalse(page.contains("vote share"));
        JsonNode edges = json(boards.board.get()).get("network").get("edges");
        assertFalse(edges.get(0).get("directed").asBoolean());
        assertEquals(0.75, edges.get(0).get("adjacent").asDouble(), 0);
        assertTrue(edges.get(1).get("directed").asBoolean());
        assertFalse(edges.get(1).has("voteShare"));

        boards.board.show(NamedNetwork.of(boards.facts.variables(), weights)
                .withVoteShares(WeightMatrix.of(new double[][] {
                    {0, 0, 0.55, 0, 0}, {0, 0, 0.8, 0, 0}, {0, 0, 0, 0, 0}, {0, 0, 0, 0, 1}, {0, 0, 0, 0, 0}
                })));
        page = text(new StatusPage(Pictures.LAYERED).of(boards.board.get()));
        assertEquals(List.of("Raf → Plcg", "Mek → Plcg", "PIP2 → PIP3"), arrows(page));
        assertTrue(page.contains("<th scope=\"col\">vote share</th></tr>"), page);
        assertTrue(page.contains("<td>0.55</td></tr>"), page);
    }

    /** The edges whose drawing has an arrowhead, a path that is closed. */
    private static List<String> arrows(String page) {
        return Arrays.stream(page.split("<g data-from[^>]*><title>", -1))
                .skip(1)
                .filter(group -> group.substring(0, group.indexOf("</g>")).contains(" Z\""))
                .map(group -> group.substring(0, group.indexOf(',')))
                .toList();
    }

    @Test
    void json_hasTheDocumentedFieldsAndNoOther() throws Exception {
        Boards boards = new Boards(1, 5, 10);
        boards.rounds(0, 1);
        JsonNode json = json(boards.board.get());
        Set<String> all = fields(json);
        assertTrue(all.remove("format"), "the page has a sentence on it");
        assertEquals(documented().keySet(), all);
        assertEquals(documented().get("sites"), fields(json.get("sites").get(0)));
        assertEquals(documented().get("rounds"), fields(json.get("rounds").get(0)));
        assertEquals(documented().get("study"), fields(json.get("study")));
    }

    /**
     * The fields of a status, each with the fields that it has itself, as the page names them. What is shown is a
     * decision, and that page is where it is made.
     */
    private static Map<String, Set<String>> documented() throws IOException {
        String page = Files.readString(Path.of("../docs/observability.md"));
        int start = page.indexOf("\n| `at`, `started` |");
        Map<String, Set<String>> all = new TreeMap<>();
        assertTrue(start > 0, "no table begins with at and started");
        String table =
                page.substring(start, (page + "\n\n").indexOf("\n\n", start)).strip();
        for (String row : table.lines().toList()) {
            String[] cells = row.split(" \\| ", 2);
            Set<String> within = named(cells[1]);
            named(cells[0]).forEach(field -> all.put(field, within));
        }
        return all;
    }

    private static Set<String> named(String cell) {
        Set<String> names = new TreeSet<>();
        Matcher matcher = Pattern.compile("`([A-Za-z]+)`").matcher(cell);
        while (matcher.find()) {
            names.add(matcher.group(1));
        }
        names.remove("null");
        return names;
    }

    @Test
    void numbers_areShort() {
        assertEquals("0", Html.number(0));
        assertEquals("—", Html.number(Double.NaN));
        assertEquals("0.025", Html.number(0.025));
        assertEquals("2.5e-7", Html.number(2.5e-7));
        assertEquals("1.2e6", Html.number(1.23e6));
        assertEquals("-0.5", Html.number(-0.5));
        assertEquals("12", Html.number(12));
        assertEquals("999 B", Html.bytes(999));
        assertEquals("1 kB", Html.bytes(1000));
        assertEquals("1 MB", Html.bytes(999_600));
        assertEquals("12.3 MB", Html.bytes(12_345_678));
    }

    private static Set<String> fields(JsonNode node) {
        Set<String> names = new TreeSet<>();
        node.fieldNames().forEachRemaining(names::add);
        return names;
    }

    private static JsonNode json(StudyStatus status) throws Exception {
        return new ObjectMapper().readTree(StatusJson.of(status));
    }

    private static String text(byte[] utf8) {
        return new String(utf8, StandardCharsets.UTF_8);
    }
}
