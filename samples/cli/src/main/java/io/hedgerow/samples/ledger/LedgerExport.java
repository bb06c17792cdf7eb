// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.ledger;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hedgerow.dp.ledger.LedgerEntry;
import io.hedgerow.samples.ledger.LedgerFolder.DamagedLedger;
import io.hedgerow.samples.output.CsvText;
import io.hedgerow.samples.output.ExitCode;
import io.hedgerow.samples.output.JsonOutput;
import io.hedgerow.samples.output.Result;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The output of {@code ledger export}: every record of sound ledgers, as CSV or JSON. The hash in the last row of a
 * ledger is its anchor.
 */
public record LedgerExport(List<Row> records, List<DamagedLedger> damaged) implements Result {
    public LedgerExport {
        records = List.copyOf(records);
        damaged = List.copyOf(damaged);
    }

    /**
     * A record. What a record of its type does not have is empty.
     *
     * @param type the kind of record
     * @param what all other fields of the ledger's file, as a JSON object
     * @param amount ε charged, or a Rényi divergence
     * @param delta δ charged
     * @param previous hash of the record before
     */
    public record Row(
            String ledger,
            long sequence,
            String time,
            String type,
            String study,
            String round,
            JsonNode what,
            String amount,
            String delta,
            String previous,
            String hash) {}

    public static LedgerExport of(LedgerFolder folder) {
        List<Row> rows = new ArrayList<>();
        for (LedgerFolder.Sound ledger : folder.sound()) {
            ledger.history().entries().forEach(entry -> rows.add(row(ledger.directory(), entry)));
        }
        return new LedgerExport(rows, folder.damaged());
    }

    private static Row row(String ledger, LedgerEntry entry) {
        ObjectNode what = JsonOutput.object(entry.document());
        List.of("sequence", "time", "previous").forEach(what::remove);
        JsonNode charge = Optional.ofNullable(what.remove("charge")).orElse(MissingNode.getInstance());
        return new Row(
                ledger,
                entry.sequence(),
                entry.time().toString(),
                taken(what, "type"),
                taken(what, "study"),
                taken(what, "round"),
                what,
                charge.path("amount").asText(""),
                charge.path("delta").asText(""),
                entry.previous(),
                entry.hash());
    }

    /** The text of a field that has a column of its own. */
    private static String taken(ObjectNode what, String field) {
        return Optional.ofNullable(what.remove(field)).map(JsonNode::asText).orElse("");
    }

    @Override
    public Object json() {
        Map<String, Object> document = new TreeMap<>();
        document.put("records", records);
        document.put("damaged", damaged);
        return document;
    }

    @Override
    public boolean isDocument() {
        return true;
    }

    @Override
    public void describe(PrintWriter out) {
        out.print("ledger,sequence,time,type,study,round,what,amount,delta,previous,hash\n");
        for (Row row : records) {
            out.print(CsvText.lineForPeople(List.of(
                    row.ledger(),
                    String.valueOf(row.sequence()),
                    row.time(),
                    row.type(),
                    row.study(),
                    row.round(),
                    row.what().toString(),
                    row.amount(),
                    row.delta(),
                    row.previous(),
                    row.hash())));
        }
    }

    @Override
    public ExitCode exitCode() {
        return damaged.isEmpty() ? ExitCode.OK : ExitCode.REFUSED;
    }
}
