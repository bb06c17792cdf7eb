package io.hedgerow.samples.ledger;

import io.hedgerow.core.privacy.MechanismEvent;
import io.hedgerow.dp.ledger.Charge;
import io.hedgerow.dp.ledger.LedgerEntry;
import io.hedgerow.dp.ledger.LedgerRecord;
import io.hedgerow.samples.output.ExitCode;
import io.hedgerow.samples.output.Result;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * {@code ledger export}: every record, as CSV or JSON. The hash in the last row of a ledger is its anchor.
 *
 * @param records of all ledgers that are as they were written
 * @param damaged the others
 */
public record LedgerExport(List<Row> records, List<Damage> damaged) implements Result {
    public LedgerExport {
        records = List.copyOf(records);
        damaged = List.copyOf(damaged);
    }

    /**
     * A record. What a record of its type does not have is empty.
     *
     * @param ledger its directory
     * @param sequence its number
     * @param time when it was written
     * @param type what kind of record it is
     * @param study which study
     * @param round which round
     * @param what events, plans and terms
     * @param amount ε charged, or a Rényi divergence
     * @param delta δ charged
     * @param previous hash of the record before
     * @param hash its own
     */
    public record Row(
            String ledger,
            long sequence,
            String time,
            String type,
            String study,
            String round,
            String what,
            String amount,
            String delta,
            String previous,
            String hash) {}

    /**
     * All records of all ledgers.
     *
     * @param folder what was found
     * @return the export
     */
    public static LedgerExport of(LedgerFolder folder) {
        List<Row> rows = new ArrayList<>();
        for (LedgerFolder.Sound ledger : folder.sound()) {
            ledger.history().entries().forEach(entry -> rows.add(row(ledger.directory(), entry)));
        }
        return new LedgerExport(rows, folder.damaged());
    }

    private static Row row(String ledger, LedgerEntry entry) {
        LedgerRecord record = entry.record();
        if (record instanceof LedgerRecord.Header header) {
            return row(ledger, entry, "header", "", "", header.terms().toString());
        }
        if (record instanceof LedgerRecord.Capped capped) {
            return row(ledger, entry, "cap", "", "", capped.cap().toString());
        }
        if (record instanceof LedgerRecord.Declared declared) {
            String plan = "solver " + declared.plan().solver() + ", noise "
                    + declared.plan().noiseSource() + ", rounds "
                    + rounds(declared.plan().rounds());
            return row(ledger, entry, "declare", declared.plan().study(), "", plan, declared.charge());
        }
        if (record instanceof LedgerRecord.Drawn drawn) {
            String what = "of declaration " + drawn.declaration();
            return row(ledger, entry, "draw", drawn.study(), String.valueOf(drawn.round()), what);
        }
        if (record instanceof LedgerRecord.Reserved reserved) {
            String round = String.valueOf(reserved.round());
            String what = reserved.event().toString();
            return row(ledger, entry, "reserve", reserved.study(), round, what, reserved.charge());
        }
        LedgerRecord.Recovered recovered = (LedgerRecord.Recovered) record;
        return row(ledger, entry, "recovered", "", "", "cut " + recovered.bytes() + " bytes");
    }

    private static Row row(
            String ledger, LedgerEntry entry, String type, String study, String round, String what, Charge charge) {
        return new Row(
                ledger,
                entry.sequence(),
                entry.time().toString(),
                type,
                study,
                round,
                what,
                String.valueOf(charge.amount()),
                String.valueOf(charge.delta()),
                entry.previous(),
                entry.hash());
    }

    private static Row row(String ledger, LedgerEntry entry, String type, String study, String round, String what) {
        return new Row(
                ledger,
                entry.sequence(),
                entry.time().toString(),
                type,
                study,
                round,
                what,
                "",
                "",
                entry.previous(),
                entry.hash());
    }

    /** Equal neighbours once: {@code 100 x Gaussian[...]; 1 x ...}. */
    private static String rounds(List<MechanismEvent> rounds) {
        StringBuilder text = new StringBuilder();
        int from = 0;
        while (from < rounds.size()) {
            int to = from + 1;
            while (to < rounds.size() && rounds.get(to).equals(rounds.get(from))) {
                to++;
            }
            text.append(from == 0 ? "" : "; ").append(to - from).append(" x ").append(rounds.get(from));
            from = to;
        }
        return text.toString();
    }

    @Override
    public Object json() {
        Map<String, Object> document = new TreeMap<>();
        document.put("records", records);
        document.put("damaged", damaged);
        return document;
    }

    @Override
    public void describe(PrintWriter out) {
        out.print("ledger,sequence,time,type,study,round,what,amount,delta,previous,hash\n");
        for (Row row : records) {
            String[] cells = {
                row.ledger(),
                String.valueOf(row.sequence()),
                row.time(),
                row.type(),
                row.study(),
                row.round(),
                row.what(),
                row.amount(),
                row.delta(),
                row.previous(),
                row.hash()
            };
            out.print(String.join(",", Stream.of(cells).map(LedgerExport::cell).toList()) + "\n");
        }
    }

    private static String cell(String text) {
        return text.matches("[^,\"\\r\\n]*") ? text : "\"" + text.replace("\"", "\"\"") + "\"";
    }

    @Override
    public ExitCode exitCode() {
        return damaged.isEmpty() ? ExitCode.OK : ExitCode.REFUSED;
    }
}
