// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.operate;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Describes the files of a study on one machine. Files that every site has are named once, as {@code site-N/…}. */
public final class LocalFiles {

    /** The name of the list, in the directory that it lists. */
    public static final String README = "README.md";

    private static final String UNKNOWN = "not described here";

    /** What all sites of a study have in common. */
    private static final List<String> STUDY = List.of(
            "README[.]md", "this list",
            ".*[.]lock", "a lock, empty: keeps a second process away from the file of this name",
            "study[.]yaml", "the plan: variables with bounds, algorithm, budget, sites; the same for all",
            "study[.]yaml[.]sig", "the officer's signature of the plan",
            "roster[.]yaml", "the public keys of all, so sites make masks with the right sites",
            "roster[.]yaml[.]sig", "the officer's signature of the roster",
            "officer[.]key", "secret of the officer, who signs plan and roster",
            "truth[.]csv", "the network behind the simulated rows; a real study has no such file");

    /** What the authority has. */
    private static final List<String> AUTHORITY = List.of(
            "authority/authority[.]key", "secret of the authority, which says who belongs to the study",
            "authority/authority[.]pem", "the authority's certificate; everybody has a copy",
            "authority/revoked[.]crl", "the list of revoked certificates: none yet",
            "authority/issued/[*][.]pem", "the certificates that the authority signed, by serial number");

    /** Keys and certificates of the coordinator and of each site. */
    private static final List<String> IDENTITIES = List.of(
            "(coordinator|site-N/identity)/authority[.]pem", "a copy of the authority's certificate",
            "coordinator/revoked[.]crl", "a copy of the authority's list",
            "(coordinator|site-N/identity)/tls[.]csr", "the request for a certificate",
            "(coordinator|site-N/identity)/signed[.]pem", "the certificate as the authority returned it",
            "(coordinator|site-N/identity)/tls[.]pem", "the certificate as it is used",
            "(coordinator|site-N/identity)/tls[.]key", "secret of its owner, for connections",
            "(coordinator|site-N/identity)/signing[.]key", "secret of its owner, for its part in secure aggregation");

    /** What the coordinator keeps while it runs. */
    private static final List<String> COORDINATOR = List.of(
            "coordinator/state/.*[.]journal", "the coordinator's memory, for a restart",
            "coordinator/state/.*[.]plan", "the digest of the plan that the journal belongs to",
            "coordinator/state/.*[.]begun",
                    "says that sites may have been sent the first task, with which they are charged",
            "coordinator/state/.*[.]told", "says that all sites have heard the end",
            "coordinator/state/.*[.]security[.]log", "what the coordinator refused",
            "coordinator/state/.*-masks/.*", "the coordinator's memory of secure aggregation");

    /** What the processes print. */
    private static final List<String> PROCESSES = List.of(
            "(coordinator|site-N/site)[.]out", "what the process printed",
            "(coordinator|site-N/site)[.]out[.]err", "its notes, warnings and errors");

    /** What each site has and keeps. */
    private static final List<String> SITES = List.of(
            "site-N/rows[.]csv", "the site's records; they never leave it",
            "site-N/join[.]yaml", "the rules by which the site joins: whose plans, which algorithms, how much epsilon",
            "site-N/policy[.]yaml", "the data steward's limits on what its records may be used for",
            "site-N/home/ledger/hedgerow[.]ledger", "what was spent of the budget of these records, line by line",
            "(coordinator/state|coordinator|site-N/home|site-N/identity)/revocations",
                    "the number of the newest list of revoked certificates",
            "site-N/identity/charged/data-files", "where data is that was charged, with its ledger",
            "site-N/identity/charged/data-rows", "digests of the rows of that data, by which the same rows are known",
            "site-N/identity/charged/data-key", "the secret of those digests",
            "site-N/(home|identity)/exact-releases", "who was in exact sums of these rows",
            "site-N/home/egress[.]log", "every message that left the site, noted before it left",
            "site-N/home/security[.]log", "what the site refused",
            "site-N/home/.*[.]journal", "the site's memory, for a restart",
            "site-N/home/.*[.]journal[.]room", "room on the disk for what a round finds, taken before it is paid for",
            "site-N/home/.*[.]plan", "the digest of the plan that the journal belongs to",
            "site-N/home/masks-.*", "the site's memory of secure aggregation: what it masked, and which sums it opened",
            "site-N/own/.*", "the site's own network");

    /** What the study found. */
    private static final List<String> RESULT = List.of(
            "result/network[.]csv", "the network as a table of edges",
            "result/network[.]svg", "the network as a picture: open it in a browser",
            "result/effects[.]csv", "total effects with 90 % intervals, as a table",
            "result/effects[.]svg", "the likeliest effects as a picture: open it in a browser",
            "result/network[.]html", "the picture, to zoom, filter and search in a browser",
            "result/network[.](dot|graphml)", "the network for other programs",
            "result/curves[.](csv|svg)", "the curves of its edges",
            "result/result[.]json", "everything about the run: settings, edges, trust, comparison, bytes");

    /** Patterns with descriptions in the order in which to read the files; the first that matches applies. */
    private static final Map<Pattern, String> KINDS =
            kinds(List.of(STUDY, AUTHORITY, IDENTITIES, COORDINATOR, PROCESSES, SITES, RESULT));

    private LocalFiles() {}

    private static Map<Pattern, String> kinds(List<List<String>> tables) {
        Map<Pattern, String> kinds = new LinkedHashMap<>();
        for (List<String> pairs : tables) {
            for (int k = 0; k < pairs.size(); k += 2) {
                kinds.put(Pattern.compile(pairs.get(k)), pairs.get(k + 1));
            }
        }
        return kinds;
    }

    /** Describes a directory: paths below it with a line each, in the order in which to read them. */
    public static Map<String, String> of(Path directory) throws IOException {
        List<String> texts = List.copyOf(KINDS.values());
        Map<Integer, Map<String, String>> ordered = new TreeMap<>();
        try (Stream<Path> all = Files.walk(directory)) {
            all.filter(Files::isRegularFile).map(file -> name(directory, file)).forEach(name -> {
                String text = explained(name);
                int place = text.equals(UNKNOWN) ? texts.size() : texts.indexOf(text);
                ordered.computeIfAbsent(place, none -> new TreeMap<>()).put(name, text);
            });
        }
        return ordered.values().stream()
                .flatMap(some -> some.entrySet().stream())
                .collect(Collectors.toMap(
                        Map.Entry::getKey, Map.Entry::getValue, (first, second) -> first, LinkedHashMap::new));
    }

    private static String name(Path directory, Path file) {
        return directory
                .relativize(file)
                .toString()
                .replace('\\', '/')
                .replaceFirst("^site-\\d+/", "site-N/")
                .replaceFirst("^authority/issued/[0-9a-f]+[.]pem$", "authority/issued/*.pem");
    }

    static String explained(String name) {
        return KINDS.entrySet().stream()
                .filter(kind -> kind.getKey().matcher(name).matches())
                .map(Map.Entry::getValue)
                .findFirst()
                .orElse(UNKNOWN);
    }

    /** Writes the list, and commands to try next, as {@link #README}. */
    public static Map<String, String> write(Path directory, int sites, Map<String, String> commands)
            throws IOException {
        Path readme = directory.resolve(README);
        Files.writeString(readme, ""); // it lists itself
        Map<String, String> files = of(directory);
        Files.writeString(
                readme,
                "# A study between processes on one machine\n\n"
                        + "Everything that separate organisations would make for themselves. In earnest no two of these"
                        + " are in one place.\n\n## Try next\n\n"
                        + lines(commands, one -> one.getValue() + ":\n\n    " + one.getKey() + "\n\n")
                        + "## Files\n\n`site-N` is each of `site-1` to `site-" + sites + "`.\n\n"
                        + lines(files, one -> "- `" + one.getKey() + "`: " + one.getValue() + "\n"));
        return files;
    }

    private static String lines(Map<String, String> all, Function<Map.Entry<String, String>, String> line) {
        return all.entrySet().stream().map(line).collect(Collectors.joining());
    }
}
