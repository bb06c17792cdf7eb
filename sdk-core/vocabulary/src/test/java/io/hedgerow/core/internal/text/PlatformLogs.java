// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.core.internal.text;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogManager;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;

/** All that is written to java.util.logging, at its finest level, until it is closed. */
public final class PlatformLogs implements AutoCloseable {

    private final Queue<String> lines = new ConcurrentLinkedQueue<>();
    private final Logger root = LogManager.getLogManager().getLogger("");
    private final Level before = root.getLevel();
    private final Handler[] usual = root.getHandlers();
    private final Handler handler = new Handler() {
        private final SimpleFormatter formatter = new SimpleFormatter();

        @Override
        public void publish(LogRecord record) {
            StringWriter thrown = new StringWriter();
            if (record.getThrown() != null) {
                record.getThrown().printStackTrace(new PrintWriter(thrown));
            }
            lines.add(record.getLoggerName() + " " + formatter.formatMessage(record) + " " + thrown);
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
    };

    public PlatformLogs() {
        for (Handler one : usual) {
            root.removeHandler(one);
        }
        handler.setLevel(Level.ALL);
        root.addHandler(handler);
        root.setLevel(Level.ALL);
    }

    /** The lines so far: of each the name of its logger, its message, and the stack of what was thrown. */
    public String text() {
        return String.join("\n", lines);
    }

    @Override
    public void close() {
        root.removeHandler(handler);
        root.setLevel(before);
        for (Handler one : usual) {
            root.addHandler(one);
        }
    }
}
