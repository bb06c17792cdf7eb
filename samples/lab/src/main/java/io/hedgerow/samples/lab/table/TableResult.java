// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.lab.table;

import io.hedgerow.samples.output.JsonOutput;
import io.hedgerow.samples.output.OutputDirectory;
import io.hedgerow.samples.output.Result;
import io.hedgerow.samples.output.Table;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** A finished table: its remarks, the rows, and the files that were written. */
public final class TableResult implements Result {

    private final List<String> remarks;
    private final Table table;
    private final Object document;
    private final Map<String, String> files;
    private final List<Path> written = new ArrayList<>();

    public static <R> TableResult of(List<String> remarks, int labels, List<Column<R>> columns, List<R> rows) {
        return new TableResult(remarks, Column.table(labels, columns, rows), rows, Map.of());
    }

    public TableResult(List<String> remarks, Table table, List<?> rows, Map<String, String> files) {
        this.remarks = List.copyOf(remarks);
        this.table = table;
        this.files = new TreeMap<>(files);
        this.document = new Document(this.remarks, List.copyOf(rows));
    }

    private record Document(List<String> remarks, List<?> rows) {}

    /** Writes {@code table.md}, {@code table.json} and the other files of the table, or nothing. */
    public void writeTo(OutputDirectory directory) throws IOException {
        directory.write("table.md", markdown());
        directory.write("table.json", JsonOutput.text(document));
        for (Map.Entry<String, String> file : files.entrySet()) {
            directory.write(file.getKey(), file.getValue());
        }
        written.addAll(directory.commit());
    }

    private String markdown() {
        return String.join("\n", remarks) + "\n\n" + table.markdown();
    }

    @Override
    public Object json() {
        return document;
    }

    @Override
    public void describe(PrintWriter out) {
        out.print(markdown());
        written.forEach(path -> out.println("wrote " + path));
    }
}
