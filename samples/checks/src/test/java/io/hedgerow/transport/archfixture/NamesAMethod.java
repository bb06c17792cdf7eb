// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.transport.archfixture;

import io.hedgerow.dp.method.PrivateMethods;

/** Takes a provider of methods by its name. */
public final class NamesAMethod {
    public PrivateMethods methods() {
        return new PrivateMethods();
    }
}
