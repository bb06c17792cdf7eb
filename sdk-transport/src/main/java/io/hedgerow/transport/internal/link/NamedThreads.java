// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.transport.internal.link;

import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicInteger;

/** Creates daemon threads with descriptive names. */
public final class NamedThreads implements ThreadFactory {

    private final String name;
    private final AtomicInteger count = new AtomicInteger();

    public NamedThreads(String name) {
        this.name = name;
    }

    @Override
    public Thread newThread(Runnable task) {
        Thread thread = new Thread(task, name + "-" + count.incrementAndGet());
        thread.setDaemon(true);
        return thread;
    }
}
