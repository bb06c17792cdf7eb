// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.arrow;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.hedgerow.core.data.MissingValues;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;

/** What Arrow writes at its finest level while a file is read: which memory it takes, and no cell. */
class ArrowLogsTest {

    @TempDir
    Path folder;

    @Test
    void readingAFile_logsNoCell() throws Exception {
        double[][] rows = {{813742.0625, 1}, {509362.1875, 2}, {726104.3125, 3}};
        Path file = ArrowFixtures.write(
                folder.resolve("rows.arrow"), ArrowFixtures.Format.LZ4, List.of("age", "dose"), rows, 2);
        LoggerContext logback = (LoggerContext) LoggerFactory.getILoggerFactory();
        ListAppender<ILoggingEvent> appender = new ListAppender<>();
        appender.setContext(logback);
        appender.start();
        Logger root = logback.getLogger(Logger.ROOT_LOGGER_NAME);
        root.addAppender(appender);
        root.setLevel(Level.TRACE);
        long[] read = {0};
        try {
            ArrowRows.of(file, List.of("age", "dose"), MissingValues.REFUSE).forEachRow(row -> read[0]++);
        } finally {
            root.setLevel(Level.OFF);
            root.detachAppender(appender);
        }
        assertEquals(3, read[0]);
        for (ILoggingEvent event : appender.list) {
            for (double[] row : rows) {
                String cell = String.valueOf(row[0]);
                assertTrue(!event.getFormattedMessage().contains(cell), event::getFormattedMessage);
            }
        }
    }
}
