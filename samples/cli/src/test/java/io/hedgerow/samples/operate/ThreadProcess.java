// SPDX-License-Identifier: Apache-2.0
package io.hedgerow.samples.operate;

import io.hedgerow.samples.cli.Hedgerow;
import io.hedgerow.samples.cli.command.Terminal;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;

/**
 * The program in a thread of this process, for a party that a test does nothing to: it says, writes and sends what a
 * process of its own would, without the time that one takes to start. It cannot be killed, only be told to end.
 */
public final class ThreadProcess extends Process {

    private final FutureTask<Integer> run;
    private final Thread thread;

    private ThreadProcess(FutureTask<Integer> run) {
        this.run = run;
        this.thread = new Thread(run, "party of a test");
        thread.setDaemon(true);
    }

    /** Starts the program; what it prints is in two files. */
    public static ThreadProcess start(Path out, Path err, List<String> words) throws IOException {
        PrintWriter said = new PrintWriter(out.toFile(), StandardCharsets.UTF_8);
        PrintWriter errors = new PrintWriter(err.toFile(), StandardCharsets.UTF_8);
        ThreadProcess process = new ThreadProcess(new FutureTask<>(() -> {
            try (said;
                    errors) {
                Terminal terminal = new Terminal(said, errors, false, false, InstantSource.system());
                return Hedgerow.run(terminal, words.toArray(String[]::new));
            }
        }));
        process.thread.start();
        return process;
    }

    @Override
    public int waitFor() throws InterruptedException {
        thread.join();
        return exitValue();
    }

    @Override
    public int exitValue() {
        if (!run.isDone()) {
            throw new IllegalThreadStateException("it runs");
        }
        try {
            return run.get();
        } catch (InterruptedException | ExecutionException e) {
            throw new IllegalStateException("the program must catch what it throws", e);
        }
    }

    @Override
    public void destroy() {
        thread.interrupt();
    }

    @Override
    public Process destroyForcibly() {
        destroy();
        return this;
    }

    @Override
    public OutputStream getOutputStream() {
        return OutputStream.nullOutputStream();
    }

    @Override
    public InputStream getInputStream() {
        return InputStream.nullInputStream();
    }

    @Override
    public InputStream getErrorStream() {
        return InputStream.nullInputStream();
    }
}
