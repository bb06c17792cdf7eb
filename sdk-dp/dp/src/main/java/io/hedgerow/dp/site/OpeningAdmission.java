// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.dp.site;

import io.hedgerow.core.data.SiteData;
import io.hedgerow.core.method.InProcessStudy.SiteAdmission;
import io.hedgerow.core.method.Method;
import io.hedgerow.core.privacy.PrivacyGate;
import java.util.List;
import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Opens the ledgers when the sites request admission, and closes them at the end of the run. Not thread-safe. */
final class OpeningAdmission implements SiteAdmission, AutoCloseable {
    private final Supplier<SiteLedgers> opening;
    private List<String> notices = List.of();
    private @Nullable SiteLedgers ledgers;

    OpeningAdmission(Supplier<SiteLedgers> opening) {
        this.opening = opening;
    }

    @Override
    public List<PrivacyGate> admit(Method method, List<SiteData> data) {
        SiteLedgers open = opening.get();
        ledgers = open;
        notices = open.notices();
        return open.admit(method, data);
    }

    /** Notices of the ledgers for an operator; none before they are open. */
    List<String> notices() {
        return notices;
    }

    /** The ledgers, after the sites were admitted. */
    SiteLedgers opened() {
        return Objects.requireNonNull(ledgers, "no site was admitted");
    }

    @Override
    public void close() {
        if (ledgers != null) {
            ledgers.close();
        }
    }
}
