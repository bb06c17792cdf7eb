// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.transport;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.ThrowableProxyUtil;
import ch.qos.logback.core.AppenderBase;
import io.hedgerow.core.internal.text.PlatformLogs;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.slf4j.LoggerFactory;

/** The logs of an application at their finest levels: Logback at TRACE, java.util.logging at ALL. */
public final class HostLogs implements AutoCloseable {

    private final Queue<String> lines = new ConcurrentLinkedQueue<>();
    private final LoggerContext logback = (LoggerContext) LoggerFactory.getILoggerFactory();
    private final PlatformLogs platform = new PlatformLogs();
    private final AppenderBase<ILoggingEvent> appender = new AppenderBase<>() {
        @Override
        protected void append(ILoggingEvent event) {
            String thrown = event.getThrowableProxy() == null
                    ? ""
                    : "\n" + ThrowableProxyUtil.asString(event.getThrowableProxy());
            lines.add(event.getLoggerName() + " " + event.getFormattedMessage() + thrown);
        }
    };

    public HostLogs() {
        appender.setContext(logback);
        appender.start();
        logger().addAppender(appender);
        logger().setLevel(Level.TRACE);
    }

    private Logger logger() {
        return logback.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);
    }

    public String text() {
        return String.join("\n", lines) + "\n" + platform.text();
    }

    @Override
    public void close() {
        logger().setLevel(Level.OFF);
        logger().detachAppender(appender);
        platform.close();
    }
}
