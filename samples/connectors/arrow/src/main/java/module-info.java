// SPDX-License-Identifier: Apache-2.0
/** Rows of Apache Arrow files and streams. */
module io.hedgerow.arrow {
    requires transitive io.hedgerow.core;
    requires org.apache.arrow.compression;
    requires org.apache.arrow.memory.core;
    requires org.apache.arrow.vector;

    exports io.hedgerow.arrow;

    provides io.hedgerow.core.data.RowSource.FileFormat with
            io.hedgerow.arrow.ArrowFormat;
}
