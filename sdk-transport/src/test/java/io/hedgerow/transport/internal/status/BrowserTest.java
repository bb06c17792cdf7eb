// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.transport.internal.status;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.graph.NamedNetwork;
import io.hedgerow.core.graph.WeightMatrix;
import io.hedgerow.core.protocol.StudyState;
import io.hedgerow.transport.internal.status.page.NetworkPicture;
import io.hedgerow.transport.internal.status.server.StatusServer;
import java.awt.image.BufferedImage;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The page in a browser, when this machine has one. */
@Tag("slow")
@Timeout(180)
class BrowserTest {

    @TempDir
    Path folder;

    @Test
    void page_showsTheStudyUnderItsOwnPolicy() throws Exception {
        Boards boards = running();
        try (StatusServer server = StatusServer.start(boards.board, Pictures.LAYERED, 0)) {
            String dom = dom(server);
            assertTrue(dom.contains("<h1>proteins-2031</h1>"), dom);
            assertTrue(dom.contains("42<small> of 100</small>"));
            assertEquals(3, dom.split("class=\"curve\"", -1).length - 1);
            assertTrue(dom.contains("site-002") && dom.contains(">late<") && dom.contains(">dropped<"));
            assertTrue(dom.contains("<title>Raf → Mek"), "the picture is part of the page");
        }
    }

    @Test
    void page_followsTheStudyByItself() throws Exception {
        Boards boards = running();
        AtomicInteger reads = new AtomicInteger();
        // Every reading finds one round more, so that what the browser shows tells how often it has asked.
        try (StatusServer server = StatusServer.start(
                () -> {
                    boards.rounds(42 + reads.getAndIncrement(), 1);
                    return boards.board.get();
                },
                Pictures.LAYERED,
                0)) {
            String dom = dom(server);
            int updates = Integer.parseInt(dom.replaceAll("(?s).*data-updates=\"([0-9]+)\".*", "$1"));
            assertTrue(updates >= 2, "the page must have loaded itself again, did " + updates + " times");
            assertTrue(reads.get() > updates);
            assertFalse(dom.contains("<dd>43<small>"), "the first reading is gone");
            assertTrue(dom.contains("<dd>" + (43 + updates) + "<small> of 100"), "the last one is shown");
        }
    }

    @Test
    void page_saysThatTheCoordinatorIsGone() throws Exception {
        for (boolean over : new boolean[] {false, true}) {
            Boards boards = running();
            if (over) {
                boards.board.ended(StudyState.CONVERGED, "the convergence rule was met in round 41");
            }
            AtomicInteger reads = new AtomicInteger();
            // The second reading fails as if nobody were there; the browser logs that answer, which is not an error of
            // the page.
            try (StatusServer server = StatusServer.start(
                    () -> {
                        if (reads.getAndIncrement() > 0) {
                            throw new IllegalStateException("gone");
                        }
                        return boards.board.get();
                    },
                    Pictures.LAYERED,
                    0)) {
                String dom = dom(server);
                assertTrue(reads.get() > 2, "it goes on asking");
                assertTrue(dom.contains(
                        over
                                ? "The coordinator is gone. This is what it showed last."
                                : "The coordinator has not answered since "));
                assertTrue(dom.contains("<h1>proteins-2031</h1>"), "what was shown stays");
            }
        }
    }

    /** Under its own policy; then without it, so that the test can use the controls as a person would. */
    @Test
    void pictureInAFile_filtersByStrengthAndFindsVariables() throws Exception {
        NamedNetwork network = NamedNetwork.of(
                new VariableSchema(List.of("age", "dose", "rest", "recovery")),
                WeightMatrix.ofRows(4, new double[] {0, 2, 0.4, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0}));
        String html = NetworkPicture.html(network, Pictures.LAYERED);
        assertEquals(List.of(), off(shown(html)));
        assertTrue(shown(html).contains("class=\"controls\""), "the script runs");
        String used = html.replaceFirst("<meta http-equiv=[^>]*>", "").replace("</body>", """
                        <script>
                        const set = (input, value) => {
                          input.value = value;
                          input.dispatchEvent(new Event("input", { bubbles: true }));
                        };
                        set(document.querySelector("input[type=range]"), 40);
                        set(document.querySelector("input[type=search]"), "REC");
                        document.querySelector("[data-zoom=in]").click();
                        </script></body>""");
        String dom = shown(used);
        assertEquals(List.of("0 2"), off(dom), "0.4 is below 40 % of 2");
        assertTrue(dom.contains("0.80, 2 of 3</output>"), dom);
        assertTrue(dom.contains("1 found"), "names are found in any case");
        assertTrue(dom.matches("(?s).*data-node=\"3\" data-name=\"recovery\" class=\"found\".*"), dom);
        assertTrue(dom.matches("(?s).*data-node=\"0\" data-name=\"age\" class=\"dim\".*"), "no neighbour: " + dom);
        assertFalse(dom.matches("(?s).*data-node=\"1\" data-name=\"dose\" class=\"dim\".*"), "a neighbour: " + dom);
    }

    /** Source and target of the edges that are not shown. */
    private static List<String> off(String dom) {
        return Pattern.compile("data-from=\"(\\d+)\" data-to=\"(\\d+)\" data-strength=\"[^\"]*\" class=\"off")
                .matcher(dom)
                .results()
                .map(edge -> edge.group(1) + " " + edge.group(2))
                .toList();
    }

    private String shown(String html) throws Exception {
        Path file = folder.resolve("network.html");
        Files.writeString(file, html);
        return run(file.toUri().toString(), "--dump-dom");
    }

    @Test
    void page_isPaintedInLightAndInDark() throws Exception {
        Boards boards = running();
        boards.board.ended(StudyState.CONVERGED, "the convergence rule was met in round 41");
        try (StatusServer server = StatusServer.start(boards.board, Pictures.LAYERED, 0)) {
            BufferedImage light = picture(server, "preferredColorScheme=1");
            BufferedImage dark = picture(server, "preferredColorScheme=0");
            // the lower left corner is page, without anything on it
            assertTrue(brightness(light) > 200, "light was " + brightness(light));
            assertTrue(brightness(dark) < 60, "dark was " + brightness(dark));
            assertTrue(colours(light) > 20, "something is painted");
        }
    }

    private static Boards running() {
        Boards boards = new Boards(4, 11, 100);
        boards.allOnline();
        boards.rounds(0, 42);
        boards.link(1, false, boards.now.minusSeconds(60));
        boards.link(2, false, boards.now.minusSeconds(900));
        boards.report(0, 0.31, 1e-8);
        return boards;
    }

    private static int brightness(BufferedImage image) {
        int rgb = image.getRGB(3, image.getHeight() - 3);
        return ((rgb >> 16 & 255) + (rgb >> 8 & 255) + (rgb & 255)) / 3;
    }

    private static int colours(BufferedImage image) {
        Set<Integer> colours = new HashSet<>();
        for (int x = 0; x < image.getWidth(); x += 2) {
            for (int y = 0; y < image.getHeight(); y += 2) {
                colours.add(image.getRGB(x, y));
            }
        }
        return colours.size();
    }

    private BufferedImage picture(StatusServer server, String setting) throws Exception {
        Path file = folder.resolve("page.png");
        run(server, "--window-size=1280,1400", "--blink-settings=" + setting, "--screenshot=" + file);
        return ImageIO.read(file.toFile());
    }

    /** The document after some polls: virtual time runs as fast as the answers come. */
    private String dom(StatusServer server) throws Exception {
        return run(server, "--virtual-time-budget=9000", "--dump-dom");
    }

    private String run(StatusServer server, String... options) throws Exception {
        return run(server.url(), options);
    }

    private String run(String address, String... options) throws Exception {
        List<String> command = new ArrayList<>(List.of(
                browser(),
                "--headless",
                "--no-sandbox",
                "--disable-gpu",
                "--disable-dev-shm-usage",
                "--no-first-run",
                "--disable-background-networking",
                "--enable-logging=stderr",
                "--user-data-dir=" + folder.resolve("profile")));
        command.addAll(List.of(options));
        command.add(address);
        Path output = folder.resolve("out");
        Path errors = folder.resolve("err");
        Process process = new ProcessBuilder(command)
                .redirectOutput(output.toFile())
                .redirectError(errors.toFile())
                .start();
        try {
            assertTrue(process.waitFor(120, TimeUnit.SECONDS), "the browser must end");
        } finally {
            process.destroyForcibly();
        }
        String said = Files.readString(errors, StandardCharsets.ISO_8859_1);
        assertEquals(0, process.exitValue(), said);
        // the browser reports what the policy forbids, and errors of scripts, to its console
        List<String> console = said.lines()
                .filter(line -> line.contains("CONSOLE") && !line.contains("Failed to load"))
                .toList();
        assertEquals(List.of(), console);
        return Files.readString(output);
    }

    private static String browser() throws IOException {
        Optional<Path> found = Stream.of(
                        System.getenv().getOrDefault("PATH", "").split(File.pathSeparator))
                .flatMap(part -> Stream.of("chromium", "chromium-browser", "google-chrome")
                        .map(name -> Path.of(part).resolve(name)))
                .filter(Files::isExecutable)
                .findFirst();
        assumeTrue(
                found.isPresent(),
                "SKIPPED: the page was not seen by a browser, there is no chromium on the PATH (Debian: apt-get install chromium)");
        return found.orElseThrow().toString();
    }
}
