// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.docs;

import io.hedgerow.core.internal.result.ResultDocument;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Writes the documentation as HTML that needs no server and asks nobody for anything: a page for each Markdown file at
 * the same place, the files to which they link, a search, and the Javadoc of the modules where it has been built.
 */
public final class DocumentationSite {

    private static final List<String> PARTS = List.of("style.css", "site.js", "icon.svg");
    private static final String JAVADOC = "target/reports/apidocs";
    private static final String API = "api/index.html";

    private final Documents documents;
    private final Path out;
    private final String frame;
    private final SearchIndex search = new SearchIndex();

    private DocumentationSite(Path root, Path out) throws IOException {
        this.documents = new Documents(root);
        this.out = out;
        this.frame = part("page.html");
    }

    /**
     * Writes the site.
     *
     * @param arguments the root of the repository, and a folder for the site
     * @throws IOException if a file cannot be read or written
     */
    public static void main(String[] arguments) throws IOException {
        Path out = Path.of(arguments[1]).toAbsolutePath().normalize();
        Path root = Path.of(arguments[0]);
        int pages = write(root, javadoc(root), out);
        System.out.println("wrote " + pages + " pages, begin with " + out.resolve("index.html"));
    }

    /** Writes the site, with the Javadoc of these modules, and returns the number of its pages. */
    static int write(Path root, List<Path> modules, Path out) throws IOException {
        return new DocumentationSite(root, out).write(modules);
    }

    private int write(List<Path> modules) throws IOException {
        List<MarkdownFile> all = new ArrayList<>(documents.all());
        Contents contents = Contents.of(MarkdownFile.read(documents.root(), Contents.DOCUMENT));
        for (Path module : modules) {
            copy(module.resolve(JAVADOC), out.resolve("api").resolve(module.getFileName()));
        }
        if (!modules.isEmpty()) {
            all.add(MarkdownFile.of("api/README.md", apiPage(modules)));
        }
        for (MarkdownFile document : all) {
            HtmlPage page = HtmlPage.of(document);
            search.add(page.address(), document);
            save(page.address(), inFrame(page, contents, modules.isEmpty()));
            copyWhatIsLinked(document);
        }
        for (String part : PARTS) {
            save("assets/" + part, part(part));
        }
        save("assets/search-index.js", search.script());
        return all.size();
    }

    private String inFrame(HtmlPage page, Contents contents, boolean withoutApi) {
        String title = page.document().title();
        String api = withoutApi ? "" : "<a href=\"" + LinkTarget.relative(page.address(), API) + "\">Javadoc</a>";
        // The content comes last: whatever it says of frames stays as it is.
        return frame.replace("{{title}}", HtmlPage.escaped(title.equals("Hedgerow") ? title : title + " · Hedgerow"))
                .replace("{{root}}", page.root())
                .replace("{{kind}}", page.address().equals("index.html") ? "home" : "page")
                .replace("{{api}}", api)
                .replace("{{version}}", HtmlPage.escaped(ResultDocument.SOFTWARE))
                .replace("{{navigation}}", page.navigation(contents))
                .replace("{{outline}}", page.outline())
                .replace("{{around}}", page.around(contents))
                .replace("{{content}}", page.content());
    }

    /** Pictures, tables and configurations, at the same place. */
    private void copyWhatIsLinked(MarkdownFile document) throws IOException {
        for (String destination : document.destinations()) {
            String name = LinkTarget.of(document.name(), destination).name();
            Path file = documents.root().resolve(name);
            if (LinkTarget.isRelative(destination) && !name.endsWith(".md") && Files.isRegularFile(file)) {
                Path copy = out.resolve(LinkTarget.address(name));
                Files.createDirectories(copy.getParent());
                Files.copy(file, copy, StandardCopyOption.REPLACE_EXISTING);
            }
        }
    }

    /** The modules whose Javadoc the build has made. */
    private static List<Path> javadoc(Path root) throws IOException {
        try (Stream<Path> folders = Files.list(root)) {
            return folders.filter(module -> Files.exists(module.resolve(JAVADOC).resolve("index.html")))
                    .sorted()
                    .toList();
        }
    }

    private static void copy(Path folder, Path to) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                Path copy = to.resolve(folder.relativize(file).toString());
                Files.createDirectories(copy.getParent());
                Files.copy(file, copy, StandardCopyOption.REPLACE_EXISTING);
            }
        }
    }

    private static String apiPage(List<Path> modules) {
        return modules.stream()
                .map(Path::getFileName)
                .map(module -> "- [" + module + "](" + module + "/index.html)\n")
                .collect(Collectors.joining("", "# Javadoc\nThe modules of the SDK, as they were built.\n\n", ""));
    }

    private void save(String address, String text) throws IOException {
        Path file = out.resolve(address);
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
    }

    private static String part(String name) throws IOException {
        try (InputStream in = DocumentationSite.class.getResourceAsStream("/documentation/" + name)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
