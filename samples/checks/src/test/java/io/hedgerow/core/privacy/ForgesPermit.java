// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.privacy;

import java.util.function.Function;

/** Gets to data without a reservation; the constructor reference must be found, too. */
public final class ForgesPermit {
    public Function<DatasetIdentity, DataPermit> forge() {
        return DataPermit::new;
    }
}
