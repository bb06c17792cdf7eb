// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.learn;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.hedgerow.core.data.MissingValues;
import io.hedgerow.core.data.RowSource;
import io.hedgerow.core.data.csv.CsvOptions;
import io.hedgerow.core.data.csv.CsvRowSource;
import io.hedgerow.core.data.internal.RowPartition;
import io.hedgerow.samples.learn.sites.Sites;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LeftOutEntryTest {

    @TempDir
    private Path temp;

    private RowSource rows(String text) throws IOException {
        Path file = Files.writeString(temp.resolve("rows.csv"), text);
        return CsvRowSource.of(
                file, CsvOptions.defaults().withColumns("age", "dose").withMissingValues(MissingValues.SKIP_ROW));
    }

    /** Whatever stands between a site's rows and its file. */
    @Test
    void partsInNormalScores_areOfOneSource() throws IOException {
        RowSource file = rows("age,dose,note\n1,2,a\n,3,b\n4,NA,c\n7,5,d\n6,9,e\n8,8,f\n");
        List<RowSource> parts = RowPartition.contiguous(file, 2).stream()
                .map(RowSource::inNormalScores)
                .toList();
        parts.forEach(part -> part.forEachRow(row -> {}));
        List<LeftOutEntry> found = LeftOutEntry.of(Sites.numbered("site ", parts), true);
        assertEquals(1, found.size());
        assertEquals(
                file.description() + ": 2 of 6 rows for missing cells of age (1), dose (1); column note",
                found.get(0).described().orElseThrow());
        assertEquals(
                file.description() + ": column note",
                LeftOutEntry.of(Sites.numbered("site ", parts), false)
                        .get(0)
                        .described()
                        .orElseThrow());
    }

    @Test
    void wholeFile_hasNoEntry() throws IOException {
        RowSource file = rows("age,dose\n1,2\n3,4\n");
        file.forEachRow(row -> {});
        assertEquals(List.of(), LeftOutEntry.of(Sites.numbered("site ", List.of(file)), true));
    }
}
