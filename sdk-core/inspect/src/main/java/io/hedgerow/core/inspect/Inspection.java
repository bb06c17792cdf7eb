// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.inspect;

import io.hedgerow.core.data.RowSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Inspects rows before learning: problems that stop it, problems that would mislead, and their remedies. Rows of
 * several sites are also compared with each other.
 *
 * <p><b>Not private</b>: findings and figures are computed from rows without noise and show cells. They are for people
 * who may see the rows, on the machine that has them; no study asks for a look, and no budget pays for one. Not
 * thread-safe.
 */
public final class Inspection {

    /** The warning that stands on every form of a look. */
    static final String FOR_THE_SITE =
            "computed from rows without noise: for people who may see the rows, on this machine; do not send it"
                    + " anywhere";

    private final List<SeenFile> files;
    private final List<InspectionFinding> findings;
    private final List<MappingDraft> drafts;

    private Inspection(List<SeenFile> files, List<InspectionFinding> findings, List<MappingDraft> drafts) {
        this.files = files;
        this.findings = List.copyOf(findings);
        this.drafts = drafts;
    }

    /**
     * Looks at the numbers and levels of rows, which are read twice.
     *
     * @param rows that give the same at both readings
     * @return what was found
     */
    public static Inspection of(RowSource rows) {
        return of(List.of(InspectedRows.of(rows)), Optional.empty());
    }

    /**
     * Looks at the rows of several sites, or of one, with the texts of their cells. The rows of each are read twice, or
     * once more where some texts most likely mean a missing cell.
     *
     * @param rows of each site
     * @param user the column that says whose a row is; empty to look for one
     * @return what was found
     * @throws io.hedgerow.core.data.DataException when rows cannot be read, or some do not have that column
     */
    public static Inspection of(List<InspectedRows> rows, Optional<String> user) {
        List<SeenFile> files =
                InspectedRows.distinct(rows).stream().map(SeenFile::of).toList();
        Map<SeenFile, String> keys = new HashMap<>();
        List<InspectionFinding> all = new ArrayList<>();
        for (SeenFile file : files) {
            Users.column(file, user).ifPresent(column -> {
                keys.put(file, column.name());
                Users.remark(file, column).ifPresent(all::add);
            });
        }
        SiteLook.Found found = SiteLook.of(files, keys);
        all.addAll(found.remarks());
        return new Inspection(files, InspectionFinding.sorted(all), found.drafts());
    }

    /** {@return the findings, the worst first} */
    public List<InspectionFinding> findings() {
        return findings;
    }

    /**
     * {@return this look with other findings in all its forms: some of them, or the same in the words of a program,
     * such as the names of its options} Both share their mapping files.
     *
     * @param shown findings, in the order in which they are shown
     */
    public Inspection showing(List<InspectionFinding> shown) {
        return new Inspection(files, shown, drafts);
    }

    /**
     * Makes the suggestions about a column lines of the mapping files. A suggestion changes numbers or rests on a
     * guess, so a person who knows the source accepts each by its name.
     *
     * @param name of a column; case and signs do not count
     * @return whether there was a suggestion
     */
    public boolean accept(String name) {
        boolean any = false;
        for (int k = 0; k < files.size(); k++) {
            for (String column : named(name, files.get(k))) {
                any |= drafts.get(k).accept(column);
            }
        }
        return any;
    }

    /** The columns of a file that a name means: its own, or those that a finding of that name is about. */
    private static Set<String> named(String name, SeenFile file) {
        Set<String> columns = new LinkedHashSet<>();
        for (SeenColumn column : file.columns()) {
            if (ColumnGroup.plain(column.name()).equals(ColumnGroup.plain(name))) {
                columns.add(column.name());
            }
        }
        return columns;
    }

    /**
     * {@return the mapping file of the rows of one site, in YAML as {@code hedgerow learn --mapping} reads it} Lines
     * say how something is written, comments are suggestions that were not accepted.
     *
     * @param site by its place among the rows that were looked at, from 0
     */
    public String mapping(int site) {
        return drafts.get(site).text();
    }

    /** {@return a table of columns for each site, and the findings, as lines that end with a line feed} */
    public String text() {
        return text(List.of());
    }

    /**
     * {@return the same with lines of a program before the last one, which says for whom a look is}
     *
     * @param notes such as the files that were written
     */
    public String text(List<String> notes) {
        return InspectionText.of(files, findings, notes);
    }

    /** {@return figures of all columns and the findings as an indented JSON document} */
    public String json() {
        return InspectionJson.of(files, findings);
    }

    /** {@return a page with the findings and a histogram of every column, in one HTML file that loads nothing} */
    public String html() {
        return InspectionPage.of(files, findings);
    }
}
