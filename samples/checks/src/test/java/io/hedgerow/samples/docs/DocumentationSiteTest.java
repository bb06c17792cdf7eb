// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.docs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The documentation of this repository as a site: every link leads somewhere, and a browser shows it. */
class DocumentationSiteTest {

    @TempDir
    static Path site;

    @TempDir
    Path folder;

    @BeforeAll
    static void write(@TempDir Path module) throws IOException {
        Path javadoc = Files.createDirectories(module.resolve("target/reports/apidocs"));
        Files.writeString(javadoc.resolve("index.html"), "<p>made by the build</p>");
        DocumentationSite.write(Documents.HERE.root(), List.of(module), site);
    }

    @Test
    void links_leadToFilesAndHeadings_andNothingIsLoadedFromElsewhere() throws IOException {
        SiteLinks links = new SiteLinks(site);
        assertEquals("", String.join("\n", links.problems()));
        assertTrue(links.count() > 3000, "links must be found, were " + links.count());
        for (String part : List.of("style.css", "site.js")) {
            assertFalse(Files.readString(site.resolve("assets").resolve(part)).contains("http"), part);
        }
    }

    @Test
    void problems_ofPages_areFound() throws IOException {
        for (String bad : List.of(
                "<a href=\"gone.html\">",
                "<a href=\"#gone\">",
                "<img alt=\"\" src=\"../picture.png\">",
                "<script src=\"https://example.org/a.js\">")) {
            Files.writeString(folder.resolve("page.html"), "<p id=\"here\"><a href=\"page.html#here\">" + bad);
            SiteLinks links = new SiteLinks(folder);
            assertEquals(2, links.count(), bad);
            assertEquals(1, links.problems().size(), bad);
        }
    }

    @Test
    void contents_listEveryGuide() throws IOException {
        List<String> listed =
                Contents.of(MarkdownFile.read(Documents.HERE.root(), Contents.DOCUMENT)).entries().stream()
                        .map(Contents.Entry::name)
                        .toList();
        try (Stream<Path> guides = Files.list(Documents.HERE.root().resolve("docs/guides"))) {
            guides.forEach(guide -> assertTrue(listed.contains(Documents.HERE.name(guide)), guide + " in " + listed));
        }
    }

    @Test
    void code_isShownAsItIs_withItsCommentsMarked() {
        HtmlPage page = HtmlPage.of(MarkdownFile.of("docs/a.md", """
                <!-- snippet: Some.java#region -->
                ```java
                List<String> a = of("b // c"); // d
                ```
                """));
        assertEquals(
                "<pre><code>List&lt;String&gt; a = of(<span class=\"string\">&quot;b // c&quot;</span>);"
                        + " <span class=\"comment\">// d</span>\n</code></pre>\n",
                page.content());
    }

    @Test
    void anchors_areThoseOfTheForge() {
        assertEquals(
                List.of("d--20", "what-isnt-here-yet", "λ-and-epsilon_2", "twice", "twice-1"),
                MarkdownFile.of(
                                "a.md",
                                "# d = 20\n## What *isn't* here, yet?\n## λ and `epsilon_2`\n## Twice\n## Twice\n")
                        .sections()
                        .stream()
                        .skip(1)
                        .map(MarkdownFile.Section::anchor)
                        .toList());
    }

    @Test
    @Tag("slow")
    void browser_findsAPage_andHasNothingToComplainOf() throws Exception {
        Path browser = Path.of("/usr/bin/chromium");
        assumeTrue(Files.isExecutable(browser), "chromium is not installed");
        String shown = opened(browser, "docs/guides/analyst.html?q=exit+codes");
        assertTrue(shown.contains("href=\"../../docs/exit-codes.html#exit-codes\""), shown);
        assertTrue(shown.contains("<mark>Exit</mark>"), "the search marks what was asked");
        assertFalse(shown.contains("CONSOLE"), shown);
        Files.writeString(site.resolve("assets/site.js"), "missing();", StandardCharsets.UTF_8);
        assertTrue(opened(browser, "index.html").contains("CONSOLE"), "errors would be seen");
    }

    /** The page as the browser has it in the end, and what its console says. */
    private String opened(Path browser, String address) throws Exception {
        Process process = new ProcessBuilder(
                        browser.toString(),
                        "--headless",
                        "--no-sandbox",
                        "--disable-gpu",
                        "--disable-quic",
                        "--no-first-run",
                        "--disable-background-networking",
                        "--disable-component-update",
                        "--disable-sync",
                        "--user-data-dir=" + folder.resolve("profile"),
                        "--enable-logging=stderr",
                        "--v=0",
                        "--virtual-time-budget=10000",
                        "--dump-dom",
                        site.toUri() + address)
                .redirectErrorStream(true)
                .start();
        process.getOutputStream().close();
        String shown = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertEquals(0, process.waitFor(), shown);
        return shown;
    }
}
