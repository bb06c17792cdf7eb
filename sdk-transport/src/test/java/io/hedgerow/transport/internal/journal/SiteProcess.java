// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.transport.internal.journal;

import io.hedgerow.core.internal.federation.site.SiteSession;
import io.hedgerow.core.internal.protocol.SiteRecord;
import io.hedgerow.core.privacy.BudgetLedger;
import io.hedgerow.core.study.Study;
import io.hedgerow.transport.internal.egress.EgressLog;
import io.hedgerow.transport.internal.egress.LoggedSiteChannel;
import io.hedgerow.transport.internal.file.FrameFile;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Site a, which may be killed: arguments are its directory, the port of its coordinator, and whether computing costs
 * budget.
 */
final class SiteProcess {

    private SiteProcess() {}

    public static void main(String[] arguments) throws Exception {
        Path directory = Path.of(arguments[0]);
        boolean costly = Boolean.parseBoolean(arguments[2]);
        Study study = LocalStudy.of(2, costly ? 1 : 2);
        try (FileJournal<SiteRecord> journal = FileJournal.ofSite(directory.resolve("journal"), 0);
                EgressLog egress = EgressLog.open(directory.resolve("egress.log"));
                FrameFile ledger = ledger(directory);
                LocalWire wire = LocalWire.connect(Integer.parseInt(arguments[1]))) {
            rounds(ledger);
            BudgetLedger durable = request ->
                    ledger.append(ByteBuffer.allocate(4).putInt(request.round()).array());
            SiteSession session =
                    costly ? LocalStudy.costly("a", study, journal, durable) : LocalStudy.session("a", study, journal);
            session.run(
                    new LoggedSiteChannel(
                            wire, egress, "coordinator", "local", reply -> Optional.empty(), InstantSource.system()),
                    failure -> {});
        }
    }

    static FrameFile ledger(Path directory) {
        return FrameFile.open(directory.resolve("ledger"), "test ledger 1", 0);
    }

    /** What was reserved, in order. */
    static List<Integer> rounds(FrameFile ledger) {
        List<Integer> rounds = new ArrayList<>();
        for (Optional<byte[]> next = ledger.next(); next.isPresent(); next = ledger.next()) {
            rounds.add(ByteBuffer.wrap(next.get()).getInt());
        }
        return rounds;
    }
}
