// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.inspect;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.hedgerow.samples.cli.Shell;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.function.BiFunction;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Files as R, pandas and Excel write them are the same to every command that reads rows. */
@Tag("slow")
class FileFormsTest {

    private static final int ROWS = 80;

    @TempDir
    Path folder;

    private String run(int code, String... line) {
        Shell shell = Shell.real();
        assertEquals(code, shell.run(line), shell.err());
        return code == 0 ? shell.out() : shell.err();
    }

    private Path write(String name, String text, Charset encoding) throws IOException {
        return Files.write(folder.resolve(name), text.getBytes(encoding));
    }

    /** Lines of x → y and a level s, by the number of the row and its cells. */
    private static String lines(String header, String end, BiFunction<Integer, String[], String> line) {
        Random random = new Random(7);
        StringBuilder text = new StringBuilder(header).append(end);
        for (int k = 0; k < ROWS; k++) {
            double x = random.nextGaussian();
            double y = 0.9 * x + 0.5 * random.nextGaussian();
            String[] cells = {
                String.format(Locale.ROOT, "%.3f", x),
                String.format(Locale.ROOT, "%.3f", y),
                x + 0.5 * random.nextGaussian() > 0 ? "Ja" : "Nein"
            };
            text.append(line.apply(k, cells)).append(end);
        }
        return text.toString();
    }

    private static String comma(String number) {
        return number.replace('.', ',');
    }

    static Stream<Arguments> forms() {
        return Stream.of(
                arguments(
                        "write.csv of R",
                        lines(
                                "\"\",\"x\",\"y\",\"s\"",
                                "\n",
                                (k, c) -> "\"" + (k + 1) + "\"," + (k % 9 == 4 ? "NA" : c[0]) + "," + c[1] + ",\""
                                        + c[2] + "\"")),
                arguments(
                        "write.csv without names of rows",
                        lines("\"x\",\"y\",\"s\"", "\n", (k, c) -> c[0] + "," + c[1] + ",\"" + c[2] + "\"")),
                arguments(
                        "write.csv of named rows",
                        lines(
                                "\"\",\"x\",\"y\",\"s\"",
                                "\n",
                                (k, c) -> "\"Mazda " + k + "\"," + c[0] + "," + c[1] + ",\"" + c[2] + "\"")),
                arguments(
                        "write.csv2 of R",
                        lines(
                                "\"\";\"x\";\"y\";\"s\"",
                                "\n",
                                (k, c) -> "\"" + (k + 1) + "\";" + comma(c[0]) + ";" + (k % 9 == 4 ? "NA" : comma(c[1]))
                                        + ";\"" + c[2] + "\"")),
                arguments(
                        "to_csv of pandas",
                        lines(",x,y,s", "\n", (k, c) -> k + "," + c[0] + "," + (k % 9 == 4 ? "" : c[1]) + "," + c[2])),
                arguments(
                        "Excel with a mark, empty columns and CRLF",
                        lines(
                                "\uFEFFx;y;;s;;",
                                "\r\n",
                                (k, c) -> comma(c[0]) + ";" + comma(c[1]) + ";;" + c[2] + ";;")),
                arguments(
                        "quoted header with a mark and CRLF",
                        lines(
                                "\uFEFF\"x \",\"y\",\"s\"",
                                "\r\n",
                                (k, c) -> "\"" + c[0] + "\",\"" + c[1] + "\",\"" + c[2] + "\"")),
                arguments("vertical bars", lines("\"x\"|\"y\"|\"s\"", "\n", (k, c) -> String.join("|", c))),
                arguments("ends of lines of an old Macintosh", lines("x,y,s", "\r", (k, c) -> String.join(",", c))),
                arguments("several texts for missing cells", lines("\"x\",\"y\",\"s\"", "\n", (k, c) -> switch (k % 8) {
                    case 1 -> List.of("NA", ".", "unknown").get(k % 3) + "," + c[1] + "," + c[2];
                    case 3 -> c[0] + "," + List.of("#N/A", "", "N/A").get(k % 3) + "," + c[2];
                    case 5 ->
                        c[0] + "," + c[1] + "," + List.of("N/A", c[2], ".").get(k % 3);
                    default -> String.join(",", c);
                })),
                arguments(
                        "mostly missing",
                        lines("x,y,s", "\n", (k, c) -> (k % 4 == 0 ? c[0] : ".") + "," + c[1] + "," + c[2])));
    }

    /** The command that inspect prints is run as it stands. */
    @ParameterizedTest(name = "{0}")
    @MethodSource("forms")
    void whatInspectWrites_isLearnedFrom(String what, String text) throws IOException {
        Path file = write("rows.csv", text, StandardCharsets.UTF_8);
        String found = run(
                0,
                "inspect",
                "--data",
                file.toString(),
                "--write-mappings",
                folder.resolve("maps").toString());
        String then = found.lines()
                .filter(line -> line.startsWith("then: hedgerow "))
                .findFirst()
                .orElseThrow();
        String[] learn = then.substring("then: hedgerow ".length()).split(" ");
        JsonNode result = new ObjectMapper()
                .readTree(run(
                        0,
                        Stream.concat(Arrays.stream(learn), Stream.of("--json")).toArray(String[]::new)));
        assertEquals("[\"x\",\"y\",\"s\"]", result.get("variables").toString(), what);
        assertEquals("[\"Ja\",\"Nein\"]", result.at("/levels/s").toString(), result.toString());
    }

    /** A name may hold what separates fields and lines; the mapping file means the same column. */
    @Test
    void namesWithSeparatorsAndLines_areDroppedByTheMappingThatIsWritten() throws IOException {
        Path file = write(
                "rows.csv",
                lines(
                        "\"x, in mg\",\"y \"\"raw\"\"\nof day 2\",\"s;t\",\"key, of\nthe row\"",
                        "\n",
                        (k, c) -> String.join(",", c) + ",id-" + k),
                StandardCharsets.UTF_8);
        run(0, "inspect", "--data", file.toString(), "--write-mappings", folder + "/maps");
        String mapping = Files.readString(folder.resolve("maps/rows.yaml"));
        assertTrue(mapping.contains("\n\"key, of\\u000athe row\": drop\n"), mapping);
        JsonNode result = new ObjectMapper()
                .readTree(run(0, "learn", "--data", file.toString(), "--mapping", folder + "/maps", "--json"));
        assertEquals(
                "[\"x, in mg\",\"y \\\"raw\\\"\\nof day 2\",\"s;t\"]",
                result.get("variables").toString());
    }

    /** Codes and doubtful texts are suggested, each as the file has it, and accepted by the column's name. */
    @Test
    void codesAndDoubtfulTexts_areSuggested_andHoldOnceAccepted() throws IOException {
        Path file = write(
                "rows.csv",
                lines("x,y,s", "\n", (k, c) -> switch (k % 5) {
                    case 1 -> List.of("-99", "-99.0").get(k % 2) + "," + c[1] + "," + c[2];
                    case 2 -> c[0] + "," + (k % 3 == 0 ? "broken" : c[1]) + "," + c[2];
                    default -> c[0] + "," + c[1] + "," + (k % 7 == 0 ? "N/A" : c[2]);
                }),
                StandardCharsets.UTF_8);
        run(0, "inspect", "--data", file.toString(), "--write-mappings", folder + "/maps");
        String mapping = Files.readString(folder.resolve("maps/rows.yaml"));
        assertTrue(mapping.startsWith("# What") && mapping.contains("\n\"*\": {separator: comma}\n"), mapping);
        assertTrue(
                mapping.contains("\n# \"*\": {separator: comma, missing: [\"-99\", \"-99.0\", broken, \"N/A\"]}\n")
                        || mapping.contains(
                                "\n# \"*\": {separator: comma, missing: [\"-99.0\", \"-99\", broken, \"N/A\"]}\n"),
                mapping);
        String refused =
                run(3, "learn", "--data", file.toString(), "--mapping", folder + "/maps", "--missing", "skip-row");
        assertTrue(refused.contains("column \"y\"") && refused.contains("\"broken\""), refused);
        run(0, "inspect", "--data", file.toString(), "--write-mappings", folder + "/maps", "--accept", "x,y,s");
        JsonNode result = new ObjectMapper()
                .readTree(run(
                        0,
                        "learn",
                        "--data",
                        file.toString(),
                        "--mapping",
                        folder + "/maps",
                        "--missing",
                        "skip-row",
                        "--json"));
        assertEquals("[\"Ja\",\"Nein\"]", result.at("/levels/s").toString(), result.toString());
        assertTrue(
                result.at("/leftOut/0/missing/x").asLong() >= 16,
                result.get("leftOut").toString());
    }

    /** A word that is a level elsewhere in the file is not taken away from there without a word. */
    @Test
    void aWordThatIsALevelElsewhere_isNoMissingCellByItself() throws IOException {
        Path file = write(
                "rows.csv",
                lines(
                        "x,y,s",
                        "\n",
                        (k, c) -> (k % 9 == 2 ? "none" : c[0]) + "," + c[1] + "," + (k % 4 == 0 ? "none" : c[2])),
                StandardCharsets.UTF_8);
        run(0, "inspect", "--data", file.toString(), "--write-mappings", folder + "/maps");
        String mapping = Files.readString(folder.resolve("maps/rows.yaml"));
        assertFalse(mapping.contains("\n\"*\": {separator: comma, missing:"), mapping);
        assertTrue(mapping.contains("\n# \"*\": {separator: comma, missing: [none]}\n"), mapping);
    }

    static Stream<Arguments> refusals() {
        return Stream.of(
                arguments("x,y\n1,2\n", StandardCharsets.UTF_16LE, "must be UTF-8 text, is UTF-16"),
                arguments("\uFEFFx,y\n1,2\n", StandardCharsets.UTF_16BE, "must be UTF-8 text, is UTF-16"),
                arguments("x,gr\u00f6\u00dfe\n1,2\n", StandardCharsets.ISO_8859_1, "save the file as UTF-8"),
                arguments("sep=;\nx;y\n1;2\n", StandardCharsets.UTF_8, "is Excel's line \"sep=\" about separators"),
                arguments("# made in May\nx,y\n1,2\n", StandardCharsets.UTF_8, "is the comment \"# made in May\""),
                arguments("x,y,\n1,2\n3,4\n", StandardCharsets.UTF_8, "take the separator at the end of the header"),
                arguments("\"x\" \"y\"\n1 2\n", StandardCharsets.UTF_8, "blanks separate no fields"),
                arguments("x,y\n\"a\",1,2\n", StandardCharsets.UTF_8, "as those of R's write.table do"));
    }

    /** What one command refuses, all refuse, in the same words. */
    @ParameterizedTest
    @MethodSource("refusals")
    void whatCannotBeRead_isRefusedByAllInTheSameWords(String text, Charset encoding, String words) throws IOException {
        Path file = write("rows.csv", text, encoding);
        String looked = run(3, "inspect", "--data", file.toString());
        assertTrue(looked.contains(words), looked);
        assertEquals(looked, run(3, "learn", "--data", file.toString()));
        assertEquals(
                looked,
                run(
                        3,
                        "study",
                        "init",
                        folder + "/study.yaml",
                        "--data",
                        file.toString(),
                        "--rows-are-units",
                        "--sites",
                        "a,b,c",
                        "--coordinator",
                        "hub",
                        "--name",
                        "trial"));
    }

    /** A file of R with names of rows, for all that reads rows. */
    @Test
    void namesOfRows_areNoVariable_toPredictAndToAPlan() throws IOException {
        String text = lines(
                "\"\",\"x\",\"y\",\"s\"",
                "\n",
                (k, c) -> "\"" + (k + 1) + "\"," + c[0] + "," + c[1] + ",\"" + c[2] + "\"");
        Path file = write("rows.csv", text, StandardCharsets.UTF_8);
        run(0, "learn", "--data", file.toString(), "--out", folder + "/result");
        run(0, "predict", "--network", folder + "/result", "--data", file.toString(), "--given", "x,s");
        run(
                0,
                "study",
                "init",
                folder + "/study.yaml",
                "--data",
                file.toString(),
                "--rows-are-units",
                "--sites",
                "a,b,c",
                "--coordinator",
                "hub",
                "--name",
                "trial");
        String plan = Files.readString(folder.resolve("study.yaml"));
        assertTrue(plan.contains("\"s\": {levels: [\"Ja\", \"Nein\"]}"), plan);
    }
}
