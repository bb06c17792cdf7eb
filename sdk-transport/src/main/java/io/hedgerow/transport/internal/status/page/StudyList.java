// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.transport.internal.status.page;

import io.hedgerow.transport.internal.status.StudyStatus.KnownStudy;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** The page with all studies of a coordinator, each with a link to its own page while there is one. */
public final class StudyList {

    private StudyList() {}

    /** The page; {@code path} is what the links begin with, and {@code expiring} says what ends soon or has ended. */
    public static byte[] of(List<KnownStudy> studies, List<String> expiring, String path) {
        StringBuilder rows = new StringBuilder();
        for (KnownStudy study : studies) {
            String name = Html.escape(study.name());
            String shown = study.status().isPresent() ? "<a href=\"" + path + name + "\">" + name + "</a>" : name;
            rows.append("<tr>")
                    .append(Html.cells(List.of(
                            shown,
                            Html.escape(study.state()),
                            study.status()
                                    .map(status -> Html.escape(PageParts.progress(status.get())))
                                    .orElse(""),
                            Html.escape(study.reason()))))
                    .append("</tr>\n");
        }
        return """
                <!DOCTYPE html>
                <html lang="en">
                <head>
                <meta charset="utf-8">
                <title>Studies</title>
                <meta name="viewport" content="width=device-width, initial-scale=1">
                <meta name="color-scheme" content="light dark">
                <meta http-equiv="refresh" content="10">
                <style>%s</style>
                </head>
                <body>
                <main>
                <header><h1>Studies</h1>
                %s</header>
                <section>
                <table>%s%s</tbody></table>
                </section>
                </main>
                <footer><p>Read-only.
                Also as <a href="/status.json">JSON</a> and <a href="/metrics">metrics</a>.</p></footer>
                </body>
                </html>
                """.formatted(
                        PageResources.STYLE,
                        PageParts.expiring(expiring),
                        Html.head(List.of("Study", "State", "Progress", "Reason")),
                        rows)
                .getBytes(StandardCharsets.UTF_8);
    }
}
