// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.transport;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.ThrowableProxyUtil;
import ch.qos.logback.core.AppenderBase;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.logging.Handler;
import java.util.logging.LogManager;
import java.util.logging.LogRecord;
import java.util.logging.SimpleFormatter;
import org.slf4j.LoggerFactory;

/** The logs of an application at their finest levels: Logback at TRACE, java.util.logging at ALL. */
public final class HostLogs implements AutoCloseable {

    private final Queue<String> lines = new ConcurrentLinkedQueue<>();
    private final LoggerContext logback = (LoggerContext) LoggerFactory.getILoggerFactory();
    private final java.util.logging.Logger root = LogManager.getLogManager().getLogger("");
    private final java.util.logging.Level before = root.getLevel();
    private final Handler[] usual = root.getHandlers();
    private final AppenderBase<ILoggingEvent> appender = new AppenderBase<>() {
        @Override
        protected void append(ILoggingEvent event) {
            String thrown = event.getThrowableProxy() == null
                    ? ""
                    : "\n" + ThrowableProxyUtil.asString(event.getThrowableProxy());
            lines.add(event.getLoggerName() + " " + event.getFormattedMessage() + thrown);
        }
    };
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

    public HostLogs() {
        appender.setContext(logback);
        appender.start();
        logger().addAppender(appender);
        logger().setLevel(Level.TRACE);
        for (Handler one : usual) {
            root.removeHandler(one);
        }
        handler.setLevel(java.util.logging.Level.ALL);
        root.addHandler(handler);
        root.setLevel(java.util.logging.Level.ALL);
    }

    private Logger logger() {
        return logback.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);
    }

    public String text() {
        return String.join("\n", lines);
    }

    @Override
    public void close() {
        logger().setLevel(Level.OFF);
        logger().detachAppender(appender);
        root.removeHandler(handler);
        root.setLevel(before);
        for (Handler one : usual) {
            root.addHandler(one);
        }
    }
}
