// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.corpus;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.hedgerow.samples.operate.Program;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A command line of a release's table and the files that it wrote, in {@code TABLE/NAME} beside the table
 * {@code TABLE.tsv}. In the line, {@code @} stands for the folder of the release and {@code OUT} for a directory that
 * is made for the run, and {@code HOMES} for a copy of the release's homes.
 *
 * @param release the folder of the release
 * @param table the table's name
 * @param name the line's name, and of its folder
 * @param sameness how much must be the same when it is run again
 * @param arguments the line, separated by single spaces
 */
record StoredRun(Path release, String table, String name, Sameness sameness, String arguments) {

    /** Pictures and pages: large, and nothing reads them back. */
    private static final Set<String> NOT_STORED = Set.of("network.html", "network.svg");

    /** What a result says of the machine: the repository has another one's. */
    private static final Pattern JAVA = Pattern.compile("(\"java\" : \")[^\"]*(\")");

    /** The lines of a table. */
    static List<StoredRun> of(Path release, String table) {
        return StoredTable.rows(release.resolve(table + ".tsv"), 3).stream()
                .map(row -> new StoredRun(
                        release, table, row.get(0), Sameness.valueOf(row.get(1).toUpperCase(Locale.ROOT)), row.get(2)))
                .toList();
    }

    /** What a run writes now is what is stored. */
    void requireSame(Path temp) throws IOException {
        requireSame(temp, sameness);
    }

    /** The same with a rule of the test's own. */
    void requireSame(Path temp, Sameness rule) throws IOException {
        Map<String, String> now = files(temp);
        Path stored = release.resolve(table).resolve(name);
        if (Corpus.isUpdated() && release.equals(Corpus.current())) {
            update(stored, now);
            return;
        }
        Map<String, String> before = new TreeMap<>();
        read(stored, before);
        assertEquals(before.keySet(), now.keySet(), () -> this + Corpus.hint());
        List<String> differences = new ArrayList<>();
        before.forEach((file, text) -> differences.addAll(rule.differences(file, text, now.get(file))));
        assertEquals(List.of(), differences, () -> this + Corpus.hint());
    }

    private void update(Path stored, Map<String, String> now) throws IOException {
        Map<String, String> before = new TreeMap<>();
        if (Files.exists(stored)) {
            read(stored, before);
        }
        Set<String> gone = new TreeSet<>(before.keySet());
        gone.removeAll(now.keySet());
        for (String file : gone) {
            Files.delete(stored.resolve(file));
        }
        for (Map.Entry<String, String> file : now.entrySet()) {
            String old = before.get(file.getKey());
            // rounding of another machine, or other noise, is no change
            if (old == null
                    || !sameness.differences(file.getKey(), old, file.getValue())
                            .isEmpty()) {
                Corpus.write(stored.resolve(file.getKey()), file.getValue());
            }
        }
    }

    /** Runs the line, which must succeed: what it wrote and printed, without the places of this machine. */
    private Map<String, String> files(Path temp) throws IOException {
        Path out = temp.resolve("out");
        Path homes = arguments.contains("HOMES") ? StoredHomes.copy(release, temp) : temp.resolve("no-homes");
        Program program = Corpus.run(arguments, release, out, homes);
        assertEquals(0, program.exitCode(), () -> this + ": " + program.errors());
        Map<String, String> files = new TreeMap<>();
        if (Files.exists(out)) {
            read(out, files);
        }
        if (!arguments.contains("OUT")) {
            files.put(arguments.contains("--json") ? "output.json" : "output.txt", program.output());
        }
        files.replaceAll(
                (file, text) -> Corpus.placeless(JAVA.matcher(text).replaceAll("$1JAVA$2"), release, out, homes));
        return files;
    }

    private static void read(Path folder, Map<String, String> into) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                if (!NOT_STORED.contains(file.getFileName().toString())) {
                    into.put(folder.relativize(file).toString().replace('\\', '/'), Corpus.text(file));
                }
            }
        }
    }

    @Override
    public String toString() {
        return release.getFileName() + " " + table + " " + name + " (" + arguments + ")";
    }
}
