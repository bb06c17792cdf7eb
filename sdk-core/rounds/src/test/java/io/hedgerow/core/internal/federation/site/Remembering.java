// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.federation.site;

import io.hedgerow.core.federation.UpdateProtector;
import io.hedgerow.core.internal.federation.coordinator.InsecurePlainUpload;
import io.hedgerow.core.protocol.ProtectedUpdate;
import io.hedgerow.core.protocol.Task;
import io.hedgerow.core.protocol.Update;
import io.hedgerow.core.protocol.encoding.Payload;
import io.hedgerow.core.study.Study;

/** Keeps what it was asked to protect, and protects as plainly as can be. */
final class Remembering implements UpdateProtector {
    private final Study study;
    Task task;
    Update update;
    int protections;

    Remembering(Study study) {
        this.study = study;
    }

    @Override
    public Update.Form form() {
        return Update.Form.SUMMED_CHANGE;
    }

    @Override
    public String id() {
        return "remembering";
    }

    @Override
    public ProtectedUpdate protect(Update made) {
        update = made;
        protections++;
        return new InsecurePlainUpload(study).protect(made);
    }

    @Override
    public ProtectedUpdate again(Task last, Update made, ProtectedUpdate stored) {
        task = last;
        update = made;
        return new ProtectedUpdate(stored.site(), stored.study(), stored.round(), stored.protection(), Payload.empty());
    }
}
