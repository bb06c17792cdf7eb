// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.inspect;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hedgerow.core.data.VariableKind;
import io.hedgerow.core.data.VariableSchema;
import io.hedgerow.core.inspect.InspectedRows;
import io.hedgerow.core.inspect.Inspection;
import io.hedgerow.core.inspect.InspectionFinding;
import io.hedgerow.core.method.Method;
import io.hedgerow.samples.columns.MappingFile;
import io.hedgerow.samples.learn.method.Algorithm;
import io.hedgerow.samples.learn.method.LearnSettings;
import io.hedgerow.samples.output.JsonOutput;
import io.hedgerow.samples.output.OutputDirectory;
import io.hedgerow.samples.output.Result;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The result of inspecting data files, with the reports and mapping files that it writes. Not private. */
public final class InspectionResult implements Result {

    private final List<Path> files;
    private final Inspection found;
    private final List<String> written = new ArrayList<>();
    private @Nullable Path mappings;

    private InspectionResult(List<Path> files, Inspection found) {
        this.files = files;
        this.found = found;
    }

    /** Looks at the rows of files, in their order; a column may say whose a row is. */
    public static InspectionResult of(List<Path> files, List<InspectedRows> rows, Optional<String> user) {
        Inspection found = Inspection.of(rows, user);
        return new InspectionResult(
                List.copyOf(files),
                found.showing(
                        found.findings().stream().map(InspectionResult::inWords).toList()));
    }

    /** Names the options that do what a finding advises. */
    private static InspectionFinding inWords(InspectionFinding finding) {
        return finding.inWords(effect(finding), advice(finding));
    }

    private static String effect(InspectionFinding finding) {
        return finding.effect()
                + (finding.code().equals("not-everywhere") ? ", unless --optional-columns names them" : "");
    }

    private static String advice(InspectionFinding finding) {
        return switch (finding.code()) {
            case "missing" ->
                Algorithm.USUAL + " uses the other cells of these rows;"
                        + " --missing skip-row leaves the rows out, and counts them in the result; leave out a column"
                        + " that is mostly missing";
            case "copy" -> "leave one of them out (a suggestion in the mapping file, or --drop)";
            case "series" ->
                "in the order of time learn with --algorithm " + Algorithm.USUAL_OF_SERIES
                        + ", --time and --realisation;"
                        + " where rows of a batch or an individual stand together, take one of each";
            case "steps", "sorted" ->
                "say what the order is: --site-column for sites, " + Algorithm.USUAL_OF_SERIES + " for times";
            case "skewed", "skewed-counts", "heavy-tails" ->
                Algorithm.withMethods("consider --transform normal-scores, or --algorithm {METHODS-WITH:non-gaussian}"
                        + " where relations are linear");
            case "not-everywhere" ->
                "the mapping file leaves them out; give them the names they have elsewhere if they are there, or keep"
                        + " them with --optional-columns where they are numbers that some did not measure";
            case "repeated-person" ->
                "write one row for each individual, or learn a series with " + Algorithm.USUAL_OF_SERIES
                        + " --realisation " + finding.columns().get(0) + "; with a budget protect unit="
                        + finding.columns().get(0);
            default ->
                finding.advice().text()
                        + finding.advice()
                                .accepts()
                                .map(column -> ", or --accept " + column)
                                .orElse("");
        };
    }

    /** Makes the suggestions about columns lines of the mapping files. */
    public void accept(List<String> columns) {
        for (String name : columns) {
            if (!found.accept(name)) {
                throw new IllegalArgumentException("--accept must name columns with a suggestion, " + name
                        + " has none: look at the findings without it");
            }
        }
    }

    /**
     * Writes a mapping file for each file, called as {@link MappingFile#nameFor} says, and none where two would be one.
     */
    public void writeMappings(Path directory) throws IOException {
        Set<String> names = new LinkedHashSet<>();
        try (OutputDirectory out = OutputDirectory.prepare(directory)) {
            for (int k = 0; k < files.size(); k++) {
                String name = MappingFile.nameFor(files.get(k));
                if (!names.add(name)) {
                    throw new IllegalArgumentException("--write-mappings must give each file of --data a file of its"
                            + " own, two would be " + name + ": rename one of them");
                }
                out.write(name, found.mapping(k));
            }
            out.commit().forEach(path -> written.add(path.toString()));
        }
        mappings = directory;
    }

    /** Writes the document and a page with a histogram of every column. */
    public void writeTo(Path directory) throws IOException {
        try (OutputDirectory out = OutputDirectory.prepare(directory)) {
            out.write("inspect.json", JsonOutput.text(json()));
            out.write("inspect.html", found.html());
            out.commit().forEach(path -> written.add(path.toString()));
        }
    }

    @Override
    public Object json() {
        ObjectNode document = JsonOutput.object(found.json());
        ArrayNode names = document.putArray("written");
        written.forEach(names::add);
        return document;
    }

    @Override
    public void describe(PrintWriter out) {
        List<String> notes = new ArrayList<>();
        written.forEach(path -> notes.add("wrote " + path));
        if (mappings != null) {
            notes.add("then: " + next(mappings));
        }
        out.print(found.text(notes));
    }

    /** The command that learns with the mapping files; rows are lost only if missing cells would end it. */
    private String next(Path folder) {
        boolean missing = found.findings().stream()
                .anyMatch(finding -> finding.code().equals("missing")
                        && finding.weight() == InspectionFinding.Weight.REFUSED
                        && !usesMissingBesideCategories());
        return "hedgerow learn --data "
                + files.stream().map(InspectionResult::inShell).collect(Collectors.joining(" ")) + " --mapping "
                + inShell(folder) + (missing ? " --missing skip-row" : "");
    }

    /** Whether learn keeps rows with missing cells, where it is told nothing, also if some columns are categories. */
    private static boolean usesMissingBesideCategories() {
        VariableSchema mixed =
                VariableSchema.of("x", "y", "c").with(Map.of("c", VariableKind.categorical("first", "second")));
        return new LearnSettings(Algorithm.USUAL, Method.named(Algorithm.USUAL.name())).canUseMissing(mixed, 1);
    }

    private static String inShell(Path path) {
        String text = path.toString();
        return text.matches("[A-Za-z0-9_./-]+") ? text : "'" + text.replace("'", "'\\''") + "'";
    }
}
