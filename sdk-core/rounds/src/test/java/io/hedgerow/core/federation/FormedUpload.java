// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.federation;

import io.hedgerow.core.federation.Aggregator.Dialogue;
import io.hedgerow.core.internal.federation.coordinator.InsecurePlainUpload;
import io.hedgerow.core.protocol.Aggregate;
import io.hedgerow.core.protocol.ProtectedUpdate;
import io.hedgerow.core.protocol.Task;
import io.hedgerow.core.protocol.Update;
import io.hedgerow.core.study.Study;
import java.util.List;

/** Plain uploads of any form, of which the coordinator is told no more than the form says. */
public final class FormedUpload implements UpdateProtector, Aggregator {

    private final InsecurePlainUpload plain;
    private final Update.Form form;

    public FormedUpload(Study study, Update.Form form) {
        this.plain = new InsecurePlainUpload(study);
        this.form = form;
    }

    @Override
    public String id() {
        return plain.id();
    }

    @Override
    public void begun(Task task) {}

    @Override
    public Update.Form form() {
        return form;
    }

    @Override
    public ProtectedUpdate protect(Update update) {
        return plain.protect(update);
    }

    @Override
    public void check(int round, ProtectedUpdate update) {
        plain.check(round, update);
    }

    @Override
    public Aggregate aggregate(int round, List<ProtectedUpdate> updates, Dialogue dialogue) {
        Aggregate all = plain.aggregate(round, updates, dialogue);
        return form == Update.Form.SEEN_CHANGE ? all : new Aggregate(round, all.included(), all.sum());
    }
}
