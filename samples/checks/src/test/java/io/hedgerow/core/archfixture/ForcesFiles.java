// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.archfixture;

import java.io.FileOutputStream;
import java.io.IOException;

/** Makes a file durable by itself. */
public final class ForcesFiles {
    public void write(FileOutputStream file) throws IOException {
        file.getFD().sync();
    }
}
