// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.hedgerow.core.data.MissingValues;
import io.hedgerow.core.data.RowSource;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.apache.logging.log4j.Level;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.core.Appender;
import org.apache.logging.log4j.core.LogEvent;
import org.apache.logging.log4j.core.LoggerContext;
import org.apache.logging.log4j.core.appender.AbstractAppender;
import org.apache.logging.log4j.core.config.Configurator;
import org.apache.logging.log4j.core.config.LoggerConfig;
import org.apache.logging.log4j.core.config.Property;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What Spark writes at its finest level while a table of it is read: plans, code and names, and no cell. */
@Tag("slow")
@Timeout(120)
class SparkLogsTest {

    /** Cells that no log has by chance. */
    private static final List<String> CELLS = List.of("813742.0625", "509362.1875", "726104.3125");

    private final Queue<String> lines = new ConcurrentLinkedQueue<>();

    @TempDir
    Path folder;

    private final AbstractAppender appender = new AbstractAppender("all", null, null, true, Property.EMPTY_ARRAY) {
        @Override
        public void append(LogEvent event) {
            lines.add(event.getLoggerName() + " " + event.getMessage().getFormattedMessage() + " " + event.getThrown());
        }
    };

    @Test
    void readingATable_logsNoCell() throws Exception {
        List<String> rows = new ArrayList<>(List.of("age,dose"));
        for (int k = 0; k < 200; k++) {
            rows.add(CELLS.get(k % 2) + "," + CELLS.get(2));
        }
        Path file = Files.write(folder.resolve("rows.csv"), rows);
        SparkSession spark = LocalSpark.session();
        LoggerConfig root = ((LoggerContext) LogManager.getContext(false))
                .getConfiguration()
                .getRootLogger();
        Level before = root.getLevel();
        Map<String, Appender> usual = root.getAppenders();
        usual.keySet().forEach(root::removeAppender);
        appender.start();
        root.addAppender(appender, Level.ALL, null);
        Configurator.setAllLevels(LogManager.ROOT_LOGGER_NAME, Level.ALL);
        long[] read = {0};
        try {
            RowSource source = SparkRows.of(
                    spark.read()
                            .option("header", true)
                            .schema("age DOUBLE, dose DOUBLE")
                            .csv(file.toString()),
                    MissingValues.REFUSE);
            source.forEachRow(row -> read[0]++);
        } finally {
            Configurator.setAllLevels(LogManager.ROOT_LOGGER_NAME, before);
            root.removeAppender("all");
            usual.values().forEach(one -> root.addAppender(one, before, null));
        }
        assertEquals(200, read[0]);
        assertTrue(lines.stream().anyMatch(line -> line.startsWith("org.apache.spark")), "Spark logs");
        for (String cell : CELLS) {
            assertTrue(
                    lines.stream().noneMatch(line -> line.contains(cell)),
                    () -> lines.stream()
                            .filter(line -> line.contains(cell))
                            .toList()
                            .toString());
        }
    }
}
