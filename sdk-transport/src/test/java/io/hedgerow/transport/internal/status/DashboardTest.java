// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.transport.internal.status;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.hedgerow.transport.channel.SiteLink.Hindrance;
import io.hedgerow.transport.internal.status.server.MetricsText;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The dashboard of {@code docs/deploy} asks for the metrics that there are: for each, and for no other. */
class DashboardTest {

    private static final Pattern NAME = Pattern.compile("hedgerow_[a-z_]+");

    private JsonNode dashboard;

    @BeforeEach
    void read() throws Exception {
        dashboard = new ObjectMapper()
                .readTree(Path.of("../docs/deploy/grafana.json").toFile());
    }

    /** Names of samples of a study in which everything is known that can be. */
    private static Set<String> written() {
        Boards boards = new Boards(2, 5, 10);
        boards.allOnline();
        boards.rounds(0, 2);
        boards.report(0, 0.5, 1e-8);
        boards.hinder(1, Hindrance.Kind.NO_ROOM);
        Set<String> names = new TreeSet<>();
        new String(MetricsText.of(boards.board.get()), StandardCharsets.UTF_8)
                .lines()
                .filter(line -> !line.startsWith("#"))
                .forEach(line -> names.add(line.split("\\{", 2)[0]));
        return names;
    }

    @Test
    void queries_areOfTheMetricsThatThereAre_andOfEach() {
        Set<String> asked = new TreeSet<>();
        for (JsonNode panel : dashboard.get("panels")) {
            for (JsonNode target : panel.get("targets")) {
                String query = target.get("expr").asText();
                assertTrue(query.contains("{study=~\"$study\"}"), query);
                Matcher name = NAME.matcher(query);
                while (name.find()) {
                    asked.add(name.group());
                }
            }
        }
        assertEquals(written(), asked);
    }

    @Test
    void variables_areFilledFromAMetric_andFromAnyDataSource() {
        JsonNode variables = dashboard.at("/templating/list");
        assertEquals("datasource", variables.get(0).get("type").asText());
        String query = variables.get(1).at("/query/query").asText();
        assertEquals("label_values(hedgerow_study_info, study)", query);
        assertTrue(written().contains("hedgerow_study_info"));
    }

    @Test
    void panels_haveNumbersAndPlacesOfTheirOwn() {
        Set<Integer> numbers = new HashSet<>();
        Set<String> cells = new HashSet<>();
        for (JsonNode panel : dashboard.get("panels")) {
            assertTrue(numbers.add(panel.get("id").asInt()), panel.toString());
            assertFalse(panel.get("title").asText().isBlank());
            JsonNode place = panel.get("gridPos");
            for (int x = 0; x < place.get("w").asInt(); x++) {
                for (int y = 0; y < place.get("h").asInt(); y++) {
                    int column = place.get("x").asInt() + x;
                    assertTrue(column < 24, "a row has 24 columns: " + panel);
                    assertTrue(cells.add(column + "," + (place.get("y").asInt() + y)), "overlaps: " + panel);
                }
            }
        }
    }
}
